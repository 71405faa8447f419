package dev.loombench.load.record;

import static java.util.Objects.requireNonNull;

import dev.loombench.base.Window;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResult.Tls;
import dev.loombench.load.result.Streams;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.LongToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/// Merges the workers' records of one window into its result.
///
/// @param parts one of each worker, all finished
/// @param connectionsRequested in a window of a given length, ns
/// @param names of the requests in the mix
/// @param suspendedNanos time that the machine was suspended within the window
public record WindowMerger(
        List<RecordedWindow> parts,
        LongToIntFunction connectionsRequested,
        List<String> names,
        long suspendedNanos) {

    public LoadResult result(GeneratorInfo generatorInfo, List<Second> intervals) {
        var window = window();
        int requested = connectionsRequested.applyAsInt(window.nanos());
        return new LoadResult(
                window,
                counts(),
                connections(
                        requested, generatorInfo.tls(), generatorInfo.streams().map(this::streams)),
                generator(generatorInfo, window),
                requests(),
                intervals,
                EventRecord.sum(
                        parts.stream().flatMap(part -> Stream.ofNullable(part.events)).toList()));
    }

    /// Empty for a single request: the counts are its own.
    private List<RequestCounts> requests() {
        if (names.size() == 1) {
            return List.of();
        }
        var kinds = parts.stream().map(r -> r.kinds).toList();
        return IntStream.range(0, names.size())
                .mapToObj(kind -> CountsByKind.sum(kinds, kind, names.get(kind)))
                .toList();
    }

    /// From the first start to the last end: the same instants of all workers, unless they learned
    /// of one after it had come. A load without a warm-up is then shifted, and as long, in a worker
    /// that learned of its start late.
    private Window window() {
        long start = parts.getFirst().startNanos;
        long end = parts.getFirst().endNanos;
        for (var part : parts) {
            start = part.startNanos - start < 0 ? part.startNanos : start;
            end = part.endNanos - end > 0 ? part.endNanos : end;
        }
        return new Window(start, end);
    }

    private Counts counts() {
        var errors = errors();
        long begun = sum(r -> r.started);
        long succeeded = sum(r -> r.succeeded);
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        return new Counts(
                begun,
                succeeded,
                errors,
                begun - succeeded - failed,
                sum(r -> r.succeededInWindow),
                sum(r -> r.bytesWithin),
                statuses());
    }

    private Map<Integer, Long> statuses() {
        var statuses = new HashMap<Integer, Long>();
        for (int status = 0; status <= RecordedWindow.HIGHEST_STATUS; status++) {
            int code = status;
            long count = sum(r -> r.statuses[code]);
            if (count > 0) {
                statuses.put(code, count);
            }
        }
        return statuses;
    }

    private Map<String, Long> errors() {
        var errors = new HashMap<String, Long>();
        for (var error : ErrorKind.values()) {
            long count = sum(r -> requireNonNull(r.failed.get(error)).sum());
            if (count > 0) {
                errors.put(error.label(), count);
            }
        }
        return errors;
    }

    private Connections connections(
            int requested, Optional<GeneratorInfo.TlsInfo> tls, Optional<Streams> streams) {
        int established = (int) sum(r -> r.maxOpen);
        double inFlight =
                parts.stream()
                        .mapToDouble(r -> (double) r.inFlightNanos / (r.endNanos - r.startNanos))
                        .sum();
        return new Connections(
                requested,
                established,
                sum(r -> r.lost),
                sum(r -> r.lostByTimeOut),
                sum(r -> r.earlyResponses),
                sum(r -> r.allInUse),
                inFlight,
                merged(r -> r.connectTime),
                tls.map(this::tls),
                streams);
    }

    private Streams streams(GeneratorInfo.StreamsInfo info) {
        long limit =
                parts.stream()
                        .mapToLong(r -> r.protocol.streamLimit)
                        .reduce(Long.MAX_VALUE, Streams::lowerLimit);
        return new Streams(
                info.perConnection(),
                limit == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(limit),
                sum(r -> r.protocol.goAways),
                parts.stream()
                        .map(r -> r.protocol.errorCodes.codes())
                        .reduce(ErrorCodes.NONE, ErrorCodes::plus),
                sum(r -> r.protocol.refused),
                sum(r -> r.protocol.waited),
                sum(r -> r.protocol.heldStreamsEnded),
                grpcStatuses(),
                merged(r -> r.protocol.firstMessage),
                parts.stream().flatMap(r -> Stream.ofNullable(r.protocol.headerList)).findFirst());
    }

    private Map<Integer, Long> grpcStatuses() {
        var statuses = new HashMap<Integer, Long>();
        for (int status = 0; status <= ProtocolFigures.HIGHEST_GRPC_STATUS + 1; status++) {
            int code = status;
            long count = sum(r -> r.protocol.grpcStatuses[code]);
            if (count > 0) {
                statuses.put(code > ProtocolFigures.HIGHEST_GRPC_STATUS ? -1 : code, count);
            }
        }
        return statuses;
    }

    private Tls tls(GeneratorInfo.TlsInfo info) {
        var agreed =
                parts.stream()
                        .flatMap(r -> Stream.ofNullable(r.protocol.lastHandshake))
                        .map(handshake -> handshake.version() + " " + handshake.cipherSuite())
                        .findFirst();
        return new Tls(
                info.engine(),
                info.engineReason(),
                info.verified(),
                agreed.orElse(""),
                sum(r -> r.protocol.resumedHandshakes),
                alerts(),
                merged(r -> r.protocol.handshakeTime));
    }

    private Map<String, Long> alerts() {
        var alerts = new HashMap<String, Long>();
        for (var part : parts) {
            part.protocol.alerts.forEach((name, count) -> alerts.merge(name, count, Long::sum));
        }
        return alerts;
    }

    /// `busyShare = 1 - waited / (workers * window)`.
    private Generator generator(GeneratorInfo generatorInfo, Window window) {
        double length = sum(r -> r.endNanos - r.startNanos);
        double busy = Math.clamp(1 - sum(r -> r.waitedNanos) / length, 0.0, 1.0);
        return new Generator(
                generatorInfo.transport(),
                generatorInfo.transportReason(),
                generatorInfo.pacing(),
                generatorInfo.timerCostNanos(),
                parts.size(),
                sum(r -> r.cpuNanos),
                busy,
                generatorInfo.byClock()
                        ? OptionalLong.of(sum(r -> r.lateArrivals))
                        : OptionalLong.empty(),
                runQueueWaitShare(length),
                merged(r -> r.sendLag),
                StallLog.within(
                        window, parts.stream().map(r -> r.stalls).toList(), suspendedNanos));
    }

    private Histogram merged(Function<RecordedWindow, Histogram> of) {
        var sum =
                new Histogram(
                        IntervalHistograms.LOWEST,
                        IntervalHistograms.HIGHEST,
                        IntervalHistograms.DIGITS);
        parts.forEach(part -> sum.add(of.apply(part)));
        return sum;
    }

    /// Share of the workers' time; empty where it is unknown for one of them. A worker that waits
    /// as the window ends reads the kernel's count only after that wait.
    private OptionalDouble runQueueWaitShare(double length) {
        return parts.stream().allMatch(r -> r.runQueueNanos.isPresent())
                ? OptionalDouble.of(Math.min(1, sum(r -> r.runQueueNanos.orElse(0)) / length))
                : OptionalDouble.empty();
    }

    private long sum(ToLongFunction<RecordedWindow> value) {
        return parts.stream().mapToLong(value).sum();
    }
}
