package dev.loombench.zoo.jetty;

import dev.loombench.governor.carrier.CarrierGovernor;
import dev.loombench.governor.pool.AutonomicPool;
import dev.loombench.zoo.work.Options;
import dev.loombench.zoo.work.ServerMain;
import dev.loombench.zoo.work.ServerTls;
import dev.loombench.zoo.work.UsageException;
import dev.loombench.zoo.work.Work;
import java.util.List;
import java.util.concurrent.Executor;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.VirtualThreads;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.util.thread.VirtualThreadPool;

/// Jetty: selectors read from the connections, and the thread pool decides where handlers run.
public final class JettyServer {
    private static final int ACCEPTORS = 1;
    private static final int SELECTORS = 2;
    private static final int JETTY_THREADS = 16;
    private static final String CONCURRENCY = "--concurrency";
    private static final int DEFAULT_CONCURRENCY = 200;

    private JettyServer() {}

    public static void main(String[] args) {
        ServerMain.run(args, List.of(ServerTls.OPTION, CONCURRENCY), JettyServer::start);
    }

    private static int start(Options options) throws Exception {
        var server = new Server(threads(options));
        var connector = new ServerConnector(server, ACCEPTORS, SELECTORS, protocols(options));
        connector.setHost(options.address().getAddress().getHostAddress());
        connector.setPort(options.port());
        removeLimits(connector);
        server.addConnector(connector);
        server.setHandler(new WorkHandler(new Work(options)));
        server.start();
        return connector.getLocalPort();
    }

    /// HTTP/1.1, and where the options request it HTTP/2: by ALPN over TLS, and by prior knowledge
    /// otherwise. A connection begins with the first.
    private static ConnectionFactory[] protocols(Options options) {
        var http = new HttpConnectionFactory();
        var tls = ServerTls.of(options);
        if (tls.isEmpty()) {
            return options.http2()
                    ? new ConnectionFactory[] {
                        http, unlimited(new HTTP2CServerConnectionFactory(new HttpConfiguration()))
                    }
                    : new ConnectionFactory[] {http};
        }
        var context = new SslContextFactory.Server();
        context.setSslContext(tls.get().context());
        if (!options.http2()) {
            return new ConnectionFactory[] {
                new SslConnectionFactory(context, http.getProtocol()), http
            };
        }
        var http2 = unlimited(new HTTP2ServerConnectionFactory(new HttpConfiguration()));
        var alpn = new ALPNServerConnectionFactory(); // all protocols of the connector
        alpn.setDefaultProtocol(http.getProtocol());
        return new ConnectionFactory[] {
            new SslConnectionFactory(context, alpn.getProtocol()), alpn, http2, http
        };
    }

    /// Jetty's default is 128 streams per connection.
    private static HTTP2ServerConnectionFactory unlimited(HTTP2ServerConnectionFactory http2) {
        http2.setMaxConcurrentStreams(Options.MAX_STREAMS);
        return http2;
    }

    private static QueuedThreadPool threads(Options options) throws Exception {
        return switch (options.model()) {
            case "autonomic-pool" -> delegatingTo(AutonomicPool.start());
            case "platform-pool" -> fixed(options.threads());
            case "virtual" -> delegatingTo(VirtualThreads.getDefaultVirtualThreadsExecutor());
            case "virtual-bounded" -> delegatingTo(bounded(options));
            case "virtual-governed" -> {
                CarrierGovernor.start();
                yield delegatingTo(VirtualThreads.getDefaultVirtualThreadsExecutor());
            }
            default ->
                    throw UsageException.unknownModel(
                            options.model(),
                            "autonomic-pool",
                            "platform-pool",
                            "virtual",
                            "virtual-bounded",
                            "virtual-governed");
        };
    }

    /// Adds threads for the acceptor and the selectors, which run in the same pool. No thread is
    /// reserved to take over a selector, since it would not run handlers.
    private static QueuedThreadPool fixed(int threads) {
        int all = threads + ACCEPTORS + SELECTORS;
        var pool = new QueuedThreadPool(all, all);
        pool.setReservedThreads(0);
        return pool;
    }

    /// Jetty's executor of virtual threads with a limit, 200 by default as Jetty's own: it limits
    /// the tasks that run at a time. Each further task waits in its own virtual thread for a
    /// permit.
    private static VirtualThreadPool bounded(Options options) throws Exception {
        int limit = options.extraNumber(CONCURRENCY, DEFAULT_CONCURRENCY, 1, 1_000_000);
        var executor = new VirtualThreadPool(limit);
        executor.start(); // it has no limit before
        return executor;
    }

    /// Runs blocking handlers on the executor. Jetty calls it the executor of virtual threads, but
    /// it accepts any. Jetty's own threads are limited: a burst of new connections would start all
    /// 200 of the default, which are idle afterwards.
    private static QueuedThreadPool delegatingTo(Executor executor) {
        var pool = new QueuedThreadPool(JETTY_THREADS, JETTY_THREADS);
        pool.setVirtualThreadsExecutor(executor);
        return pool;
    }

    /// Jetty's defaults: 30 s idle and the system's backlog; no limit on connections or requests
    /// per connection. An idle time of 0 means no limit.
    private static void removeLimits(ServerConnector connector) {
        connector.setIdleTimeout(0);
        connector.setAcceptQueueSize(Options.BACKLOG);
        connector.setAcceptedTcpNoDelay(true);
    }
}
