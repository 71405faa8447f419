package dev.loombench.load.threshold;

import dev.loombench.text.Figures;
import dev.loombench.text.Units;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;
import org.HdrHistogram.Histogram;

/// A figure of a load that a threshold can limit.
public sealed interface LoadMetric {
    /// All names, for messages.
    String KNOWN = "p50, p99.9 or any other percentile, max, mean, rps, errors";

    String label();

    Unit unit();

    /// The figure in words.
    default String name(LimitedFigures figures) {
        return label();
    }

    /// Empty when nothing was measured.
    OptionalDouble of(LimitedFigures figures);

    /// The unit of a figure, and its form on the command line.
    enum Unit {
        NANOS("ns"),
        PER_SECOND("1/s"),
        REQUESTS("requests"),
        SHARE("share");

        private final String label;

        Unit(String label) {
            this.label = label;
        }

        public String label() {
            return label;
        }

        /// @throws dev.loombench.text.WrongInput when the text has another unit
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
                case NANOS -> Figures.time(value);
                case PER_SECOND -> Figures.number(value) + "/s";
                case REQUESTS -> String.format(Locale.ROOT, "%,.0f", value);
                case SHARE -> Figures.number(100 * value) + " %";
            };
        }
    }

    /// A percentile of response time; of a closed load above the median, that of a request that
    /// arrives at any moment.
    ///
    /// @param label as in `p99.9`
    /// @param percent above 0 and below 100
    record Percentile(String label, double percent) implements LoadMetric {
        private static final Pattern NAME = Pattern.compile("p(\\d{1,2}(?:\\.\\d{1,6})?)");

        static Optional<LoadMetric> named(String label) {
            var name = NAME.matcher(label);
            return name.matches() && Double.parseDouble(name.group(1)) > 0
                    ? Optional.of(new Percentile(label, Double.parseDouble(name.group(1))))
                    : Optional.empty();
        }

        @Override
        public Unit unit() {
            return Unit.NANOS;
        }

        @Override
        public String name(LimitedFigures figures) {
            return figures.isOfArriving(percent) ? label + " of an arriving request" : label;
        }

        @Override
        public OptionalDouble of(LimitedFigures figures) {
            return figures.percentile(percent);
        }
    }

    /// A figure other than a percentile.
    enum Aggregate implements LoadMetric {
        MAX("max", Unit.NANOS),
        MEAN("mean", Unit.NANOS),
        RPS("rps", Unit.PER_SECOND),
        ERRORS("errors", Unit.REQUESTS),
        ERROR_SHARE("errors", Unit.SHARE);

        private final String label;
        private final Unit unit;

        Aggregate(String label, Unit unit) {
            this.label = label;
            this.unit = unit;
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public Unit unit() {
            return unit;
        }

        @Override
        public OptionalDouble of(LimitedFigures figures) {
            return switch (this) {
                case MAX -> ofResponse(figures, h -> (double) h.getValueAtPercentile(100));
                case MEAN -> ofResponse(figures, Histogram::getMean);
                case RPS -> OptionalDouble.of(figures.throughput());
                case ERRORS -> OptionalDouble.of((double) figures.failed());
                case ERROR_SHARE -> figures.errorShare();
            };
        }
    }

    /// @param share whether errors are a share of the requests, not a number
    static Optional<LoadMetric> named(String label, boolean share) {
        return Arrays.stream(Aggregate.values())
                .filter(m -> m.label.equals(label))
                .filter(m -> m != (share ? Aggregate.ERRORS : Aggregate.ERROR_SHARE))
                .map(LoadMetric.class::cast)
                .findFirst()
                .or(() -> Percentile.named(label));
    }

    private static OptionalDouble ofResponse(
            LimitedFigures figures, ToDoubleFunction<Histogram> figure) {
        var histogram = figures.responseTime();
        return histogram.getTotalCount() == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(figure.applyAsDouble(histogram));
    }
}
