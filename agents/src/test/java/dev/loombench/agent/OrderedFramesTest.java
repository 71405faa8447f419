package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.FromAgent;
import dev.loombench.load.result.LoadProgress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderedFramesTest {
    private static final Frame.Progress PROGRESS =
            new Frame.Progress(1, LoadProgress.none(0), false, true);
    private static final Frame.Ended ENDED = new Frame.Ended(1);

    /// The load ends between the reading of its progress and the frame that has it.
    @Test
    void no_progress_follows_the_end_of_its_load() throws InterruptedException {
        List<FromAgent> sent = Collections.synchronizedList(new ArrayList<>());
        var frames = new OrderedFrames(sent::add);
        var end = Thread.ofPlatform().unstarted(() -> frames.accept(ENDED));
        frames.together(() -> {
            end.start();
            while (end.getState() != Thread.State.BLOCKED && end.isAlive()) {
                Thread.onSpinWait();
            }
            frames.accept(PROGRESS);
        });
        end.join();
        assertThat(sent).containsExactly(PROGRESS, ENDED);
    }
}
