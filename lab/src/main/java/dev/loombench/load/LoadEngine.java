package dev.loombench.load;

import dev.loombench.load.record.GeneratorInfo;
import dev.loombench.load.request.EncodedRequests;
import dev.loombench.load.request.RequestMix;
import dev.loombench.load.transport.Route;
import dev.loombench.load.transport.Transport;
import dev.loombench.load.transport.Transports;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Drives load over HTTP/1.1, or over connections that carry lines, and measures what comes back.
///
/// Good answers are those of an expected status, 2xx if nothing else is said, and every line.
/// Others are errors by kind, and their latency is in no histogram: a server that refuses quickly
/// is not a fast server. Requests that time out are in the histogram of response time with the time
/// they had waited.
public final class LoadEngine {
    private static final long NO_TIMEOUT = Long.MAX_VALUE;

    private LoadEngine() {}

    /// Drives the load in the way that suits it: see `LoadSettings.DEFAULT`.
    public static LoadRun start(
            InetSocketAddress target, LoadModel model, Request request, long seed)
            throws IOException {
        return start(target, model, request, seed, LoadSettings.DEFAULT);
    }

    /// One request over and over, over connections that are kept.
    public static LoadRun start(
            InetSocketAddress target,
            LoadModel model,
            Request request,
            long seed,
            LoadSettings settings)
            throws IOException {
        return start(target, model, TrafficSpec.of(request), seed, settings);
    }

    /// Opens the connections (staggered over at most a second, never in one burst) and starts to
    /// drive the load at once.
    ///
    /// @param target resolved
    /// @param seed of the arrivals of an open Poisson model, of the choice between requests and of
    ///   the values in them
    /// @throws IOException when this process cannot have what it needs; a server that cannot be
    ///   reached is no exception but an error counted by kind
    /// @throws SpecError when the settings or the traffic ask for what cannot be had here
    public static LoadRun start(
            InetSocketAddress target,
            LoadModel model,
            TrafficSpec traffic,
            long seed,
            LoadSettings settings)
            throws IOException {
        if (target.isUnresolved()) {
            throw new UnknownHostException(target.getHostString());
        }
        var shares = shares(model.connections(), settings.loops());
        boolean spins = settings.pacing() == Pacing.EXACT;
        var connections = traffic.connections();
        var route = Route.checked(target, connections.sources());
        var plan = new RequestMix(traffic, target, seed);
        var messages = messages(plan, shares);
        var transports = Transports.open(settings.transport(), route, shares, spins);
        var first = transports.all().getFirst();
        var pacing = pacing(model, settings.pacing(), shares.size(), first);
        long startNanos = System.nanoTime();
        var loops = new ArrayList<LoadWorker>();
        for (int k = 0; k < shares.size(); k++) {
            var share =
                    new WorkerConfig(
                            transports.all().get(k),
                            shares.get(k),
                            messages.get(k),
                            connections.keepAlive(),
                            traffic.timeout().toNanos(),
                            connections.connectTimeout().map(Duration::toNanos).orElse(NO_TIMEOUT),
                            startNanos,
                            new WorkerShard(k, shares.size()));
            loops.add(loop(share, model, seed, pacing));
        }
        boolean byClock = model instanceof LoadModel.Open;
        var means = new GeneratorInfo(first.name(), transports.reason(), pacing.label(), byClock);
        return new LoadRun(loops, model, means, plan.names());
    }

    private static LoadWorker loop(WorkerConfig share, LoadModel model, long seed, Pacing pacing) {
        return switch (model) {
            case LoadModel.Closed closed -> new ClosedWorker(share, closed, seed);
            case LoadModel.Open open -> {
                long coarse = share.transport().resolutionNanos();
                yield new OpenWorker(share, open, seed, pacing.ticksOver(coarse), coarse);
            }
            case LoadModel.Hold hold -> new HoldWorker(share, hold);
        };
    }

    /// Whether connections can come from where the traffic says, before there is a target.
    ///
    /// @throws SpecError when this machine does not have a source address
    public static void checkSources(TrafficSpec traffic) {
        traffic.connections().sources().forEach(Route::checkOwn);
    }

    /// Why loads cannot be driven over io_uring here; empty when they can.
    public static Optional<String> withoutUring() {
        return Transports.uringUnavailableReason();
    }

    private static List<EncodedRequests> messages(RequestMix plan, List<Integer> shares) {
        int ofAll = shares.stream().mapToInt(Integer::intValue).sum();
        return IntStream.range(0, shares.size())
                .mapToObj(k -> plan.forLoop(k, shares.size(), shares.get(k), ofAll))
                .toList();
    }

    private static Pacing pacing(LoadModel model, Pacing asked, int loops, Transport transport) {
        return switch (model) {
            case LoadModel.Open open ->
                    asked.chosenFor(open.rate().peak() / loops, transport.resolutionNanos());
            case LoadModel.Closed _ -> Pacing.CLOSED_LOOP;
            case LoadModel.Hold _ -> Pacing.MILLISECOND; // the timers
        };
    }

    /// How many of the connections each loop has: as even as can be, and no loop without any.
    public static List<Integer> shares(int connections, int loops) {
        int used = Math.min(loops, connections);
        return IntStream.range(0, used)
                .map(k -> (int) new WorkerShard(k, used).of(connections))
                .boxed()
                .toList();
    }
}
