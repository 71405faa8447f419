package dev.loombench.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.agent.link.LinkEnd;
import dev.loombench.agent.link.LinkFailed;
import dev.loombench.agent.link.LinkHandler;
import dev.loombench.agent.link.LinkProcess;
import dev.loombench.agent.link.Peer;
import dev.loombench.load.Responder;
import dev.loombench.run.backend.ProbeFailed;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What agents and controllers refuse, and what strangers cannot do to them.
@DisabledOnOs(OS.WINDOWS)
class AgentRefusalsTest extends StartedAgents {
    @Test
    void an_agent_works_for_one_controller_at_a_time() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses)) {
            assertThatThrownBy(() -> connect(addresses))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("already works for the controller 127.0.0.1:");
            var result = window(group, plan(users(1)), 50);
            assertThat(result.counts().succeeded()).isEqualTo(50);
        }
    }

    @Test
    void an_agent_of_another_version_is_refused() throws Exception {
        var addresses = start(1);
        assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.of(key), "2"))
                .isInstanceOf(WrongInput.class)
                .hasMessage(
                        "the agent 127.0.0.1:%d runs version 1, and the controller version 2: install the same version on both"
                                .formatted(addresses.getFirst().getPort()));
    }

    @Test
    void an_agent_that_sends_no_frame_is_refused_with_this_reason() throws Exception {
        var loopback = InetAddress.getLoopbackAddress();
        var stranger = new CompletableFuture<LinkEnd>();
        var handler =
                new LinkHandler() {
                    @Override
                    public void received(Peer peer, byte[] bytes) {
                        try {
                            stranger.join().send(peer, new byte[] {1, 2});
                        } catch (IOException e) {
                            throw new UncheckedIOException(e);
                        }
                    }

                    @Override
                    public void left(Peer peer) {
                        // after the test
                    }
                };
        try (var end =
                LinkEnd.listen(new InetSocketAddress(loopback, 0), Optional.empty(), handler)) {
            stranger.complete(end);
            var address = new InetSocketAddress(loopback, end.port());
            assertThatThrownBy(() -> AgentConnection.open(address, Optional.empty(), VERSION))
                    .isInstanceOf(LinkFailed.class)
                    .hasMessageContaining("sent a malformed frame");
        }
    }

    @Test
    void a_window_goes_on_while_a_controller_of_another_version_is_refused() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses);
                var load = group.start(plan(users(4)), true, false)) {
            load.openWindow();
            await(() -> load.progress().succeeded() > 20);
            assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.of(key), "2"))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("runs version 1, and the controller version 2");
            requireGoesOn(load);
        }
    }

    /// Another process that holds the key and has joined; the agent sees it leave without a word.
    @Test
    void a_window_goes_on_while_another_controller_is_killed() throws Exception {
        var addresses = start(1);
        try (var group = connect(addresses);
                var load = group.start(plan(users(4)), true, false)) {
            load.openWindow();
            await(() -> load.progress().succeeded() > 20);
            var port = String.valueOf(addresses.getFirst().getPort());
            var other = LinkProcess.start(List.of(), "join", port, keyFile('a').toString());
            try {
                assertThat(LinkProcess.port(other)).as("joined").isPositive();
            } finally {
                other.destroyForcibly().waitFor();
            }
            requireGoesOn(load);
        }
    }

    /// Further responses arrive, and the window ends without an error or a lost agent.
    private static void requireGoesOn(AgentLoad load) throws Exception {
        long before = load.progress().succeeded();
        await(() -> load.progress().succeeded() > before + 200);
        var result = load.closeWindow();
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.connections().established()).isEqualTo(4);
        assertThat(load.figures()).allSatisfy(f -> assertThat(f.loss()).isEmpty());
    }

    @Test
    void another_key_or_none_gets_nowhere() throws Exception {
        var addresses = start(1);
        var other = Optional.of(key('b'));
        assertThatThrownBy(() -> AgentGroup.connect(addresses, other, VERSION))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has another key");
        assertThatThrownBy(() -> AgentGroup.connect(addresses, Optional.empty(), VERSION))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("does not respond as an agent", "without a key file");
        assertThat(log).isEmpty();
        try (var group = connect(addresses)) {
            assertThat(group.size()).isEqualTo(1);
        }
    }

    @Test
    void a_stranger_without_tls_gets_no_byte_and_the_agent_goes_on() throws Exception {
        var addresses = start(1);
        try (var stranger = new Socket()) {
            stranger.connect(addresses.getFirst());
            stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(UTF_8));
            stranger.setSoTimeout((int) LIMIT.toMillis());
            var answer = stranger.getInputStream().readAllBytes();
            assertThat(new String(answer, UTF_8)).doesNotContain("loombench");
        } catch (java.net.SocketException reset) {
            assertThat(reset).hasMessageContaining("reset");
        }
        assertThat(log).isEmpty();
        connect(addresses).close();
    }

    /// A tool that scans ports opens connections, and sends nothing.
    @Test
    void silent_strangers_do_not_keep_a_controller_out() throws Exception {
        var addresses = start(1);
        var silent = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 100; i++) {
                var address = addresses.getFirst();
                silent.add(new Socket(address.getAddress(), address.getPort()));
            }
            connect(addresses).close();
        } finally {
            for (var socket : silent) {
                socket.close();
            }
        }
    }

    @Test
    void all_agents_that_cannot_be_reached_are_named_and_the_others_are_released()
            throws Exception {
        var addresses = new ArrayList<>(start(1));
        var dead = Responder.unusedAddress();
        addresses.add(dead);
        assertThatThrownBy(() -> connect(addresses))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no agent can be reached at 127.0.0.1:" + dead.getPort());
        connect(addresses.subList(0, 1)).close();
    }

    @Test
    void a_target_that_no_agent_reaches_is_refused_before_the_load() throws Exception {
        try (var group = connect(start(2))) {
            var dead = Responder.unusedAddress();
            var plan = plan(users(4), Traffic.of(HELLO), dead);
            assertThatThrownBy(() -> group.start(plan, true, false))
                    .isInstanceOf(ProbeFailed.class)
                    .hasMessageContaining("no server listens at 127.0.0.1:" + dead.getPort());
            // The agents are ready for another load.
            var result = window(group, plan(users(4)), 40);
            assertThat(result.counts().succeeded()).isEqualTo(40);
        }
    }

    @Test
    void fewer_connections_than_threads_are_refused() throws Exception {
        try (var group = connect(start(2))) {
            assertThatThrownBy(() -> group.start(plan(users(1)), true, false))
                    .isInstanceOf(WrongInput.class)
                    .hasMessageContaining("1 connections cannot be distributed to 2 agents");
        }
    }

    @Test
    void an_agent_without_a_key_listens_on_loopback_only() throws Exception {
        var elsewhere = new InetSocketAddress(InetAddress.getByName("192.0.2.1"), 7800);
        assertThatThrownBy(() ->
                        AgentServer.start(elsewhere, Optional.empty(), VERSION, LOAD, log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("without a key an agent listens on loopback only");
        assertThatThrownBy(() ->
                        AgentServer.start(
                                new InetSocketAddress(7800),
                                Optional.of(key),
                                VERSION,
                                LOAD,
                                log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("an agent listens on one address");
        var local = start(1).getFirst();
        assertThatThrownBy(
                        () -> AgentServer.start(local, Optional.of(key), VERSION, LOAD, log::add))
                .isInstanceOf(LinkFailed.class)
                .hasMessageContaining("cannot be used", "is another agent running");
    }
}
