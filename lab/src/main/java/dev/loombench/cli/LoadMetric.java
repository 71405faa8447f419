package dev.loombench.cli;

import dev.loombench.report.Format;
import dev.loombench.spec.Units;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/// The figures of a load that a threshold can be set on.
enum LoadMetric {
    P50("p50", Unit.NANOS),
    P90("p90", Unit.NANOS),
    P99("p99", Unit.NANOS),
    P999("p99.9", Unit.NANOS),
    P9999("p99.99", Unit.NANOS),
    MAX("max", Unit.NANOS),
    MEAN("mean", Unit.NANOS),
    RPS("rps", Unit.PER_SECOND),
    ERRORS("errors", Unit.REQUESTS),
    ERROR_SHARE("errors", Unit.SHARE);

    /// What a figure is counted in, and how people write it.
    enum Unit {
        NANOS("ns"),
        PER_SECOND("1/s"),
        REQUESTS("requests"),
        SHARE("share");

        private final String label;

        Unit(String label) {
            this.label = label;
        }

        String label() {
            return label;
        }

        /// @throws dev.loombench.spec.SpecError when it is not written in this unit
        double parse(String text) {
            return switch (this) {
                case NANOS -> Units.duration(text).toNanos();
                case PER_SECOND -> Units.rate(text);
                case REQUESTS -> Units.count(text);
                case SHARE -> Units.percent(text);
            };
        }

        String text(double value) {
            return switch (this) {
                case NANOS -> Format.time(value);
                case PER_SECOND -> Format.number(value) + "/s";
                case REQUESTS -> String.format(Locale.ROOT, "%,.0f", value);
                case SHARE -> Format.number(100 * value) + " %";
            };
        }
    }

    private final String label;
    private final Unit unit;

    LoadMetric(String label, Unit unit) {
        this.label = label;
        this.unit = unit;
    }

    /// @param share whether a share of all is meant, rather than a number
    static Optional<LoadMetric> named(String label, boolean share) {
        return Arrays.stream(values())
                .filter(m -> m.label.equals(label))
                .filter(m -> m != (share ? ERRORS : ERROR_SHARE))
                .findFirst();
    }

    /// Every name there is, for a message.
    static String known() {
        return Arrays.stream(values())
                .map(m -> m.label)
                .distinct()
                .collect(Collectors.joining(" "));
    }

    String label() {
        return label;
    }

    Unit unit() {
        return unit;
    }

    /// Empty when nothing was measured.
    OptionalDouble of(LoadSummary summary) {
        return switch (this) {
            case P50 -> ofResponse(summary, LoadQuantile.P50::of);
            case P90 -> ofResponse(summary, LoadQuantile.P90::of);
            case P99 -> ofResponse(summary, LoadQuantile.P99::of);
            case P999 -> ofResponse(summary, LoadQuantile.P999::of);
            case P9999 -> ofResponse(summary, LoadQuantile.P9999::of);
            case MAX -> ofResponse(summary, LoadQuantile.MAX::of);
            case MEAN -> ofResponse(summary, Histogram::getMean);
            case RPS -> OptionalDouble.of(summary.throughput());
            case ERRORS -> OptionalDouble.of((double) summary.result().counts().failed());
            case ERROR_SHARE -> summary.errorShare();
        };
    }

    private static OptionalDouble ofResponse(
            LoadSummary summary, ToDoubleFunction<Histogram> figure) {
        var histogram = summary.responseTime();
        return histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(figure.applyAsDouble(histogram));
    }
}
