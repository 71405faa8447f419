package dev.loombench.analysis.concurrency;

import java.util.List;

/// A runtime whose frames execute a request and say nothing about its wait.
///
/// @param packages beginnings of class names
/// @param server whether it has the connections of clients, for which its threads may wait
record RequestRuntime(String name, List<String> packages, boolean server) {
    /// Clients and pools, which a request waits for, are not in this table.
    private static final List<RequestRuntime> ALL =
            List.of(
                    new RequestRuntime(
                            "Tomcat",
                            List.of(
                                    "org.apache.catalina.",
                                    "org.apache.coyote.",
                                    "org.apache.tomcat.util.",
                                    "org.apache.tomcat.websocket.")),
                    new RequestRuntime(
                            "Jetty",
                            List.of(
                                    "org.eclipse.jetty.ee",
                                    "org.eclipse.jetty.io.",
                                    "org.eclipse.jetty.server.",
                                    "org.eclipse.jetty.util.")),
                    new RequestRuntime(
                            "Undertow", List.of("io.undertow.", "org.xnio.", "org.jboss.threads.")),
                    new RequestRuntime("Netty", List.of("io.netty.", "reactor.netty.")),
                    new RequestRuntime(
                            "Vert.x", List.of("io.vertx.core.", "io.vertx.ext.web.impl.")),
                    new RequestRuntime("Helidon", List.of("io.helidon.webserver.")),
                    new RequestRuntime("Quarkus", List.of("io.quarkus.", "org.jboss.resteasy.")),
                    new RequestRuntime("Micronaut", List.of("io.micronaut.http.server.")),
                    new RequestRuntime(
                            "Ktor", List.of("io.ktor.server.", "io.ktor.util.pipeline.")),
                    new RequestRuntime("Open Liberty", List.of("com.ibm.ws.", "io.openliberty.")),
                    new RequestRuntime(
                            "gRPC",
                            List.of(
                                    "io.grpc.internal.ContextRunnable",
                                    "io.grpc.internal.SerializingExecutor",
                                    "io.grpc.internal.Server",
                                    "io.grpc.netty.",
                                    "io.grpc.stub.ServerCalls")),
                    new RequestRuntime("Grizzly", List.of("org.glassfish.grizzly.")),
                    new RequestRuntime("WebLogic", List.of("weblogic.servlet.", "weblogic.work.")),
                    new RequestRuntime("Play", List.of("play.api.mvc.", "play.core.")),
                    new RequestRuntime(
                            "Pekko",
                            List.of(
                                    "org.apache.pekko.actor.",
                                    "org.apache.pekko.dispatch.",
                                    "org.apache.pekko.http.")),
                    new RequestRuntime(
                            "Akka", List.of("akka.actor.", "akka.dispatch.", "akka.http.")),
                    new RequestRuntime("Servlet", List.of("jakarta.servlet."), false),
                    new RequestRuntime(
                            "Spring",
                            List.of(
                                    "org.springframework.aop.",
                                    "org.springframework.boot.",
                                    "org.springframework.cglib.",
                                    "org.springframework.security.",
                                    "org.springframework.web.context.",
                                    "org.springframework.web.filter.",
                                    "org.springframework.web.method.",
                                    "org.springframework.web.servlet."),
                            false),
                    new RequestRuntime("Reactor", List.of("reactor.core."), false),
                    new RequestRuntime("Kotlin", List.of("kotlin.", "kotlinx.coroutines."), false));

    private static final List<String> PACKAGES =
            ALL.stream().flatMap(runtime -> runtime.packages.stream()).toList();

    private static final List<String> SERVERS =
            ALL.stream()
                    .filter(RequestRuntime::server)
                    .flatMap(runtime -> runtime.packages.stream())
                    .toList();

    RequestRuntime {
        packages = List.copyOf(packages);
    }

    /// A server.
    private RequestRuntime(String name, List<String> packages) {
        this(name, packages, true);
    }

    /// Netty within the packages of a library that has a copy of it, as that of gRPC, Couchbase or
    /// Pulsar.
    private static final String SHADED_NETTY = ".io.netty.";

    /// Whether a frame belongs to such a runtime.
    static boolean executes(String frame) {
        return frame.contains(SHADED_NETTY) || StackFrames.beginsWith(PACKAGES, frame);
    }

    /// Whether a frame belongs to one that has the connections of clients.
    static boolean serves(String frame) {
        return frame.contains(SHADED_NETTY) || StackFrames.beginsWith(SERVERS, frame);
    }
}
