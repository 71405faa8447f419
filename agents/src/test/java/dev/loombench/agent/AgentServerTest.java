package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.agent.link.LinkEnd;
import dev.loombench.agent.link.LinkHandler;
import dev.loombench.agent.link.Peer;
import dev.loombench.agent.wire.Frame;
import dev.loombench.agent.wire.Frame.ServerCall;
import dev.loombench.agent.wire.FrameReader;
import dev.loombench.agent.wire.FrameWriter;
import dev.loombench.agent.wire.MalformedFrame;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// One agent and the controllers that come to it, over loopback.
class AgentServerTest {
    private static final String VERSION = "1";
    private static final InetSocketAddress ANY =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private final ConcurrentLinkedQueue<String> log = new ConcurrentLinkedQueue<>();

    /// The frames that one end receives.
    private static final class Frames implements LinkHandler {
        private final LinkedBlockingQueue<Frame> arrived = new LinkedBlockingQueue<>();

        @Override
        public void left(Peer peer) {}

        @Override
        public void received(Peer peer, byte[] bytes) {
            try {
                arrived.add(FrameReader.read(bytes));
            } catch (MalformedFrame e) {
                throw new IllegalStateException(e);
            }
        }

        @Nullable Frame next() throws InterruptedException {
            return arrived.poll(5, TimeUnit.MINUTES);
        }
    }

    /// A role whose work ends when the test allows it.
    private record SlowEnd(CountDownLatch ending, CountDownLatch mayEnd)
            implements ServerRole, ServerRole.ServerWork {
        SlowEnd() {
            this(new CountDownLatch(1), new CountDownLatch(1));
        }

        @Override
        public ServerWork begin(Consumer<String> log) {
            return this;
        }

        @Override
        public String execute(ServerCall call, String text) {
            return "";
        }

        @Override
        public List<Frame.ServerState> states() {
            return List.of();
        }

        @Override
        public boolean end() {
            ending.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return true;
        }
    }

    private AgentServer start(AgentRoles roles) throws Exception {
        return AgentServer.start(ANY, Optional.empty(), VERSION, roles, log::add);
    }

    private static InetSocketAddress address(AgentServer agent) {
        return new InetSocketAddress(ANY.getAddress(), agent.port());
    }

    private static void send(LinkEnd controller, Frame frame) throws Exception {
        controller.send(controller.first(), FrameWriter.bytes(frame));
    }

    /// The work of one controller ended in the thread that installs the view without it, so that
    /// the next could not join, and was refused after 5 s.
    @Test
    void the_next_controller_joins_while_the_work_for_the_one_before_ends() throws Exception {
        var role = new SlowEnd();
        var frames = new Frames();
        try (var agent = start(new AgentRoles(false, Optional.of(role)))) {
            ServerAgent.connect(address(agent), Optional.empty(), VERSION).close();
            role.ending().await();
            try (var next = LinkEnd.connect(address(agent), Optional.empty(), frames)) {
                send(next, new Frame.Hello(VERSION));
                role.mayEnd().countDown();
                assertThat(frames.next()).isEqualTo(new Frame.Welcome(VERSION));
            } finally {
                role.mayEnd().countDown();
            }
        }
        assertThat(log.stream().limit(3))
                .satisfiesExactly(
                        line -> assertThat(line).endsWith("joined"),
                        line -> assertThat(line).endsWith("servers ended; waiting for the next"),
                        line -> assertThat(line).endsWith("joined"));
    }

    /// One that stood still sees no view without itself, and the acknowledgements of what it sends
    /// are signs of life: the agent has to say it.
    @Test
    void a_controller_without_a_session_is_refused_at_its_next_frame() throws Exception {
        var frames = new Frames();
        try (var agent = start(new AgentRoles(true, Optional.empty()));
                var controller = LinkEnd.connect(address(agent), Optional.empty(), frames)) {
            send(controller, new Frame.Ping(1));
            assertThat(frames.next())
                    .isEqualTo(new Frame.Refused("does not work for this controller any more"));
        }
        assertThat(log).isEmpty();
    }

    @Test
    void an_agent_that_ends_a_session_is_lost() throws Exception {
        var agent = new Ending();
        try (var endpoint = LinkEnd.listen(ANY, Optional.empty(), agent)) {
            agent.endpoint = endpoint;
            var address = new InetSocketAddress(ANY.getAddress(), endpoint.port());
            try (var connection = AgentConnection.open(address, Optional.empty(), VERSION)) {
                connection.send(new Frame.Ping(1));
                while (connection.lost().isEmpty()) {
                    Thread.sleep(5);
                }
                assertThat(connection.lost()).hasValue("has a defect");
            }
        }
    }

    /// Welcomes a controller, and ends the session at the next frame.
    private static final class Ending implements LinkHandler {
        private volatile @Nullable LinkEnd endpoint;

        @Override
        public void left(Peer peer) {}

        @Override
        public void received(Peer peer, byte[] bytes) {
            try {
                Frame answer =
                        FrameReader.read(bytes) instanceof Frame.Hello(var version)
                                ? new Frame.Welcome(version)
                                : new Frame.Refused("has a defect");
                var open = endpoint;
                if (open != null) {
                    open.send(peer, FrameWriter.bytes(answer));
                }
            } catch (IOException | MalformedFrame e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
