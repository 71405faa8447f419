package dev.loombench.load.worker;

import dev.loombench.load.LoadEngine;
import dev.loombench.load.Responder;
import dev.loombench.load.SimulatedClock;
import dev.loombench.load.http2.Http2Transport;
import dev.loombench.load.http2.OpeningLimit;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.record.FirstPart;
import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.record.GeneratorInfo.StreamsInfo;
import dev.loombench.load.record.IntervalCollector;
import dev.loombench.load.record.RecordedWindow;
import dev.loombench.load.record.WindowMerger;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.request.RequestMix;
import dev.loombench.load.result.LoadProgress;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.websocket.WebSocketSetup;
import dev.loombench.load.worker.ScriptedTransport.Peer;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.Http2Policy;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/// A load of one worker in virtual time: every time is exact, and no machine is too slow for it.
///
/// Windows and actions are planned first; then the load runs on the test's thread.
final class VirtualLoad {
    static final long MILLI = 1_000_000;

    /// Longer than any of these loads.
    static final Duration TIMEOUT = Duration.ofHours(1);

    /// As in `LoadRun`: a worker knows of a window before it opens.
    private static final long OPENING_MILLIS = 5;

    private static final long START = 7_000_000_000L;

    final ScriptedTransport net;
    private final SimulatedClock clock = new SimulatedClock(START);
    private final LoadModel model;
    private final WorkerShard shard;
    private final List<String> names;
    private final Optional<Http2Policy> streams;
    private final LoadWorker worker;
    private final boolean beginsWithWindow;
    private @Nullable IntervalCollector collector;
    private @Nullable RecordedWindow window;
    private OptionalLong requests = OptionalLong.empty();

    VirtualLoad(LoadModel model, Traffic traffic, Peer peer) {
        this(model, traffic, WorkerShard.WHOLE, false, peer);
    }

    /// A load of GET requests.
    VirtualLoad(LoadModel model, Duration timeout, Peer peer) {
        this(model, Traffic.of(Request.get("/", timeout)), peer);
    }

