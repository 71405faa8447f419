package dev.loombench.analysis;

import dev.loombench.spec.article.PublishedFigures;
import dev.loombench.spec.article.PublishedFigures.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Contradictions in published figures, whatever was measured.
///
/// An audit without objections proves nothing: consistent figures may still be wrong.
///
/// @param figures as published
/// @param objections in the order of the table
public record Audit(PublishedFigures figures, List<Objection> objections) {
    /// Largest difference that rounding explains.
    private static final double ROUNDING = 0.05;

    public Audit {
        objections = List.copyOf(objections);
    }

    /// A response time in seconds, by its percent.
    public record Percentile(double percent, double time) {}

    /// A contradiction in the figures of one variant. Times are in seconds.
    public sealed interface Objection {
        String variant();

        /// Little's law: `inFlight = throughput * (mean + think)` for any system in equilibrium.
        ///
        /// @param think time of a user between a response and the next request
        record UsersNotInFlight(
                String variant,
                int users,
                double inFlight,
                double throughput,
                double mean,
                double think)
                implements Objection {}

        /// A percentile is above a higher one.
        record PercentilesNotMonotone(
                String variant, double lower, double lowerTime, double higher, double higherTime)
                implements Objection {}

        /// The mean of a distribution with these percentiles is at least `Σ (1 - p[i]) * (t[i] -
        /// t[i - 1])` with `t[0] = 0`: a share `1 - p[i]` of all responses takes `t[i]` or longer.
        ///
        /// @param percentiles the increasing ones, lowest first
        /// @param minimum of the mean
        record MeanTooLow(String variant, double mean, List<Percentile> percentiles, double minimum)
                implements Objection {
            public MeanTooLow {
                percentiles = List.copyOf(percentiles);
            }
        }

        /// The mean is above the maximum.
        record MeanAboveMaximum(String variant, double mean, double maximum) implements Objection {}

        /// Throughput is above `threads / handler`, the maximum of the pool.
        record FasterThanPool(
                String variant,
                double throughput,
                int threads,
                double handler,
                double maxThroughput)
                implements Objection {}

        /// A response came before its handler ended.
        ///
        /// @param figure as in `mean` or `p90`
        record FasterThanHandler(String variant, String figure, double time, double handler)
                implements Objection {}
    }

    public static Audit of(PublishedFigures figures) {
        var objections = new ArrayList<Objection>();
        for (var row : figures.variants()) {
            usersInFlight(figures, row, objections);
            percentiles(row, objections);
            mean(row, objections);
            figures.handler().ifPresent(h -> handler(row, seconds(h), objections));
        }
        return new Audit(figures, objections);
    }

    private static void usersInFlight(
            PublishedFigures figures, Row row, List<Objection> objections) {
        if (figures.users().isEmpty() || row.throughput().isEmpty() || row.mean().isEmpty()) {
            return;
        }
        int users = figures.users().getAsInt();
        double throughput = row.throughput().getAsDouble();
        double mean = seconds(row.mean().get());
        double think = seconds(figures.thinkTime());
        double inFlight = throughput * (mean + think);
        if (Math.abs(inFlight / users - 1) > ROUNDING) {
            objections.add(
                    new Objection.UsersNotInFlight(
                            row.name(), users, inFlight, throughput, mean, think));
        }
    }

    private static void percentiles(Row row, List<Objection> objections) {
        var ascending = row.ascending();
        for (int i = 1; i < ascending.size(); i++) {
            var lower = ascending.get(i - 1);
            var higher = ascending.get(i);
            if (lower.getValue().compareTo(higher.getValue()) > 0) {
                objections.add(
                        new Objection.PercentilesNotMonotone(
                                row.name(),
                                lower.getKey(),
                                seconds(lower.getValue()),
                                higher.getKey(),
                                seconds(higher.getValue())));
            }
        }
    }

    private static void mean(Row row, List<Objection> objections) {
        if (row.mean().isEmpty()) {
            return;
        }
        double mean = seconds(row.mean().get());
        var increasing = increasing(row);
        if (!increasing.isEmpty()
                && increasing.getLast().percent() == 100
                && mean > increasing.getLast().time()) {
            objections.add(
                    new Objection.MeanAboveMaximum(row.name(), mean, increasing.getLast().time()));
            return;
        }
        double minimum = 0;
        double below = 0;
        for (var percentile : increasing) {
            minimum += (1 - percentile.percent() / 100) * (percentile.time() - below);
            below = percentile.time();
        }
        if (mean < (1 - ROUNDING) * minimum) {
            objections.add(new Objection.MeanTooLow(row.name(), mean, increasing, minimum));
        }
    }

    /// The percentiles above all lower ones: one that falls is an objection of its own.
    private static List<Percentile> increasing(Row row) {
        var increasing = new ArrayList<Percentile>();
        for (var percentile : row.ascending()) {
            double time = seconds(percentile.getValue());
            if (increasing.isEmpty() || time > increasing.getLast().time()) {
                increasing.add(new Percentile(percentile.getKey(), time));
            }
        }
        return increasing;
    }

    private static void handler(Row row, double handler, List<Objection> objections) {
        row.mean()
                .ifPresent(mean ->
                        notBelow(row, "mean", seconds(mean), handler).forEach(objections::add));
        for (var percentile : row.ascending()) {
            var figure = "p" + percentile.getKey().toString().replaceFirst("\\.0$", "");
            notBelow(row, figure, seconds(percentile.getValue()), handler).forEach(objections::add);
        }
        if (row.threads().isPresent() && row.throughput().isPresent()) {
            int threads = row.threads().getAsInt();
            double throughput = row.throughput().getAsDouble();
            double maxThroughput = threads / handler;
            if (throughput > (1 + ROUNDING) * maxThroughput) {
                objections.add(
                        new Objection.FasterThanPool(
                                row.name(), throughput, threads, handler, maxThroughput));
            }
        }
    }

    private static List<Objection> notBelow(Row row, String figure, double time, double handler) {
        return time < (1 - ROUNDING) * handler
                ? List.of(new Objection.FasterThanHandler(row.name(), figure, time, handler))
                : List.of();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
