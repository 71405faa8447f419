package dev.loombench.zoo.jetty;

import dev.loombench.zoo.work.Lifecycle;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.Work;
import dev.loombench.zoo.work.WrongOption;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/// Jetty: selectors watch the connections; who runs the handler is up to the thread pool.
public final class JettyServer {
    private static final int ACCEPTORS = 1;
    private static final int SELECTORS = 2;
    private static final int OWN_THREADS = 16;

    private JettyServer() {}

    public static void main(String[] args) {
        Lifecycle.run(args, JettyServer::start);
    }

    private static int start(Options options) throws Exception {
        var server = new Server(threads(options));
        var connector =
                new ServerConnector(server, ACCEPTORS, SELECTORS, new HttpConnectionFactory());
        connector.setHost(options.address().getAddress().getHostAddress());
        connector.setPort(options.port());
        openLimits(connector);
        server.addConnector(connector);
        server.setHandler(new WorkHandler(new Work(options)));
        server.start();
        return connector.getLocalPort();
    }

    private static QueuedThreadPool threads(Options options) {
        return switch (options.model()) {
            case "platform-pool" -> fixed(options.threads());
            case "virtual" -> virtual();
            default -> throw WrongOption.noModel(options.model(), "platform-pool", "virtual");
        };
    }

    /// Acceptor and selectors take threads of the same pool, and come on top. None is reserved for
    /// taking over a selector: it would be missing among those that run handlers.
    private static QueuedThreadPool fixed(int threads) {
        int all = threads + ACCEPTORS + SELECTORS;
        var pool = new QueuedThreadPool(all, all);
        pool.setReservedThreads(0);
        return pool;
    }

    /// Jetty's own threads stay platform threads; only what may block goes to a virtual one. Its
    /// default of 200 own ones would be started by a burst of new connections, and be idle after.
    private static QueuedThreadPool virtual() {
        var pool = new QueuedThreadPool(OWN_THREADS, OWN_THREADS);
        pool.setVirtualThreadsExecutor(VirtualThreads.getDefaultVirtualThreadsExecutor());
        return pool;
    }

    /// Jetty's defaults: 30 s idle and the system's own backlog; it knows no limit of connections,
    /// nor of requests on one. An idle time of 0 is no limit.
    private static void openLimits(ServerConnector connector) {
        connector.setIdleTimeout(0);
        connector.setAcceptQueueSize(Options.BACKLOG);
        connector.setAcceptedTcpNoDelay(true);
    }
}
