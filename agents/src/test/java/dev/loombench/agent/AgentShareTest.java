package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.wire.Frame;
import dev.loombench.load.result.LoadProgress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

/// The controller's view of a share, without an agent.
class AgentShareTest {
    private static final int LOAD = 3;

    private final AgentShare share =
            new AgentShare(
                    LOAD,
                    new AgentConnection(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 7800)),
                    new ClockOffset(0, 0, 0),
                    10,
                    () -> {});

    private static Frame.Progress progress(int load, long nanos) {
        return new Frame.Progress(load, LoadProgress.none(nanos), true, true);
    }

    @Test
    void progress_is_that_of_the_load() {
        share.received(progress(LOAD - 1, 5));
        assertThat(share.hasProgress()).isFalse();
        share.received(progress(LOAD, 7));
        assertThat(share.progress().nanos()).isEqualTo(7);
        assertThat(share.goalReached()).isTrue();
    }

    @Test
    void progress_after_the_end_is_none() {
        share.received(new Frame.Ended(LOAD));
        share.received(progress(LOAD, 7));
        assertThat(share.hasProgress()).isFalse();
        assertThat(share.goalReached()).isFalse();
        assertThat(share.rests()).isFalse();
    }
}
