package dev.loombench.zoo.jetty;

import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import java.util.concurrent.Executor;
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
        ServerMain.run(args, JettyServer::start);
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
            case "autonomic-pool" -> handingOverTo(AutonomicPool.start());
            case "platform-pool" -> fixed(options.threads());
            case "virtual" -> handingOverTo(VirtualThreads.getDefaultVirtualThreadsExecutor());
            case "virtual-governed" -> {
                CarrierGovernor.start();
                yield handingOverTo(VirtualThreads.getDefaultVirtualThreadsExecutor());
            }
            default ->
                    throw UsageException.noModel(
                            options.model(),
                            "autonomic-pool",
                            "platform-pool",
                            "virtual",
                            "virtual-governed");
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

    /// Jetty's own threads stay as they are; only what may block goes to the executor, which Jetty
    /// calls the one of virtual threads, and which may have others. Its default of 200 own threads
    /// would be started by a burst of new connections, and be idle after.
    private static QueuedThreadPool handingOverTo(Executor executor) {
        var pool = new QueuedThreadPool(OWN_THREADS, OWN_THREADS);
        pool.setVirtualThreadsExecutor(executor);
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
