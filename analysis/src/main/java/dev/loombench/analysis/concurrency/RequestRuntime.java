package dev.loombench.analysis.concurrency;

/// The runtimes whose frames execute a request and say nothing about its wait. Clients and pools,
/// which a request waits for, are not among them.
final class RequestRuntime {
    /// The beginnings of the class names of servers, which have the connections of clients.
    private static final Beginnings SERVERS =
            Beginnings.ofWords(
                    """
                    org.apache.catalina. org.apache.coyote. org.apache.tomcat.util.
                    org.apache.tomcat.websocket. org.eclipse.jetty.ee org.eclipse.jetty.io.
                    org.eclipse.jetty.server. org.eclipse.jetty.util. io.undertow. org.xnio.
                    org.jboss.threads. io.netty. reactor.netty. io.vertx.core.
                    io.vertx.ext.web.impl. io.helidon.webserver. io.quarkus. org.jboss.resteasy.
                    io.micronaut.http.server. io.ktor.server. io.ktor.util.pipeline. com.ibm.ws.
                    io.openliberty. io.grpc.internal.ContextRunnable
                    io.grpc.internal.SerializingExecutor io.grpc.internal.Server io.grpc.netty.
                    io.grpc.stub.ServerCalls org.glassfish.grizzly. weblogic.servlet. weblogic.work.
                    com.linecorp.armeria.common. com.linecorp.armeria.internal.server.
                    com.linecorp.armeria.server.
                    play.api.mvc. play.core. org.apache.pekko.actor. org.apache.pekko.dispatch.
                    org.apache.pekko.http. akka.actor. akka.dispatch. akka.http.
                    """);

    private static final Beginnings OTHERS =
            Beginnings.ofWords(
                    """
                    jakarta.servlet. org.springframework.aop. org.springframework.boot.
                    org.springframework.cglib. org.springframework.security.
                    org.springframework.web.context. org.springframework.web.filter.
                    org.springframework.web.method. org.springframework.web.servlet. reactor.core.
                    kotlin. kotlinx.coroutines.
                    """);

    /// Netty within the packages of a library that has a copy of it, as that of gRPC, Couchbase or
    /// Pulsar.
    private static final String SHADED_NETTY = ".io.netty.";

    private RequestRuntime() {}

    /// Whether a frame belongs to such a runtime.
    static boolean executes(String frame) {
        return serves(frame) || OTHERS.begin(frame);
    }

    /// Whether a frame belongs to one that has the connections of clients.
    static boolean serves(String frame) {
        return SERVERS.begin(frame) || frame.contains(SHADED_NETTY);
    }
}
