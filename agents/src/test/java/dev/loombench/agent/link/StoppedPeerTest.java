package dev.loombench.agent.link;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The other end is a process that is stopped, as by Ctrl-Z: its kernel still accepts connections,
/// and bytes until its buffers are full.
@DisabledOnOs(OS.WINDOWS)
class StoppedPeerTest {
    private static final byte[] SECRET = "a".repeat(32).getBytes(US_ASCII);

    @TempDir private static Path folder;

    private final CompletableFuture<Peer> joined = new CompletableFuture<>();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final LinkHandler handler =
            new LinkHandler() {
                @Override
                public void left(Peer peer) {
                    gone.countDown();
                }

                @Override
                public void received(Peer peer, byte[] bytes) {
                    joined.complete(peer);
                }
            };

    /// More than the buffers of its connection hold.
    @Test
    void it_is_lost_although_a_message_to_it_does_not_get_on() throws Exception {
        whileStuck((agent, peer) -> {
            assertThat(gone.await(5, TimeUnit.MINUTES)).isTrue();
            assertThat(agent.isHere(peer)).isFalse();
        });
    }

    /// Before it is lost.
    @Test
    void this_end_is_closed_although_a_message_does_not_get_on() throws Exception {
        whileStuck((agent, _) -> agent.close());
        assertThat(gone.getCount()).isOne();
    }

    private interface Step {
        void run(LinkEnd agent, Peer peer) throws InterruptedException;
    }

    private void whileStuck(Step step) throws Exception {
        var key = Optional.of(SharedKey.of(SECRET));
        try (var agent = LinkEnd.listen(TestChannels.ANY, key, handler)) {
            var other =
                    LinkProcess.start(List.of(), "join", Integer.toString(agent.port()), keyFile());
            try {
                assertThat(LinkProcess.port(other)).as("joined").isPositive();
                var peer = joinedPeer(other);
                signal("STOP", other);
                Thread.startVirtualThread(() -> sendMuch(agent, peer));
                Thread.sleep(500); // the peer is lost after 5 s
                step.run(agent, peer);
            } finally {
                other.destroyForcibly().waitFor();
            }
        }
    }

    private Peer joinedPeer(Process other) throws Exception {
        var in = other.getOutputStream();
        in.write(1);
        in.flush();
        return joined.get();
    }

    private static void sendMuch(LinkEnd agent, Peer peer) {
        try {
            for (int i = 0; i < 5; i++) {
                agent.send(peer, new byte[20_000_000]);
            }
        } catch (IOException expected) {
            assertThat(agent.isHere(peer)).isFalse();
        }
    }

    private static void signal(String name, Process process)
            throws IOException, InterruptedException {
        var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    private static String keyFile() throws IOException {
        var owner = PosixFilePermissions.fromString("rw-------");
        var attribute = PosixFilePermissions.asFileAttribute(owner);
        var file = Files.createTempFile(folder, "key", "", attribute);
        return Files.write(file, SECRET).toString();
    }
}
