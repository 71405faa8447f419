package dev.loombench.run.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.loombench.SampleRun;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Phases;
import dev.loombench.experiment.Scenario;
import dev.loombench.load.Responder;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.run.server.FailingHost;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Trials of servers that respond, and fail to end.
class TrialRunnerTest {
    private static final LoadModel USERS = new LoadModel.Closed(2, Duration.ZERO);

    @TempDir private Path folder;
    private Responder responder;

    @BeforeEach
    void open() throws IOException {
        responder = Responder.always(Responder.HELLO);
    }

    @AfterEach
    void close() throws IOException {
        responder.close();
    }

    private TrialRunner runner(FailingHost host) {
        return new TrialRunner(experiment(), 1, host, LoadDriver.OWN_PROCESS, _ -> folder);
    }

    private static Experiment experiment() {
        var sample = SampleRun.experiment(USERS);
        var phases =
                new Phases(Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(200));
        return sample.withScenario(new Scenario(USERS, sample.traffic(), phases));
    }

    /// @param count 1, or 2 for an interleaved block
    private static List<TrialRequest> requests(int count) {
        return SampleRun.manifest().plan().subList(0, count).stream()
                .map(trial -> new TrialRequest(trial, false, (_, _, _) -> {}))
                .toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void results_are_kept_where_servers_and_what_they_need_fail_to_end(int trials) {
        var host =
                new FailingHost(responder.address(), FailingHost.SERVER, FailingHost.DEPENDENCIES);
        assertThatExceptionOfType(EndFailed.class)
                .isThrownBy(() -> runner(host).run(requests(trials)))
                .withMessageContaining("no end of the server")
                .satisfies(failed -> {
                    assertThat(failed.results())
                            .extracting(result -> result.trial().number())
                            .isEqualTo(List.of(1, 2).subList(0, trials));
                    assertThat(failed.results())
                            .allSatisfy(result ->
                                    assertThat(result.outcome())
                                            .isInstanceOfSatisfying(
                                                    Completed.class,
                                                    c ->
                                                            assertThat(
                                                                            c.load()
                                                                                    .counts()
                                                                                    .succeeded())
                                                                    .isPositive()));
                });
        assertThat(host.ended())
                .as("no command follows a server that may still run")
                .containsExactlyInAnyOrder(
                        FailingHost.OBSERVERS, FailingHost.SERVER, FailingHost.DEPENDENCIES);
    }

    @Test
    void all_parts_of_a_probed_server_end_where_each_of_them_fails_to() throws Exception {
        var host =
                new FailingHost(
                        responder.address(),
                        FailingHost.OBSERVERS,
                        FailingHost.SERVER,
                        FailingHost.DEPENDENCIES);
        var probed = runner(host).start(requests(1).getFirst(), USERS);
        assertThatIllegalStateException()
                .isThrownBy(probed::close)
                .withMessage("no end of the observers");
        assertThat(host.ended())
                .containsExactlyInAnyOrder(
                        FailingHost.OBSERVERS, FailingHost.SERVER, FailingHost.DEPENDENCIES);
    }

    /// Nothing listens at the address of the server.
    @Test
    void what_a_probed_server_needs_ends_where_the_server_fails_to() throws Exception {
        var host = new FailingHost(Responder.unusedAddress(), FailingHost.SERVER);
        assertThatIllegalStateException()
                .as("a server that may still run would disturb the next one")
                .isThrownBy(() -> runner(host).start(requests(1).getFirst(), USERS))
                .withMessage("no end of the server")
                .satisfies(e ->
                        assertThat(e.getSuppressed())
                                .hasExactlyElementsOfTypes(ServerFailed.class));
        assertThat(host.ended())
                .containsExactlyInAnyOrder(FailingHost.SERVER, FailingHost.DEPENDENCIES);
    }

    @Test
    void a_probed_server_that_is_lost_and_fails_to_end_ends_the_search() throws Exception {
        var host = new FailingHost(responder.address(), FailingHost.SERVER);
        var probed = runner(host).start(requests(1).getFirst(), USERS);
        host.loseServers();
        assertThatIllegalStateException()
                .isThrownBy(() -> probed.warmUp(Duration.ofSeconds(1)))
                .withMessage("no end of the server");
        assertThat(host.ended()).contains(FailingHost.DEPENDENCIES);
    }

    /// It may undo what was done before the start, which would fail before that of the next one.
    @Test
    void a_command_follows_the_end_of_a_probed_server_that_failed() throws Exception {
        var host = new FailingHost(responder.address());
        var probed = runner(host).start(requests(1).getFirst(), USERS);
        host.loseServers();
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> probed.warmUp(Duration.ofSeconds(1)))
                .withMessage("the server is lost");
        probed.close();
        assertThat(host.ended())
                .containsExactlyInAnyOrder(
                        FailingHost.OBSERVERS,
                        FailingHost.SERVER,
                        FailingHost.COMMAND,
                        FailingHost.DEPENDENCIES);
        var unreachable = new FailingHost(Responder.unusedAddress());
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> runner(unreachable).start(requests(1).getFirst(), USERS));
        assertThat(unreachable.ended())
                .containsExactlyInAnyOrder(
                        FailingHost.SERVER, FailingHost.COMMAND, FailingHost.DEPENDENCIES);
    }
}
