package dev.loombench.load;

import dev.loombench.load.http2.Http2Transport;
import dev.loombench.load.http2.OpeningLimit;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.record.GeneratorInfo.StreamsInfo;
import dev.loombench.load.record.GeneratorInfo.TlsInfo;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.request.RequestMix;
import dev.loombench.load.tls.TlsChoice;
import dev.loombench.load.tls.TlsSetup;
import dev.loombench.load.tls.certificate.TlsMaterial;
import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.TransportChoice;
import dev.loombench.load.transport.Transports;
import dev.loombench.load.websocket.WebSocketSetup;
import dev.loombench.load.worker.LoadWorker;
import dev.loombench.load.worker.WorkerConfig;
import dev.loombench.load.worker.WorkerShard;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;

/// The load generator: drives load over HTTP/1.1, over streams of HTTP/2, or over connections with
/// a line protocol, and measures the responses.
///
/// Good responses have an expected status, by default 2xx; every line is one. Others are errors by
/// kind, and their latency is in no histogram: a server that rejects requests quickly is not a fast
/// server. Requests that time out or miss their deadline are in the histogram of response time with
/// the time they had waited.
public final class LoadEngine {
    private static final long NO_TIMEOUT = Long.MAX_VALUE;

    private LoadEngine() {}

    /// Opens the connections (spread over at most a second, not in one burst, unless the load
    /// begins with a number of requests) and starts the load at once, or with its first window.
    ///
    /// @throws IOException when this process lacks a resource; an unreachable server is no
    ///   exception but an error counted by kind; [ReflectionFailed] when it gives no descriptors
    /// @throws WrongInput when the settings or the traffic request something unavailable on this
    ///   machine, calls that end are to be held on shared connections, or the share has no
    ///   connection
    public static LoadRun start(LoadPlan plan) throws IOException {
        var target = plan.target();
        if (target.isUnresolved()) {
            throw new UnknownHostException(target.getHostString());
        }
        var model = plan.model();
        var settings = plan.settings();
        var shards = plan.shards();
        if (shards.isEmpty()) {
            throw new WrongInput(
                    "%,d connections are fewer than the %,d threads of all load generators"
                            .formatted(plan.allOpenConnections(), plan.share().allWorkers()));
        }
        var connectionCounts = shards.stream().map(s -> s.users(model.connections())).toList();
        boolean spins = settings.pacing() == Pacing.EXACT;
        var connections = plan.traffic().connections();
        var route = Route.checked(target, connections.sources());
        var calls = GrpcReflection.encoded(target, plan.traffic(), plan.environment());
        var traffic = calls.traffic();
        boolean isHeld = model instanceof LoadModel.HeldConnections;
        if (isHeld && model.connections() > 1) {
            calls.requireHeld();
        }
        boolean holdsCalls = isHeld && calls.hasStreams();
        var mix =
                new RequestMix(
                        traffic,
                        target,
                        plan.seed(),
                        plan.environment(),
                        holdsCalls,
                        calls.unary());
        var requests = requests(mix, shards, connectionCounts);
        var tls = tls(target, plan.traffic());
        var webSocket =
                traffic.isWebSocket()
                        ? Optional.of(WebSocketSetup.of(mix, target))
                        : Optional.<WebSocketSetup>empty();
        int streams = connections.streams();
        boolean closes = closesConnections(model, traffic);
        boolean shares = connections.http2().isPresent();
        var opened =
                connectionCounts.stream()
                        .map(n -> shares ? Http2Transport.connections(n, streams, closes) : n)
                        .toList();
        var transports = Transports.open(settings.transport(), route, opened, spins);
        var secured =
                tls.map(setup -> setup.over(transports.all(), opened)).orElse(transports.all());
        long connectTimeoutNanos =
                connections.connectTimeout().map(Duration::toNanos).orElse(NO_TIMEOUT);
        var framed =
                webSocket
                        .map(setup -> setup.over(secured, connectionCounts, plan.seed()))
                        .orElse(secured);
        var all =
                shares
                        ? Http2Transport.over(
                                secured,
                                connectionCounts,
                                streams,
                                closes,
                                FirstPart.of(requests.getFirst()),
                                OpeningLimit.of(connections.connectTimeout(), traffic.timeout()))
                        : framed;
        var first = all.getFirst();
        var paced = paced(plan, first, route);
        var ticker = first.ticker();
        long startNanos = ticker.nanoTime();
        var workers = new ArrayList<LoadWorker>();
        for (int k = 0; k < shards.size(); k++) {
            var config =
                    new WorkerConfig(
                            all.get(k),
                            connectionCounts.get(k),
                            requests.get(k),
                            connections.keepAlive(),
                            plan.traffic().timeout().toNanos(),
                            connectTimeoutNanos,
                            plan.traffic().deadline().map(Duration::toNanos).orElse(NO_TIMEOUT),
                            plan.beginsWithWindow(),
                            startNanos,
                            shards.get(k));
            workers.add(LoadWorker.of(config, model, plan.seed(), paced.pacing()));
        }
        boolean byClock = model instanceof LoadModel.Open;
        var generatorInfo =
                new GeneratorInfo(
                        first.name(),
                        transports.reason(),
                        paced.pacing().label(),
                        paced.timerCostNanos(),
                        byClock,
                        tls.map(s -> new TlsInfo(s.engine(), s.reason(), s.verified())),
                        connections.http2().map(policy -> new StreamsInfo(policy.streams())));
        return new LoadRun(
                ticker,
                plan.beginsWithWindow(),
                workers,
                shards,
                model,
                generatorInfo,
                mix.names(),
                SecretMask.ofRequests(plan.traffic().values().values(), plan.environment()));
    }

