package dev.loombench.observe.jvm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.jvm.attach.AgentStreams;
import dev.loombench.observe.jvm.attach.JvmAgentConnection.ConnectionLost;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// The other side is a process that may be anything.
class FigureConnectionTest {
    private interface Call {
        void on(FigureConnection connection) throws IOException;
    }

    /// Calls a JVM that sends a text and then closes the connection.
    private static void call(String text, Call call) throws Exception {
        try (var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            var jvm = Thread.ofPlatform().daemon().start(() -> respond(server, text));
            try (var connection =
                    new FigureConnection(
                            AgentStreams.of(
                                    new Socket(server.getInetAddress(), server.getLocalPort())))) {
                call.on(connection);
            }
            jvm.join();
        }
    }

    private static void respond(ServerSocket server, String text) {
        try (var accepted = server.accept()) {
            accepted.getOutputStream().write(text.getBytes(UTF_8));
            accepted.shutdownOutput();
            accepted.getInputStream().readAllBytes();
        } catch (IOException closed) {
            return; // the caller has read enough
        }
    }

    @Test
    void a_figure_is_read() throws Exception {
        call("ok 17\n", connection -> assertThat(connection.threads()).isEqualTo(17));
    }

    @Test
    void loaded_packages_are_those_that_the_jvm_names() throws Exception {
        call(
                "ok a.pool c.pool\nok\n",
                connection -> {
                    assertThat(connection.loaded(Set.of("a.pool", "b.pool", "c.pool")))
                            .containsExactlyInAnyOrder("a.pool", "c.pool");
                    assertThat(connection.loaded(Set.of("b.pool"))).doesNotContain("b.pool");
                });
    }

    @Test
    void a_refusal_is_reported_in_its_words() throws Exception {
        call(
                "failed no such module\n",
                connection ->
                        assertThatThrownBy(() -> connection.sample(true, false))
                                .isInstanceOf(IOException.class)
                                .hasMessage("no such module"));
    }

    /// Its classes stay loaded until the JVM ends.
    @Test
    void an_agent_of_an_earlier_version_is_named_where_it_does_not_know_a_request()
            throws Exception {
        call(
                "failed unknown request virtual\n",
                connection ->
                        assertThatThrownBy(connection::ranVirtualThreads)
                                .isInstanceOf(OlderAgentException.class)
                                .hasMessageContaining("\"virtual\""));
    }

    @Test
    void a_reply_without_an_end_is_not_read_to_its_end() throws Exception {
        call(
                "x".repeat(3 << 20),
                connection ->
                        assertThatThrownBy(connection::threads)
                                .isInstanceOf(ConnectionLost.class)
                                .hasMessageContaining("more than 1,048,576 characters"));
    }

    @Test
    void a_reply_that_is_cut_off_is_a_lost_connection() throws Exception {
        call(
                "ok 1",
                connection ->
                        assertThatThrownBy(connection::threads)
                                .isInstanceOf(ConnectionLost.class)
                                .hasMessageContaining("closed by the JVM"));
    }

    @Test
    void a_jvm_that_does_not_describe_itself_is_refused() throws Exception {
        call(
                "ok 25\tx\n",
                connection ->
                        assertThatThrownBy(connection::jvm)
                                .isInstanceOf(IOException.class)
                                .hasMessageContaining("expected 7 fields"));
    }
}
