package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.process.ProcessExit;
import dev.loombench.launch.process.ServerProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The zoo's contract for servers that speak lines, in every model: they start and end as the
/// others do, and send each line back.
@TestMethodOrder(OrderAnnotation.class)
@ParameterizedClass(name = "{0}")
@MethodSource("dev.loombench.launch.Candidate#ofLines")
class LineConformanceIT {
    private static final int USERS = 300;
    private static final int LAST = Integer.MAX_VALUE; // tests without an order come before

    private final Candidate candidate;
    private final ServerProcess server;
    private final List<Process> others = new ArrayList<>();

    LineConformanceIT(Candidate candidate) throws InterruptedException {
        this.candidate = candidate;
        this.server = candidate.running();
    }

    @AfterEach
    void stopOthers() {
        others.forEach(Process::destroyForcibly);
    }

    @Test
    void every_line_comes_back_as_it_was() throws IOException {
        try (var client = new RawLines(server.port())) {
            for (var line : List.of("Hello world!", "", "é and ☃", "x".repeat(100_000))) {
                client.send(line + "\n");
                assertThat(client.receive()).isEqualTo(line);
            }
            for (int i = 0; i < 3_000; i++) {
                client.send(i + "\n");
                assertThat(client.receive()).isEqualTo(Integer.toString(i));
            }
        }
    }

    @Test
    void nothing_comes_back_before_the_line_is_complete() throws IOException {
        try (var client = new RawLines(server.port())) {
            client.send("in two");
            client.send(" pieces\n");
            assertThat(client.receive()).isEqualTo("in two pieces");
        }
    }

    /// The models differ in whether a held connection uses a platform thread.
    @Test
    @EnabledOnOs(OS.LINUX)
    void held_connections_use_the_threads_of_the_model() throws IOException {
        var clients = new ArrayList<RawLines>();
        try {
            int before = threads();
            for (int i = 0; i < USERS; i++) {
                var client = new RawLines(server.port());
                clients.add(client);
                client.send("held\n");
                assertThat(client.receive()).isEqualTo("held");
            }
            int more = threads() - before;
            switch (candidate.threads()) {
                case UNBOUNDED -> assertThat(more).isGreaterThanOrEqualTo(USERS);
                case VIRTUAL -> assertThat(more).isLessThan(30);
                case BOUNDED, EVENT_LOOP -> throw new AssertionError("no rule for " + candidate);
            }
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    @Test
    void a_second_server_on_the_same_port_reports_it_and_ends() throws Exception {
        var second = run(candidate.replaced("--port", Integer.toString(server.port())));
        assertThat(second.waitFor()).isEqualTo(1);
        assertThat(second.errorReader().readAllAsString()).contains("cannot listen on the port: ");
    }

    @Test
    void an_unknown_model_ends_with_code_2() throws Exception {
        var wrong = run(candidate.replaced("--model", "none-such"));
        assertThat(wrong.waitFor()).isEqualTo(2);
        assertThat(wrong.errorReader().readAllAsString())
                .contains("no model none-such: this server has ")
                .contains(candidate.model());
    }

    @Test
    void it_ends_when_its_input_closes() throws Exception {
        var orphan = run(candidate.replaced("--port", "0"));
        assertThat(orphan.inputReader().readLine()).startsWith("READY port=");
        orphan.outputWriter().close();
        orphan.waitFor(); // hangs if the closed input does not end it
    }

    @Test
    void it_prints_only_the_ready_line_at_its_start() {
        assertThat(server.logTail(10)).containsExactly("READY port=" + server.port());
    }

    @Test
    @Order(LAST)
    void sigterm_ends_it_while_connections_are_held() throws Exception {
        try (var client = new RawLines(server.port())) {
            client.send("held\n");
            assertThat(client.receive()).isEqualTo("held");
            assertThat(server.stop())
                    .isEqualTo(
                            new ProcessExit(
                                    143, ProcessExit.ExitCause.ON_REQUEST, Optional.empty()));
        }
    }

    private Process run(List<String> command) throws IOException {
        var process = new ProcessBuilder(command).start();
        others.add(process);
        return process;
    }

    private int threads() throws IOException {
        try (var tasks = Files.list(Path.of("/proc", Long.toString(server.pid()), "task"))) {
            return (int) tasks.count();
        }
    }

    /// One connection.
    private static final class RawLines implements AutoCloseable {
        private static final int SILENCE_MILLIS = 120_000;

        private final Socket socket;
        private final BufferedReader in;

        RawLines(int port) throws IOException {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(SILENCE_MILLIS);
            in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        }

        void send(String text) throws IOException {
            socket.getOutputStream().write(text.getBytes(UTF_8));
        }

        String receive() throws IOException {
            return String.valueOf(in.readLine());
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }
}