    /// Measures what the first start of such a load would measure, where that is to take place at
    /// an instant.
    public static void prepare(LoadPlan plan) {
        boolean hasTimer =
                plan.settings().transport() != TransportChoice.NIO
                        && uringUnavailableReason().isEmpty();
        if (hasTimer && plan.model() instanceof LoadModel.Open open && !plan.shards().isEmpty()) {
            var route = new Route(plan.target(), List.of());
            var _ = pacedByClock(plan, open, TransportChoice.IO_URING.label(), 1, route);
        }
    }

    /// Whether a connection of HTTP/2 is closed with its last stream: without keep-alive, and where
    /// its streams are held, as each carries one request.
    public static boolean closesConnections(LoadModel model, Traffic traffic) {
        return !traffic.connections().keepAlive() || model instanceof LoadModel.HeldConnections;
    }

    /// TLS as the traffic wants it; empty for plain TCP.
    ///
    /// @throws WrongInput when one of its files is wrong, or OpenSSL is requested and unavailable
    public static Optional<TlsSetup> tls(InetSocketAddress target, Traffic traffic) {
        return traffic.connections()
                .tls()
                .map(policy ->
                        TlsSetup.of(target, policy, offered(traffic), TlsChoice.ofProperty()));
    }

    /// What ALPN offers, the preferred protocol first.
    private static List<String> offered(Traffic traffic) {
        return switch (traffic.protocol()) {
            case HTTP, GRPC ->
                    List.of(traffic.connections().http2().isPresent() ? "h2" : "http/1.1");
            case LINE -> List.of();
        };
    }

    /// Checks that connections can use the traffic's source addresses, before there is a target.
    ///
    /// @throws WrongInput when this machine does not have a source address
    public static void checkSources(Traffic traffic) {
        traffic.connections().sources().forEach(Route::checkLocal);
    }

    /// Checks that the variables of the environment and the secrets that requests name are known,
    /// and that the files of TLS can be read.
    ///
    /// @throws WrongInput when one is not
    public static void checkValues(Traffic traffic) {
        traffic.connections().tls().ifPresent(TlsMaterial::read);
        traffic.values()
                .forEach((name, source) -> {
                    switch (source) {
                        case ValueSource.Environment(var variable) ->
                                EnvironmentValue.of(variable, System.getenv());
                        case ValueSource.Secret secret -> secret.known(name);
                        case ValueSource.Counter _,
                                ValueSource.Uniform _,
                                ValueSource.Column _,
                                ValueSource.Bytes _ -> {}
                    }
                });
    }

    /// The reason why io_uring is unavailable; empty when it is available.
    public static Optional<String> uringUnavailableReason() {
        return Transports.uringUnavailableReason();
    }

    private static List<EncodedRequests> requests(
            RequestMix mix, List<WorkerShard> shards, List<Integer> connectionCounts) {
        int total = connectionCounts.stream().mapToInt(Integer::intValue).sum();
        return IntStream.range(0, shards.size())
                .mapToObj(k ->
                        mix.forWorker(
                                shards.get(k).index(),
                                shards.get(k).count(),
                                connectionCounts.get(k),
                                total))
                .toList();
    }

    /// @param timerCostNanos by which the pacing was chosen; empty where it does not depend on it,
    ///   or where it is unknown
    private record Paced(Pacing pacing, OptionalLong timerCostNanos) {
        Paced(Pacing pacing) {
            this(pacing, OptionalLong.empty());
        }
    }

    /// The same for all workers of the load.
    private static Paced paced(LoadPlan plan, Transport transport, Route route) {
        return switch (plan.model()) {
            case LoadModel.Open open ->
                    pacedByClock(plan, open, transport.name(), transport.resolutionNanos(), route);
            case LoadModel.Closed _ -> new Paced(Pacing.CLOSED_LOOP);
            case LoadModel.HeldConnections _ -> new Paced(Pacing.MILLISECOND); // the timers
        };
    }

    /// Processes that share a load may be on machines with different timers: they are paced by the
    /// rate alone.
    ///
    /// @param transport its name
    private static Paced pacedByClock(
            LoadPlan plan,
            LoadModel.Open open,
            String transport,
            long resolutionNanos,
            Route route) {
        var settings = plan.settings();
        double rate = open.rate().peak() / plan.shards().getFirst().count();
        boolean isWhole = plan.share().allWorkers() <= settings.threads();
        var cost =
                isWhole && settings.pacing().dependsOnTimer(rate, resolutionNanos)
                        ? TimerCost.of(transport, settings.transport(), route)
                        : OptionalLong.empty();
        return new Paced(settings.pacing().resolve(rate, resolutionNanos, cost), cost);
    }
}
