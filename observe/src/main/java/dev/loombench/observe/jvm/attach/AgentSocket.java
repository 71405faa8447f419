package dev.loombench.observe.jvm.attach;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.loombench.observe.proc.ProcessNamespaces;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// The connection that `jvm-agent.jar` opens from another JVM.
///
/// The lab listens while the agent is loaded, and the agent connects to it, so that the other JVM
/// opens no port: on loopback, or, where that is another for the JVM, at a socket in a folder that
/// both find.
public final class AgentSocket {
    private static final byte[] LOOPBACK = {127, 0, 0, 1};

    /// For the agent's secret, which another process that connects does not send; a collection may
    /// stop the agent meanwhile.
    private static final int SECRET_MILLIS = 60_000;

    private static final int SECRET_BYTES = 16;

    private AgentSocket() {}

    /// What the agent is to do with the connection.
    public enum Mode {
        FIGURES("figures"),
        BEANS("beans");

        private final String label;

        Mode(String label) {
            this.label = label;
        }
    }

    /// Accepts a connection, and fails when its socket is closed.
    private interface Acceptor {
        AgentStreams accept() throws IOException;
    }

    /// Loads the agent into a JVM and waits for it to connect.
    ///
    /// @throws IOException when the JVM loads no agents, or ends meanwhile
    public static AgentStreams open(JvmAttachment jvm, Mode mode) throws IOException {
        return ProcessNamespaces.of(jvm.pid()).shareNetwork()
                ? openOnLoopback(jvm, mode)
                : SharedFolder.use(jvm.pid(), folder -> openInFolder(jvm, mode, folder));
    }

    private static AgentStreams openOnLoopback(JvmAttachment jvm, Mode mode) throws IOException {
        try (var server = new ServerSocket(0, 1, InetAddress.getByAddress(LOOPBACK))) {
            var address = Integer.toString(server.getLocalPort());
            return open(
                    jvm,
                    mode,
                    address,
                    server,
                    () -> {
                        var accepted = server.accept();
                        accepted.setTcpNoDelay(true);
                        return AgentStreams.of(accepted);
                    });
        }
    }

    private static AgentStreams openInFolder(JvmAttachment jvm, Mode mode, SharedFolder folder)
            throws IOException {
        try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(UnixDomainSocketAddress.of(folder.here().resolve("lab")));
            var address = folder.there().resolve("lab").toString();
            return open(jvm, mode, address, server, () -> AgentStreams.of(server.accept()));
        }
    }

    /// @param server closed here when the agent has run, since it connects before it returns
    private static AgentStreams open(
            JvmAttachment jvm, Mode mode, String address, Closeable server, Acceptor acceptor)
            throws IOException {
        var random = new SecureRandom();
        var agentSecret = secret(random);
        var labSecret = secret(random);
        // The agent waits for the lab's secret, so this thread, which loads it, cannot accept too.
        var accepting = new AcceptedAgent(acceptor, agentSecret, labSecret);
        var thread = Thread.ofPlatform().daemon().name("agent-accept").start(accepting);
        load(jvm, String.join(" ", agentSecret, labSecret, mode.label, address));
        server.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the agent connected", e);
        }
        return accepting.connected(address);
    }

    private static void load(JvmAttachment jvm, String arguments) throws IOException {
        var agent = jar();
        try {
            jvm.loadAgent(agent, arguments);
        } catch (JvmAttachment.NotLoaded e) {
            throw new IOException(
                    "the JVM did not load %s: %s (a runtime without java.instrument, or -XX:-EnableDynamicAgentLoading)"
                            .formatted(agent.getFileName(), e.getMessage()),
                    e);
        }
    }

    /// The agent.
    public static Path jar() throws IOException {
        var home = System.getProperty("loombench.home");
        if (home == null) {
            throw new IOException("loombench.home is not set: start with the loombench launcher");
        }
        var jar = Path.of(home, "jvm-agent", "target", "jvm-agent.jar");
        if (!Files.isRegularFile(jar)) {
            throw new IOException("%s is missing: the loombench launcher builds it".formatted(jar));
        }
        return jar;
    }

    private static String secret(SecureRandom random) {
        var bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /// Accepts the agent's connection and closes any other.
    private static final class AcceptedAgent implements Runnable {
        private final Acceptor acceptor;
        private final byte[] agentSecret;
        private final byte[] labSecret;
        private volatile @Nullable AgentStreams agent;
        private volatile @Nullable IOException failure;

        AcceptedAgent(Acceptor acceptor, String agentSecret, String labSecret) {
            this.acceptor = acceptor;
            this.agentSecret = agentSecret.getBytes(US_ASCII);
            this.labSecret = labSecret.getBytes(US_ASCII);
        }

        @Override
        public void run() {
            try {
                while (agent == null) {
                    agent = authenticated(acceptor.accept());
                }
            } catch (IOException e) {
                failure = e;
            }
        }

        private @Nullable AgentStreams authenticated(AgentStreams accepted) throws IOException {
            try {
                accepted.limitReads(SECRET_MILLIS);
                if (MessageDigest.isEqual(
                        agentSecret, accepted.in().readNBytes(agentSecret.length))) {
                    accepted.out().write(labSecret);
                    accepted.limitReads(0);
                    return accepted;
                }
            } catch (IOException e) {
                accepted.close();
                return null;
            }
            accepted.close();
            return null;
        }

        AgentStreams connected(String address) throws IOException {
            var connected = agent;
            if (connected == null) {
                throw new IOException(
                        address.startsWith("/")
                                ? "its network is another than that of this process, and the agent in it did not connect by the socket %s, which needs JDK 16: run loombench in its network, as with nsenter --net --target PID"
                                        .formatted(address)
                                : "the agent in it did not connect to port %s of loopback"
                                        .formatted(address),
                        failure);
            }
            return connected;
        }
    }
}
