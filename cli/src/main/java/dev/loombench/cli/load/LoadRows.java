package dev.loombench.cli.load;

import static dev.loombench.report.Format.time;
import static java.util.Locale.ROOT;

import dev.loombench.load.result.LoadResult;
import dev.loombench.report.Format;
import dev.loombench.spec.text.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The figures of a load in named rows: throughput, requests, connections, the generator, the
/// server.
final class LoadRows {
    private LoadRows() {}

    static List<LoadRow> of(LoadSummary summary) {
        var result = summary.result();
        var counts = result.counts();
        var rows = new ArrayList<LoadRow>();
        rows.add(LoadRow.of(LoadRow.THROUGHPUT, throughput(summary)));
        rows.add(LoadRow.of("requests", requests(counts)));
        if (!counts.errors().isEmpty()) {
            rows.add(
                    LoadRow.of(
                            LoadRow.ERRORS,
                            RequestTable.errors(counts.errors()) + statuses(counts.statuses())));
        }
        rows.add(LoadRow.of("connections", connections(result.connections())));
        var connectTime = result.connections().connectTime();
        if (connectTime.getTotalCount() > 0) {
            rows.add(LoadRow.of("connect time", summaryOf(connectTime)));
        }
        rows.add(
                LoadRow.of(
                        "received",
                        bytes((double) counts.bytes()) + ", " + bytes(summary.bandwidth()) + "/s"));
        rows.add(LoadRow.of("generator", generator(summary), generatorUse(result.generator())));
        rows.add(
                LoadRow.of(
                        "send lag",
                        summaryOf(result.generator().sendLag())
                                + lateArrivals(result.generator())));
        summary.server()
                .ifPresent(server -> {
                    rows.add(LoadRow.ofSentences("server", ServerText.lines(server)));
                    rows.add(LoadRow.ofSentences("threads", ServerText.waits(server)));
                });
        return rows;
    }

    static String throughput(LoadSummary summary) {
        return Figures.number(summary.throughput()) + " good responses/s";
    }

    private static String requests(LoadResult.Counts counts) {
        return String.format(
                ROOT,
                "%,d sent, %,d succeeded, %,d failed, %,d unfinished",
                counts.sent(),
                counts.succeeded(),
                counts.failed(),
                counts.unfinished());
    }

    private static String statuses(Map<Integer, Long> statuses) {
        return statuses.isEmpty()
                ? ""
                : new TreeMap<>(statuses)
                        .entrySet().stream()
                                .map(e -> String.format(ROOT, "%d: %,d", e.getKey(), e.getValue()))
                                .collect(Collectors.joining(", ", " (", ")"));
    }

    private static String connections(LoadResult.Connections connections) {
        return String.format(
                ROOT,
                "%,d requested, %,d established, %,d reconnects%s%s",
                connections.requested(),
                connections.established(),
                connections.reconnects(),
                connections.timedOut() == 0
                        ? ""
                        : String.format(ROOT, " (%,d after a time-out)", connections.timedOut()),
                connections.earlyResponses() == 0
                        ? ""
                        : String.format(
                                ROOT,
                                "; %,d closed by a response before the whole request was sent",
                                connections.earlyResponses()));
    }

    private static String bytes(double bytes) {
        return Format.bytes(OptionalDouble.of(bytes));
    }

    private static String generator(LoadSummary summary) {
        double cpuNanos = summary.generatorCpuNanos();
        return String.format(
                ROOT,
                "%s, %s CPU per request",
                settings(summary.result().generator()),
                Double.isNaN(cpuNanos) ? Format.MISSING : time(cpuNanos));
    }

    /// As in `nio (the kernel has no io_uring), 2 threads, pacing 1ms`.
    private static String settings(LoadResult.Generator generator) {
        var reason = generator.transportReason();
        return generator.transport()
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + (generator.threads() == 1 ? "" : ", " + generator.threads() + " threads")
                + (generator.pacing().equals("closed-loop")
                        ? ""
                        : ", pacing " + generator.pacing());
    }

    private static String generatorUse(LoadResult.Generator generator) {
        return String.format(
                ROOT,
                "busy %.0f %% of the time%s%s",
                100 * generator.busyShare(),
                generator.runQueueWaitShare().isPresent()
                        ? String.format(
                                ROOT,
                                ", waited for CPU %.0f %%",
                                100 * generator.runQueueWaitShare().getAsDouble())
                        : "",
                stalls(generator.stalls()));
    }

    private static String stalls(LoadResult.Stalls stalls) {
        var stalled =
                stalls.count() == 0
                        ? ""
                        : String.format(
                                ROOT, ", stalled for %s", time((double) stalls.totalNanos()));
        return stalls.suspendedNanos() == 0
                ? stalled
                : stalled + ", suspended for " + time((double) stalls.suspendedNanos());
    }

    private static String summaryOf(Histogram histogram) {
        return "p50 %s, p99 %s, max %s"
                .formatted(
                        ReportedPercentile.P50.text(histogram),
                        ReportedPercentile.P99.text(histogram),
                        ReportedPercentile.MAX.text(histogram));
    }

    private static String lateArrivals(LoadResult.Generator generator) {
        return generator.lateArrivals().isPresent()
                ? String.format(ROOT, "; %,d late arrivals", generator.lateArrivals().getAsLong())
                : "";
    }
}