    /// A worker's share of a load.
    ///
    /// @param beginsWithWindow whether no request is sent before the window opens
    VirtualLoad(
            LoadModel model,
            Traffic traffic,
            WorkerShard shard,
            boolean beginsWithWindow,
            Peer peer) {
        this.model = model;
        this.shard = shard;
        net = new ScriptedTransport(clock, peer);
        int connections = shard.users(model.connections());
        var target = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        boolean holdsCalls = model instanceof LoadModel.HeldConnections && traffic.isGrpc();
        var mix = new RequestMix(traffic, target, 1, System.getenv(), holdsCalls, Set.of());
        names = mix.names();
        var policy = traffic.connections();
        streams = policy.http2();
        var encoded = mix.forWorker(shard.index(), shard.count(), connections, connections);
        var transport =
                traffic.isWebSocket()
                        ? WebSocketSetup.of(mix, target)
                                .over(List.of(net), List.of(connections), 1)
                                .getFirst()
                        : transport(traffic, encoded, connections);
        this.beginsWithWindow = beginsWithWindow;
        var config =
                new WorkerConfig(
                        transport,
                        connections,
                        encoded,
                        policy.keepAlive(),
                        traffic.timeout().toNanos(),
                        policy.connectTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE),
                        traffic.deadline().map(Duration::toNanos).orElse(Long.MAX_VALUE),
                        beginsWithWindow,
                        START,
                        shard);
        worker = LoadWorker.of(config, model, 1, Pacing.EXACT);
    }

    /// The scripted transport, or streams on its connections.
    private Transport transport(Traffic traffic, EncodedRequests encoded, int connections) {
        var policy = traffic.connections();
        return policy.http2().isPresent()
                ? new Http2Transport(
                        net,
                        Math.ceilDiv(connections, policy.streams()),
                        connections,
                        LoadEngine.closesConnections(model, traffic),
                        FirstPart.of(encoded),
                        OpeningLimit.of(policy.connectTimeout(), traffic.timeout()))
                : net;
    }

    /// Responds to every request after so many ns.
    static Peer responding(long nanos) {
        return (request, net) -> net.responds(request.id(), nanos, Responder.HELLO);
    }

    /// Plans the window of the load. That of a constant rate begins half of the gap between two
    /// arrivals later, unless a number of requests ends it, so that these are due at whole gaps
    /// after `from`.
    ///
    /// @param from ms since the start, as is `to`
    VirtualLoad window(long from, long to) {
        return window(from, to, RecordedWindow.Goal.NONE);
    }

    VirtualLoad window(long from, long to, RecordedWindow.Goal goal) {
        return window(from, goal.endsWindow() ? 0 : halfGap(), to, goal);
    }

    /// Plans a window that begins at `from` itself.
    VirtualLoad windowAt(long from, long to) {
        return window(from, 0, to, RecordedWindow.Goal.NONE);
    }

    /// 0 for arrivals that are not equally spaced, ns.
    private long halfGap() {
        return model instanceof LoadModel.Open(var rate, var arrival, _)
                        && arrival == Arrival.CONSTANT
                        && rate.isConstant()
                ? Math.round(0.5e9 / rate.peak())
                : 0;
    }

    private VirtualLoad window(long from, long laterNanos, long to, RecordedWindow.Goal goal) {
        var intervals = new IntervalCollector(1, _ -> {});
        var part = new RecordedWindow(intervals, !beginsWithWindow, true, goal, names.size());
        part.beginAt(START + from * MILLI + laterNanos);
        collector = intervals;
        window = part;
        requests = goal.endsWindow() ? OptionalLong.of(goal.requests()) : OptionalLong.empty();
        if (from == 0) {
            worker.record(part);
        } else {
            at(Math.max(0, from - OPENING_MILLIS), w -> w.record(part));
        }
        return at(to, _ -> part.endAt(START + to * MILLI));
    }

    /// Plans an action.
    ///
    /// @param millis since the start
    VirtualLoad at(long millis, Consumer<LoadWorker> action) {
        net.after(millis * MILLI, () -> action.accept(worker));
        return this;
    }

    /// Plans a time in which the generator stands still.
    ///
    /// @param from ms since the start
    VirtualLoad stall(long from, long millis) {
        return at(from, _ -> clock.advance(millis * MILLI));
    }

    /// Runs the load, to be called once.
    ///
    /// @param millis since the start
    VirtualLoad runUntil(long millis) {
        at(millis, LoadWorker::close);
        worker.run();
        var failure = worker.failure();
        if (failure != null) {
            throw new AssertionError("the worker failed", failure);
        }
        return this;
    }

    /// Runs the load, and then returns the result of its window.
    LoadResult result(long millis) throws InterruptedException {
        var intervals = collector;
        var part = window;
        if (intervals == null || part == null) {
            throw new IllegalStateException("no window is planned");
        }
        intervals.start();
        try {
            runUntil(millis);
            var info =
                    new GeneratorInfo(
                            "scripted",
                            "",
                            "exact",
                            OptionalLong.empty(),
                            model instanceof LoadModel.Open,
                            Optional.empty(),
                            streams.map(policy -> new StreamsInfo(policy.streams())));
            return new WindowMerger(
                            List.of(part), length -> connectionsRequested(length, part), names, 0)
                    .result(info, intervals.finish());
        } finally {
            intervals.stop();
        }
    }

    private int connectionsRequested(long length, RecordedWindow part) {
        int perConnection = streams.map(Http2Policy::streams).orElse(1);
        int unopened = part.unopened;
        return RequestedConnections.of(model, length, perConnection, requests, shard, unopened);
    }

    /// The totals since the start.
    LoadProgress progress() {
        return worker.addTo(LoadProgress.none(clock.nanoTime()));
    }

    /// When requests were sent, ms since the start.
    List<Double> sendMillis() {
        return net.sends().stream().map(VirtualLoad::millis).toList();
    }

    static double millis(long nanos) {
        return nanos / 1e6;
    }

    /// The sum of all values, ms; each is rounded by at most 0.2 %.
    static double sumMillis(Histogram histogram) {
        return histogram.getMean() * histogram.getTotalCount() / 1e6;
    }
}
