package dev.loombench.launch;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.sun.net.httpserver.HttpServer;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServerDescription.Model;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.process.ServerProcess;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Protocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/// A server of the zoo in one of its models, started on first use, with its own delay service
/// behind `/downstream`.
final class Candidate implements AutoCloseable {
    /// Threads of a fixed pool, or requests that a limit lets into handlers: fewer than every
    /// default.
    static final int POOL = 20;

    /// Time limit of a start: longer than in a run, since speed is not tested.
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private static final Path HOME = Path.of(System.getProperty("loombench.home"));
    private static final Optional<String> WANTED =
            Optional.ofNullable(System.getProperty("server"));
    private static final boolean ALL_MODELS =
            WANTED.isPresent() || System.getProperty("loombench.all") != null;
    private static final List<String> STARTS_FAST =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final Set<String> FRAMEWORKS =
            Set.of(
                    "spring-mvc",
                    "spring-mvc-3",
                    "spring-webflux",
                    "quarkus",
                    "liberty",
                    "ktor",
                    "micronaut");

    private static final Set<String> STREAMING = Set.of("helidon", "tomcat", "undertow", "vertx");

    /// Servers in Java read their options and their standard input in one class, `ServerMain`, with
    /// tests beside it: by default one of them shows that these are the servers'. Those in other
    /// languages have their own.
    private static final Set<String> SHOW_LIFECYCLE = Set.of("axum", "go", "jdk-httpserver");

    /// Models in which servers are tested by default, others than their first: of each kind of
    /// threads some, Tomcat with its own and with virtual ones. The other bank differs in the
    /// version of a library, and the build of the one in Rust takes longer than all of its tests.
    /// Of the frameworks, Spring Boot is the one that most services use.
    private static final Map<String, List<String>> BY_DEFAULT =
            Map.ofEntries(
                    Map.entry("axum", List.of()),
                    Map.entry("bank-hikaricp-7.0", List.of()),
                    Map.entry("jdk-httpserver", List.of("cached-pool")),
                    Map.entry("jetty", List.of("virtual-bounded", "virtual-governed")),
                    Map.entry("tomcat", List.of("autonomic-pool", "virtual")),
                    Map.entry("undertow", List.of("virtual")),
                    Map.entry("ktor", List.of()),
                    Map.entry("micronaut", List.of()),
                    Map.entry("liberty", List.of()),
                    Map.entry("quarkus", List.of()),
                    Map.entry("spring-mvc", List.of("virtual")),
                    Map.entry("spring-mvc-3", List.of()),
                    Map.entry("spring-webflux", List.of()));

    private final ServerLauncher launcher;
    private final HttpServer delayService = delayService();
    private final ServerDescription server;
    private final List<String> models;
    private final String model;
    private @Nullable ServerProcess running;
    private @Nullable LaunchFailed failed;
    private @Nullable WrongInput unavailable;

    private Candidate(Zoo zoo, ServerDescription server, List<String> models, String model) {
        this.launcher = new ServerLauncher(zoo, START_LIMIT);
        this.server = server;
        this.models = models;
        this.model = model;
    }

    /// Every HTTP server that is no application framework, without batch programs, in one model; in
    /// all with `-Dloombench.all`, and with `-Dserver=tomcat` only that one, in all.
    static Stream<Candidate> plainServers() {
        return speaking(Protocol.HTTP, ALL_MODELS).filter(candidate -> !candidate.isFramework());
    }

    /// One application framework in one model, or all in all, as above.
    static Stream<Candidate> frameworks() {
        return speaking(Protocol.HTTP, ALL_MODELS).filter(Candidate::isFramework);
    }

    /// Every server that has streams of events and WebSocket.
    static Stream<Candidate> withStreams() {
        return speaking(Protocol.HTTP, true).filter(c -> STREAMING.contains(c.server.name()));
    }

    /// Every server that speaks lines.
    static Stream<Candidate> ofLines() {
        return speaking(Protocol.LINE, true);
    }

    private static Stream<Candidate> speaking(Protocol protocol, boolean inAllModels) {
        var zoo = Zoo.at(HOME);
        return zoo.servers().stream()
                .filter(server -> server.protocol() == protocol && !server.batch())
                .filter(server -> WANTED.map(server.name()::equals).orElse(true))
                .flatMap(server -> {
                    var models = models(server, inAllModels);
                    return models.stream().map(model -> new Candidate(zoo, server, models, model));
                });
    }

    private static List<String> models(ServerDescription server, boolean all) {
        var models = List.copyOf(server.models().keySet());
        return all ? models : BY_DEFAULT.getOrDefault(server.name(), List.of(models.getFirst()));
    }

    private boolean isFramework() {
        return FRAMEWORKS.contains(server.name());
    }

    String model() {
        return model;
    }

    Threading threads() {
        return offered().threads();
    }

    private Model offered() {
        return Objects.requireNonNull(server.models().get(model), model);
    }

    /// Whether this is the model that tests what does not depend on the model.
    boolean isFirstOfServer() {
        return model.equals(models.getFirst());
    }

    boolean isLastOfServer() {
        return model.equals(models.getLast());
    }

    /// Whether further processes of this server show what it does with its options and its input.
    boolean showsLifecycle() {
        return ALL_MODELS || SHOW_LIFECYCLE.contains(server.name());
    }

    /// Stands for a trial's folder.
    Path folder() {
        return HOME.resolve("cli/target/conformance").resolve(server.name() + "-" + model);
    }

    /// One process for all tests, started once. Tests of a server that is unavailable on this
    /// machine are aborted with the reason.
    ServerProcess running() throws InterruptedException {
        if (unavailable != null) {
            throw new TestAbortedException(unavailable.getMessage(), unavailable);
        }
        if (failed != null) {
            throw failed;
        }
        if (running == null) {
            running = start();
        }
        return running;
    }

    /// The command line of the running server with another value for an option.
    List<String> replaced(String option, String value) throws InterruptedException {
        var command = new ArrayList<>(running().command());
        command.set(command.lastIndexOf(option) + 1, value);
        return command;
    }

    private ServerProcess start() throws InterruptedException {
        var taken = offered().settings();
        var downstream = "http://127.0.0.1:" + delayService.getAddress().getPort();
        var pool = String.valueOf(POOL);
        var settings =
                new HashMap<>(
                        Map.of("downstream", downstream, "threads", pool, "concurrency", pool));
        settings.keySet().retainAll(taken.keySet());
        var variant = Variant.of(server.name(), model, threads(), settings);
        try {
            launcher.prepare(List.of(variant), _ -> {});
            return launcher.start(variant, STARTS_FAST, folder());
        } catch (LaunchFailed e) {
            failed = e;
            throw e;
        } catch (WrongInput e) {
            unavailable = e;
            throw new TestAbortedException(e.getMessage(), e);
        }
    }

    void stopDelayService() {
        delayService.stop(0);
    }

    @Override
    public void close() {
        launcher.close();
        stopDelayService();
    }

    @Override
    public String toString() {
        return server.name() + " " + model;
    }

    private static HttpServer delayService() {
        try {
            var service =
                    HttpServer.create(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            service.createContext(
                    "/sleep",
                    exchange -> {
                        var query = exchange.getRequestURI().getQuery();
                        var body = ("delayed by " + query).getBytes(US_ASCII);
                        exchange.sendResponseHeaders(200, body.length);
                        exchange.getResponseBody().write(body);
                        exchange.close();
                    });
            service.start();
            return service;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
