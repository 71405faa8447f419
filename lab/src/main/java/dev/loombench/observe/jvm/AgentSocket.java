package dev.loombench.observe.jvm;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The connection that `jvm-agent.jar` opens from another JVM.
///
/// The lab listens on loopback while the agent is loaded, and the agent connects to it, so that the
/// other JVM opens no port.
final class AgentSocket {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};
    private static final int ACCEPT_MILLIS = 10_000;
    private static final int SECRET_BYTES = 16;

    private AgentSocket() {}

    /// Loads the agent into a JVM and waits for it to connect.
    ///
    /// @param mode a fourth argument of the agent; empty for none
    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    static Socket open(VirtualMachine machine, String mode) throws IOException {
        var random = new SecureRandom();
        var agentSecret = secret(random);
        var labSecret = secret(random);
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            server.setSoTimeout(ACCEPT_MILLIS);
            // The agent waits for the lab's secret, so this thread, which loads it, cannot accept
            // too.
            var accepting = new AgentAcceptor(server, agentSecret, labSecret);
            var thread = Thread.ofPlatform().daemon().name("agent-accept").start(accepting);
            load(
                    machine,
                    "%d %s %s %s"
                            .formatted(server.getLocalPort(), agentSecret, labSecret, mode)
                            .strip());
            thread.join();
            return accepting.accepted();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the agent connected", e);
        }
    }

    private static void load(VirtualMachine machine, String arguments) throws IOException {
        try {
            machine.loadAgent(agent().toString(), arguments);
        } catch (AgentLoadException | AgentInitializationException e) {
            throw new IOException(
                    "the JVM did not load %s: %s (a runtime without java.instrument, or -XX:-EnableDynamicAgentLoading)"
                            .formatted(agent().getFileName(), e.getMessage()),
                    e);
        }
    }

    private static Path agent() throws IOException {
        var home = System.getProperty("loombench.home");
        if (home == null) {
            throw new IOException("loombench.home is not set: start with the loombench launcher");
        }
        var jar = Path.of(home, "jvm-agent", "target", "jvm-agent.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("%s is missing: the loombench launcher builds it".formatted(jar));
        }
        return jar.toRealPath();
    }

    private static String secret(SecureRandom random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Accepts the agent's connection and closes any other.
    private static final class AgentAcceptor implements Runnable {
        private final ServerSocket server;
        private final byte[] agentSecret;
        private final byte[] labSecret;
        private volatile @Nullable Socket socket;
        private volatile @Nullable IOException failure;

        AgentAcceptor(ServerSocket server, String agentSecret, String labSecret) {
            this.server = server;
            this.agentSecret = agentSecret.getBytes(US_ASCII);
            this.labSecret = labSecret.getBytes(US_ASCII);
        }

        @Override
        public void run() {
            try {
                while (socket == null) {
                    socket = authenticated(server.accept());
                }
            } catch (IOException e) {
                failure = e;
            }
        }

        private @Nullable Socket authenticated(Socket accepted) throws IOException {
            accepted.setSoTimeout(ACCEPT_MILLIS);
            try {
                if (MessageDigest.isEqual(
                        agentSecret, accepted.getInputStream().readNBytes(agentSecret.length))) {
                    accepted.setTcpNoDelay(true);
                    accepted.getOutputStream().write(labSecret);
                    accepted.setSoTimeout(0);
                    return accepted;
                }
            } catch (IOException e) {
                accepted.close();
                return null;
            }
            accepted.close();
            return null;
        }

        Socket accepted() throws IOException {
            var connected = socket;
            if (connected == null) {
                throw new IOException("the agent did not connect: " + failure, failure);
            }
            return connected;
        }
    }
}
