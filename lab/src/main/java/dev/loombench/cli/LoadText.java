package dev.loombench.cli;

import static java.util.Locale.ROOT;

import dev.loombench.result.LoadResult;
import dev.loombench.spec.LoadModel;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The figures of a load for the eye.
final class LoadText {
    private LoadText() {}

    static String of(LoadSummary summary) {
        var result = summary.result();
        var text = new StringBuilder();
        var doubts = summary.doubts();
        if (!doubts.isEmpty()) {
            text.append("DOUBTFUL: ").append(String.join("; ", doubts)).append("\n\n");
        }
        text.append(asked(summary.order())).append("\n\n");
        row(text, "throughput", String.format(ROOT, "%.1f good answers/s", summary.throughput()));
        row(text, "requests", requests(result.counts()));
        if (!result.counts().errors().isEmpty()) {
            row(text, "errors", errors(result.counts()));
        }
        row(text, "connections", connections(result.connections()));
        row(text, "received", String.format(ROOT, "%.2f MB", result.counts().bytes() / 1e6));
        row(text, "generator", generator(summary));
        text.append('\n');
        latencies(text, summary);
        return text.toString();
    }

    private static String asked(LoadOrder order) {
        var model =
                switch (order.model()) {
                    case LoadModel.Open(var rate, var arrival, var connections) ->
                            String.format(
                                    ROOT,
                                    "open model, %.0f requests/s, %s arrivals, %d connections",
                                    rate,
                                    arrival.name().toLowerCase(ROOT),
                                    connections);
                    case LoadModel.Closed(var users, var thinkTime) ->
                            String.format(
                                    ROOT,
                                    "closed model, %d users, think time %s",
                                    users,
                                    time(thinkTime.toNanos()));
                };
        return String.format(
                ROOT,
                "%s %s: %s, %s",
                order.request().method(),
                order.url().text(),
                model,
                time(order.duration().toNanos()));
    }

    private static String requests(LoadResult.Counts counts) {
        return String.format(
                ROOT,
                "%d sent, %d answered, %d failed, %d unfinished",
                counts.sent(),
                counts.answered(),
                counts.failed(),
                counts.unfinished());
    }

    private static String errors(LoadResult.Counts counts) {
        return new TreeMap<>(counts.errors())
                .entrySet().stream()
                        .map(e -> e.getKey() + " " + e.getValue())
                        .collect(Collectors.joining(", "));
    }

    private static String connections(LoadResult.Connections connections) {
        return String.format(
                ROOT,
                "%d asked, %d achieved, %d reopened",
                connections.asked(),
                connections.achieved(),
                connections.reopened());
    }

    private static String generator(LoadSummary summary) {
        var generator = summary.result().generator();
        double cpuNanos = summary.generatorCpuNanos();
        return String.format(
                ROOT,
                "%s, %s CPU a request, busy %.0f %% of the time",
                means(generator),
                Double.isNaN(cpuNanos) ? "-" : String.format(ROOT, "%.1f us", cpuNanos / 1e3),
                100 * generator.busyShare());
    }

    /// As in `nio (the kernel has none), 2 loops, pacing 1ms`.
    private static String means(LoadResult.Generator generator) {
        var reason = generator.transportReason();
        return generator.transport()
                + (reason.isEmpty() ? "" : " (" + reason + ")")
                + (generator.loops() == 1 ? "" : ", " + generator.loops() + " loops")
                + (generator.pacing().equals("answers") ? "" : ", pacing " + generator.pacing());
    }

    private static void latencies(StringBuilder text, LoadSummary summary) {
        var heads = new StringBuilder();
        for (var quantile : LoadQuantile.values()) {
            heads.append(String.format(ROOT, "%12s", quantile.label()));
        }
        row(text, "", heads.toString());
        row(text, "response time", quantiles(summary.responseTime()));
        row(text, "service time", quantiles(summary.serviceTime()));
        row(text, "send lag", quantiles(summary.result().generator().sendLag()));
    }

    private static String quantiles(Histogram histogram) {
        var line = new StringBuilder();
        for (var quantile : LoadQuantile.values()) {
            boolean any = histogram.getTotalCount() > 0;
            line.append(String.format(ROOT, "%12s", any ? time(quantile.of(histogram)) : "-"));
        }
        return line.toString();
    }

    private static void row(StringBuilder text, String name, String value) {
        text.append(String.format(ROOT, "%-16s%s\n", name, value));
    }

    /// Three digits with their unit.
    private static String time(long nanos) {
        if (nanos == 0) {
            return "0";
        }
        if (nanos < 1_000_000) {
            return String.format(ROOT, "%.0f us", nanos / 1e3);
        }
        return nanos < 1_000_000_000
                ? String.format(ROOT, "%.2f ms", nanos / 1e6)
                : String.format(ROOT, "%.2f s", nanos / 1e9);
    }
}
