package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/// The zoo's contract for servers that speak lines, in every model: they start and end as the
/// others do, and send each line back.
@ParameterizedClass(name = "{0}")
@MethodSource("dev.loombench.launch.Candidate#ofLines")
class LineConformanceIT extends ServerConformance {
    private static final int USERS = 300;

    LineConformanceIT(Candidate candidate) throws InterruptedException {
        super(candidate);
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
            int during = threads();
            switch (candidate.threads()) {
                // those of earlier connections may have ended since
                case UNBOUNDED -> assertThat(during).isGreaterThanOrEqualTo(USERS);
                case VIRTUAL -> assertThat(during - before).isLessThan(30);
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
        assertThat(refusedPort().isAlive()).isFalse();
    }

    @Test
    void an_unknown_model_ends_with_code_2() throws Exception {
        assertRefusesUnknownModel();
    }

    @Test
    void it_ends_when_its_input_closes() throws Exception {
        assertEndsWithInput(candidate.replaced("--port", "0"));
    }

    @Test
    @Order(LAST)
    void sigterm_ends_it_while_connections_are_held() throws Exception {
        try (var client = new RawLines(server.port())) {
            client.send("held\n");
            assertThat(client.receive()).isEqualTo("held");
            assertEndsBySigterm();
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
