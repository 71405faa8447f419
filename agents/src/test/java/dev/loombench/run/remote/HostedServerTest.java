package dev.loombench.run.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.loombench.load.Responder;
import dev.loombench.result.Trial;
import dev.loombench.run.server.FailingHost;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class HostedServerTest {
    private static HostedServer server(FailingHost host) throws InterruptedException {
        return new HostedServer(1, host.start(new Trial(1, "one", 1), Path.of("unused")));
    }

    @Test
    void all_parts_end_where_each_of_them_fails_to() throws Exception {
        var host =
                new FailingHost(
                        Responder.unusedAddress(),
                        FailingHost.OBSERVERS,
                        FailingHost.SERVER,
                        FailingHost.DEPENDENCIES);
        var hosted = server(host);
        hosted.observe();
        assertThatIllegalStateException()
                .isThrownBy(hosted::close)
                .withMessage("no end of the observers");
        assertThat(host.ended())
                .containsExactlyInAnyOrder(
                        FailingHost.OBSERVERS, FailingHost.SERVER, FailingHost.DEPENDENCIES);
        assertThat(hosted.state()).isEmpty();
    }

    @Test
    void observers_that_did_not_start_can_be_ended() throws Exception {
        var host = new FailingHost(Responder.unusedAddress());
        var hosted = server(host);
        assertThatCode(hosted::endObservers).doesNotThrowAnyException();
        hosted.close();
        assertThat(host.ended())
                .containsExactlyInAnyOrder(FailingHost.SERVER, FailingHost.DEPENDENCIES);
    }
}
