package dev.loombench.analysis.concurrency;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A web server, by the names of its platform threads and by the frames of a thread that serves a
/// request.
///
/// @param name as in `Tomcat`
/// @param workers names of the threads of its pool, which an application may extend
/// @param listeners names of the threads that accept connections and wait for requests
/// @param traits what else is particular to it
/// @param serving beginnings of frames that only a thread that serves a request has
public record WebServer(
        String name, Pattern workers, Pattern listeners, Set<Trait> traits, List<String> serving) {

    /// What not all servers have.
    public enum Trait {
        /// The threads of its pool wait for events themselves, so that one that does so is free.
        EVENT_LOOPS,
        /// It reads a request before a thread of its pool is free for it, and no other of the
        /// connection meanwhile.
        READS_AHEAD,
        /// Its event loops read all requests, so that no connection shows those that wait for a
        /// thread of its pool.
        HIDES_WAITS,
        /// Its pool has threads also where others serve the requests.
        SPARE_POOL,
        /// Its event loops serve requests unless a handler hands them to other threads.
        LOOPS_SERVE,
        /// A virtual thread serves all requests of a connection, and not one only.
        THREAD_PER_CONNECTION
    }

    /// Its event loops are those of Vert.x.
    public static final String QUARKUS = "Quarkus";

    public static final String VERTX = "Vert.x";

    /// Its event loops may also be those of a client.
    public static final String NETTY = "Netty";

    /// What such a method calls of a server starts or stops it.
    private static final String MAIN = ".main(";

    /// A row per server: its name, the patterns of its workers and listeners, its traits, and the
    /// frames of a thread that serves. WildFly has the threads of Undertow, with a worker named
    /// `default`; GlassFish and Payara have those of Grizzly.
    private static final List<WebServer> ALL =
            TextTable.rows(
                            5,
                            """
                            Tomcat  (https?|ajp)-.+?-exec-\\d+|(catalina|tomcat)-exec-\\d+  (https?|ajp)-.+-(Acceptor|Poller|ClientPoller-\\d+)  -  org.apache.coyote.
                            Jetty  qtp\\d+-\\d+  qtp\\d+-\\d+-acceptor-.*  SPARE_POOL  org.eclipse.jetty.server.Server.handle(
                            Undertow  (XNIO-\\d+|default) task-\\d+  (XNIO-\\d+|default) (Accept|I/O-\\d+)  READS_AHEAD SPARE_POOL  io.undertow.server.
                            %s  executor-thread-\\d+  -  HIDES_WAITS SPARE_POOL LOOPS_SERVE  org.jboss.resteasy. io.quarkus.vertx.http.
                            %s  -  vert\\.x-(acceptor|eventloop)-thread-\\d+  LOOPS_SERVE  -
                            Reactor Netty  reactor-http-\\w+-\\d+  -  EVENT_LOOPS SPARE_POOL LOOPS_SERVE  reactor.netty.http.server.
                            Helidon  -  server-.+-listener(-\\d+)?  THREAD_PER_CONNECTION  io.helidon.webserver.
                            Open Liberty  Default Executor-thread-\\d+  -  -  com.ibm.ws.webcontainer.
                            JDK HttpServer  -  HTTP-Dispatcher  -  sun.net.httpserver.ServerImpl$Exchange.run(
                            Micronaut  -  default-\\w*[eE]ventLoopGroup-\\d+-\\d+  LOOPS_SERVE  io.micronaut.http.server.
                            Ktor  -  eventLoopGroupProxy-\\d+-\\d+  LOOPS_SERVE  io.ktor.server.routing. io.ktor.server.netty.NettyApplicationCall
                            gRPC  -  grpc-\\w+-boss-ELG-\\d+-\\d+  LOOPS_SERVE  io.grpc.internal.ServerImpl$ io.grpc.internal.ServerCallImpl$ io.grpc.stub.ServerCalls$
                            Dubbo  DubboServerHandler-.+-thread-\\d+  -  HIDES_WAITS  org.apache.dubbo.remoting.exchange.support.header.HeaderExchangeHandler.handleRequest( com.alibaba.dubbo.remoting.exchange.support.header.HeaderExchangeHandler.handleRequest(
                            Grizzly  (?!.*-kernel\\()([\\w-]+-thread-pool::)?(http|admin)-[\\w-]+\\(\\d+\\)|grizzly-http-server-\\d+  [\\w-]+-kernel\\(\\d+\\) SelectorRunner  -  org.glassfish.grizzly.http.server.HttpHandler
                            WebLogic  (\\[\\w+\\] )?ExecuteThread: '\\d+' for queue: 'weblogic\\.kernel\\.Default( \\(self-tuning\\))?'  ExecuteThread: '\\d+' for queue: 'weblogic\\.socket\\.Muxer'  -  weblogic.servlet.internal.
                            Play  -  netty-event-loop-\\d+  LOOPS_SERVE  play.core.routing. play.core.server.netty. play.api.mvc.Action play.core.j.JavaAction
                            Pekko HTTP  -  -  -  org.apache.pekko.http.scaladsl.server. org.apache.pekko.http.javadsl.server.
                            Akka HTTP  -  -  -  akka.http.scaladsl.server. akka.http.javadsl.server.
                            %s  -  (nio|epoll|kqueue|ioUring|multiThreadIo)EventLoopGroup-\\d+-\\d+  LOOPS_SERVE  -
                            """
                                    .formatted(QUARKUS, VERTX, NETTY))
                    .stream()
                    .map(WebServer::of)
                    .toList();

    public WebServer {
        traits = Set.copyOf(traits);
        serving = List.copyOf(serving);
    }

    private static WebServer of(List<String> row) {
        return new WebServer(
                row.get(0),
                pattern(row.get(1)),
                pattern(row.get(2)),
                words(row.get(3)).map(Trait::valueOf).collect(Collectors.toSet()),
                words(row.get(4)).toList());
    }

    /// Without a cell, nothing matches.
    private static Pattern pattern(String cell) {
        return Pattern.compile(cell.isEmpty() ? "(?!)" : cell);
    }

    private static Stream<String> words(String cell) {
        return cell.isEmpty() ? Stream.of() : TextTable.words(cell).stream();
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /// The server that a thread serves a request of.
    public static Optional<WebServer> served(List<String> frames) {
        return ALL.stream().filter(server -> server.serves(frames)).findFirst();
    }

    private boolean serves(List<String> frames) {
        for (var frame : frames.reversed()) {
            if (frame.contains(MAIN)) {
                return false;
            }
            if (StackFrames.beginsWith(serving, frame)) {
                return true;
            }
        }
        return false;
    }

    /// A worker of Dropwizard and its request; the name by itself shows no server.
    private static final Pattern RENAMED = Pattern.compile("(dw(?:-admin)?-\\d+) .*");

    /// A worker of WebLogic, whose number is not at the end.
    private static final Pattern EXECUTE =
            Pattern.compile(
                    "(?:\\[\\w+\\] )?(ExecuteThread): '(\\d+)' for queue: 'weblogic\\.kernel\\.Default.*");

    /// The server whose pool has a thread.
    public static Optional<WebServer> ofWorker(String thread) {
        return ALL.stream().filter(s -> s.worker(thread).isPresent()).findFirst();
    }

    /// The name of a thread of a server's pool without what an application has added for the time
    /// of a request: `http-nio-8080-exec-7` of `http-nio-8080-exec-7 url: /browse`. That of any
    /// other thread is as it is.
    public static String withoutRequest(String thread) {
        var renamed = RENAMED.matcher(thread);
        if (renamed.matches()) {
            return renamed.group(1);
        }
        var execute = EXECUTE.matcher(thread);
        if (execute.matches()) {
            return execute.group(1) + "-" + execute.group(2);
        }
        return ALL.stream().flatMap(s -> s.worker(thread).stream()).findFirst().orElse(thread);
    }

    /// What follows the name is separated by a space.
    private Optional<String> worker(String thread) {
        var name = workers.matcher(thread);
        return name.lookingAt() && isWord(thread, name.end())
                ? Optional.of(name.group())
                : Optional.empty();
    }

    /// Whether a word ends there.
    private static boolean isWord(String thread, int end) {
        return end == thread.length() || thread.charAt(end) == ' ';
    }

    /// Whether a thread with this name waits for the connections and requests of a server.
    public static boolean isEventThread(String thread) {
        return ofListener(thread).isPresent()
                || ofWorker(thread).filter(s -> s.has(Trait.EVENT_LOOPS)).isPresent();
    }

    /// The server that a thread accepts connections for.
    public static Optional<WebServer> ofListener(String thread) {
        return ALL.stream().filter(s -> s.listeners.matcher(thread).matches()).findFirst();
    }
}
