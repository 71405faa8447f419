package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/// The zoo's contract for servers of every protocol: how their processes start and end.
@TestMethodOrder(OrderAnnotation.class)
abstract class ServerConformance {
    static final int LAST = Integer.MAX_VALUE; // tests without an order come before

    /// Less than servers wait for a request that does not end, some of them 30 s; and several times
    /// what their end takes beside other tests.
    private static final Duration GRACE = Duration.ofSeconds(20);

    final Candidate candidate;
    final ServerProcess server;
    private final List<Process> others = new ArrayList<>();

    ServerConformance(Candidate candidate) throws InterruptedException {
        this.candidate = candidate;
        this.server = candidate.running();
    }

    @AfterEach
    void stopOthers() {
        others.forEach(Process::destroyForcibly);
    }

    @Test
    void it_prints_only_the_ready_line_at_its_start() {
        assertThat(server.logTail(10)).containsExactly("READY port=" + server.port());
    }

    /// A process beside the server, until the test ends.
    final Process run(List<String> command) throws IOException {
        var process = new ProcessBuilder(command).start();
        others.add(process);
        return process;
    }

    /// Starts a server on the port of this one, which ends.
    final Process refusedPort() throws Exception {
        var second = run(candidate.replaced("--port", Integer.toString(server.port())));
        assertThat(second.waitFor()).isEqualTo(1);
        assertThat(second.errorReader().readAllAsString()).contains("cannot listen on the port: ");
        return second;
    }

    final void assertRefusesUnknownModel() throws Exception {
        var wrong = run(candidate.replaced("--model", "none-such"));
        assertThat(wrong.waitFor()).isEqualTo(2);
        assertThat(wrong.errorReader().readAllAsString())
                .contains("no model none-such: this server has ")
                .contains(candidate.model());
    }

    /// Asserts that a server ends when its input does.
    final void assertEndsWithInput(List<String> command) throws Exception {
        var orphan = run(command);
        assertThat(orphan.inputReader().readLine()).startsWith("READY port=");
        orphan.outputWriter().close();
        orphan.waitFor(); // hangs if the closed input does not end it
    }

    final void assertEndsBySigterm() {
        assertThat(server.stop(GRACE))
                .isEqualTo(
                        new ProcessExit(143, ProcessExit.ExitCause.ON_REQUEST, Optional.empty()));
    }

    final int threads() throws IOException {
        try (var tasks = Files.list(Path.of("/proc", Long.toString(server.pid()), "task"))) {
            return (int) tasks.count();
        }
    }
}
