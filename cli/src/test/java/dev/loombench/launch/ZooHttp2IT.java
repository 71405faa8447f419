package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.Await;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.GrpcPolicy;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Streaming;
import dev.loombench.traffic.TlsPolicy;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.opentest4j.TestAbortedException;

/// HTTP/2 and gRPC of the servers of the zoo, by the load generator.
@Tag("nightly")
class ZooHttp2IT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);
    private static final long REQUESTS = 2_000;
    private static final LoadModel USERS = new LoadModel.Closed(20, Duration.ZERO);
    private static final Optional<GrpcPolicy> NO_GRPC = Optional.empty();
    private static final List<String> STARTS_FAST =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final ServerLauncher launcher =
            new ServerLauncher(
                    Zoo.at(Path.of(System.getProperty("loombench.home"))), Duration.ofMinutes(4));

    @AfterEach
    void nothing_is_left_running() {
        launcher.close();
    }

    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({
        "tomcat, platform-pool, BOUNDED",
        "tomcat, virtual, VIRTUAL",
        "jetty, virtual, VIRTUAL",
        "jetty, virtual-bounded, VIRTUAL",
        "undertow, platform-pool, BOUNDED",
        "undertow, virtual, VIRTUAL",
        "helidon, virtual, VIRTUAL",
        "vertx, event-loop, EVENT_LOOP",
        "netty, event-loop, EVENT_LOOP",
        "netty, platform-pool, BOUNDED",
        "netty, virtual, VIRTUAL",
        "go, goroutines, VIRTUAL",
        "axum, event-loop, EVENT_LOOP",
        "micronaut, event-loop, EVENT_LOOP",
        "micronaut, loom-carrier, VIRTUAL",
        "spring-mvc, virtual, VIRTUAL",
        "spring-webflux, event-loop, EVENT_LOOP"
    })
    void streams_share_connections(
            String server, String model, Threading threads, @TempDir Path folder) throws Exception {
        var settings = Map.of("http2", "true");
        var request = Request.get("/hello", TIMEOUT);
        var result = load(Variant.of(server, model, threads, settings), request, NO_GRPC, folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(REQUESTS);
        assertThat(result.connections().established()).isEqualTo(2);
        assertThat(result.connections().closed()).isZero();
    }

    @ParameterizedTest(name = "{0} {1} {3}")
    @CsvSource({
        "tomcat, virtual, VIRTUAL, ec",
        "jetty, virtual, VIRTUAL, ec",
        "undertow, virtual, VIRTUAL, ec",
        "helidon, virtual, VIRTUAL, ec",
        "vertx, event-loop, EVENT_LOOP, ec",
        "netty, virtual, VIRTUAL, ec",
        "go, goroutines, VIRTUAL, ec",
        "axum, event-loop, EVENT_LOOP, ec",
        "axum, event-loop, EVENT_LOOP, rsa",
        "micronaut, event-loop, EVENT_LOOP, ec",
        "micronaut, loom-carrier, VIRTUAL, ec",
        "spring-mvc, virtual, VIRTUAL, ec",
        "spring-webflux, event-loop, EVENT_LOOP, ec"
    })
    void streams_share_secured_connections(
            String server, String model, Threading threads, String kind, @TempDir Path folder)
            throws Exception {
        var tls = Optional.of(TlsPolicy.DEFAULT.unverified());
        var request = Request.get("/hello", TIMEOUT);
        var variant = Variant.of(server, model, threads, settings(kind));
        var result = load(variant, request, NO_GRPC, tls, folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(REQUESTS);
        assertThat(result.connections().established()).isEqualTo(2);
        assertThat(result.connections().tls()).isPresent();
    }

    /// The JDK's client asks for HTTP/2 by an upgrade, which both servers would accept.
    @ParameterizedTest
    @ValueSource(strings = {"helidon", "jetty"})
    void without_the_setting_it_is_http_1_alone(String name, @TempDir Path folder)
            throws Exception {
        var variant = Variant.of(name, "virtual", Threading.VIRTUAL, Map.of());
        prepare(variant);
        var server = launcher.start(variant, STARTS_FAST, folder);
        var uri = URI.create("http://127.0.0.1:%d/hello".formatted(server.port()));
        try (var client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(uri).build();
            var response = client.send(request, BodyHandlers.ofString());
            assertThat(response.body()).isEqualTo("Hello world!");
            assertThat(response.version()).isEqualTo(HttpClient.Version.HTTP_1_1);
        }
    }

    /// Each of 2,000 requests has three events, 10 ms apart; those of requests before the window
    /// count too where they arrive within it.
    @ParameterizedTest(name = "{0} {1} {3}")
    @CsvSource({
        "tomcat, virtual, VIRTUAL, ''",
        "tomcat, virtual, VIRTUAL, ec",
        "undertow, virtual, VIRTUAL, ''",
        "undertow, virtual, VIRTUAL, ec",
        "helidon, virtual, VIRTUAL, ''",
        "helidon, virtual, VIRTUAL, ec",
        "vertx, event-loop, EVENT_LOOP, ''",
        "vertx, event-loop, EVENT_LOOP, ec"
    })
    void streams_of_events_share_connections(
            String server, String model, Threading threads, String tls, @TempDir Path folder)
            throws Exception {
        var variant = Variant.of(server, model, threads, settings(tls));
        var result =
                load(variant, events("/events?count=3&ms=10", 10, tls), USERS, REQUESTS, folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(REQUESTS);
        assertThat(result.connections().established()).isEqualTo(2);
        var seen = result.events().orElseThrow();
        assertThat(seen.count()).isBetween(3 * REQUESTS, 3 * REQUESTS + 3 * USERS.connections());
        assertThat(seen.first().getTotalCount()).isEqualTo(REQUESTS);
        assertThat(seen.first().getMinValue()).isGreaterThan(9_000_000); // timers may be 1 ms early
        assertThat(seen.withoutEvent()).isZero();
    }

    @ParameterizedTest(name = "{0} {1} {3}")
    @CsvSource({
        "tomcat, virtual, VIRTUAL, ''",
        "undertow, virtual, VIRTUAL, ec",
        "vertx, event-loop, EVENT_LOOP, ec"
    })
    void streams_of_events_are_held(
            String server, String model, Threading threads, String tls, @TempDir Path folder)
            throws Exception {
        var held = new LoadModel.HeldConnections(50, 500);
        var variant = Variant.of(server, model, threads, settings(tls));
        var result = load(variant, events("/events?count=0&ms=20", 1, tls), held, 50, folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(50);
        assertThat(result.connections().established()).isEqualTo(50);
        assertThat(result.connections().closed()).isZero();
        var seen = result.events().orElseThrow();
        assertThat(seen.first().getTotalCount()).isEqualTo(50);
        assertThat(seen.count()).isGreaterThanOrEqualTo(50);
    }

    @ParameterizedTest(name = "{0} {1} {3}")
    @CsvSource({
        "tomcat, virtual, VIRTUAL, ''",
        "undertow, virtual, VIRTUAL, ec",
        "vertx, event-loop, EVENT_LOOP, ec"
    })
    void held_streams_share_connections(
            String server, String model, Threading threads, String tls, @TempDir Path folder)
            throws Exception {
        var held = new LoadModel.HeldConnections(50, 500);
        var variant = Variant.of(server, model, threads, settings(tls));
        var result = load(variant, events("/events?count=0&ms=20", 10, tls), held, 50, folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(50);
        assertThat(result.connections().established()).isEqualTo(5);
        assertThat(result.connections().closed()).isZero();
        assertThat(result.connections().streams().orElseThrow().heldEnded()).isZero();
        assertThat(result.events().orElseThrow().first().getTotalCount()).isEqualTo(50);
    }

    /// @param tls the kind of certificate; empty for plain TCP
    private static Map<String, String> settings(String tls) {
        return tls.isEmpty() ? Map.of("http2", "true") : Map.of("http2", "true", "tls", tls);
    }

    private static Traffic events(String path, int streams, String tls) {
        return Traffic.of(Request.get(path, TIMEOUT))
                .withTls(
                        tls.isEmpty()
                                ? Optional.empty()
                                : Optional.of(TlsPolicy.DEFAULT.unverified()))
                .withHttp2(Optional.of(new Http2Policy(streams)))
                .withStreaming(Optional.of(Streaming.EVENTS));
    }

    @ParameterizedTest(name = "{0} {2}")
    @CsvSource({
        "direct, EVENT_LOOP, Do",
        "platform-pool, BOUNDED, Do",
        "virtual, VIRTUAL, Do",
        "virtual, VIRTUAL, Stream"
    })
    void grpc_is_called_by_reflection(
            String model, Threading threads, String method, @TempDir Path folder) throws Exception {
        var request =
                new Request(
                        "POST",
                        "/loombench.Work/" + method,
                        Map.of(),
                        "{\"path\": \"/hello\", \"messages\": 3}",
                        TIMEOUT);
        var result =
                load(
                        Variant.of("grpc", model, threads, Map.of()),
                        request,
                        Optional.of(GrpcPolicy.BY_REFLECTION),
                        folder);
        assertThat(result.counts().errors()).isEmpty();
        assertThat(result.counts().succeeded()).isEqualTo(REQUESTS);
        var streams = result.connections().streams().orElseThrow();
        assertThat(streams.firstMessage().getTotalCount()).isEqualTo(REQUESTS);
    }

    /// NOT_FOUND, and INVALID_ARGUMENT where a parameter is missing.
    @ParameterizedTest(name = "{0} {1}")
    @CsvSource({"Do, /slep?ms=10, 5", "Do, /sleep, 3", "Stream, /sleep, 3"})
    void a_wrong_path_in_a_call_is_no_good_response(
            String method, String path, int status, @TempDir Path folder) throws Exception {
        var request =
                new Request(
                        "POST",
                        "/loombench.Work/" + method,
                        Map.of(),
                        "{\"path\": \"" + path + "\", \"messages\": 3}",
                        TIMEOUT);
        var result =
                load(
                        Variant.of("grpc", "virtual", Threading.VIRTUAL, Map.of()),
                        request,
                        Optional.of(GrpcPolicy.BY_REFLECTION),
                        folder);
        assertThat(result.counts().errors()).isEqualTo(Map.of("grpc-status", REQUESTS));
        assertThat(result.connections().streams().orElseThrow().grpcStatuses())
                .isEqualTo(Map.of(status, REQUESTS));
    }

    private LoadResult load(
            Variant variant, Request request, Optional<GrpcPolicy> grpc, Path folder)
            throws Exception {
        return load(variant, request, grpc, Optional.empty(), folder);
    }

    private LoadResult load(
            Variant variant,
            Request request,
            Optional<GrpcPolicy> grpc,
            Optional<TlsPolicy> tls,
            Path folder)
            throws Exception {
        var policy = new Http2Policy(10, grpc);
        var traffic =
                new Traffic(
                        List.of(request),
                        Map.of(),
                        ConnectionPolicy.DEFAULT.withTls(tls).withHttp2(Optional.of(policy)));
        return load(variant, traffic, USERS, REQUESTS, folder);
    }

    private LoadResult load(
            Variant variant, Traffic traffic, LoadModel model, long requests, Path folder)
            throws Exception {
        prepare(variant);
        var server = launcher.start(variant, STARTS_FAST, folder);
        var settings = LoadSettings.DEFAULT;
        var plan =
                new LoadPlan(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()),
                        model,
                        traffic,
                        1,
                        settings,
                        LoadShare.whole(settings),
                        model instanceof LoadModel.HeldConnections,
                        Map.of());
        try (var run = LoadEngine.start(plan)) {
            run.openWindow(OptionalLong.of(requests), _ -> {});
            Await.until(() -> run.windowOver(Duration.ofHours(1)));
            return run.closeWindow();
        }
    }

    /// A test of a server that is unavailable on this machine is aborted with the reason.
    private void prepare(Variant variant) throws Exception {
        try {
            launcher.prepare(List.of(variant), _ -> {});
        } catch (WrongInput e) {
            throw new TestAbortedException(e.getMessage(), e);
        }
    }
}
