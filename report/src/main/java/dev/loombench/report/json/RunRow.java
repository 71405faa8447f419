package dev.loombench.report.json;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.loombench.export.CsvRows;
import dev.loombench.load.result.LatencyJson;
import dev.loombench.report.json.RunJson.EventsJson;
import dev.loombench.report.json.RunJson.VariantJson;
import dev.loombench.stats.Interval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/// The figures of one variant of a run in a row.
public record RunRow(
        String experiment,
        String variant,
        String server,
        String model,
        int trialsCompleted,
        int trialsFailed,
        OptionalDouble throughputPerSecond,
        @JsonUnwrapped Times times,
        @JsonUnwrapped Costs costs,
        OptionalLong errors,
        @JsonUnwrapped Compared compared,
        OptionalDouble elapsedMillis) {

    /// Response times.
    record Times(
            OptionalDouble p50Millis,
            OptionalDouble p90Millis,
            OptionalDouble p99Millis,
            OptionalDouble p999Millis,
            OptionalDouble maxMillis,
            OptionalDouble arrivingP99Millis,
            OptionalDouble arrivingP999Millis) {
        static Times of(VariantJson v) {
            return new Times(
                    figure(v.responseTime(), LatencyJson::p50Millis),
                    figure(v.responseTime(), LatencyJson::p90Millis),
                    figure(v.responseTime(), LatencyJson::p99Millis),
                    figure(v.responseTime(), LatencyJson::p999Millis),
                    figure(v.responseTime(), LatencyJson::maxMillis),
                    figure(v.arrivingRequest(), LatencyJson::p99Millis),
                    figure(v.arrivingRequest(), LatencyJson::p999Millis));
        }
    }

    /// What the server used.
    record Costs(
            OptionalDouble cpuPerRequestMicros,
            OptionalDouble instructionsPerRequest,
            OptionalDouble cyclesPerRequest,
            OptionalDouble contextSwitchesPerRequest,
            OptionalDouble cpuMigrationsPerRequest,
            OptionalDouble peakRssBytes,
            OptionalDouble threads) {
        static Costs of(VariantJson v) {
            return new Costs(
                    v.cpuPerRequestMicros(),
                    event(v, EventsJson::instructions),
                    event(v, EventsJson::cycles),
                    event(v, EventsJson::contextSwitches),
                    event(v, EventsJson::cpuMigrations),
                    v.peakRssBytes(),
                    v.threads());
        }

        private static OptionalDouble event(
                VariantJson v, Function<EventsJson, OptionalDouble> reading) {
            return v.eventsPerRequest().map(reading).orElse(OptionalDouble.empty());
        }
    }

    /// The comparison with the first variant.
    ///
    /// @param modes `5 blocks at 1.003; 2 blocks at 0.6` where the ratio depends on the process
    record Compared(
            String verdict,
            OptionalDouble ratio,
            OptionalDouble ratioLow,
            OptionalDouble ratioHigh,
            Optional<String> modes) {
        static Compared of(RunJson.Comparison comparison) {
            var ratio = comparison.ratio();
            return new Compared(
                    comparison.verdict(),
                    figure(ratio, Interval::point),
                    figure(ratio, Interval::low),
                    figure(ratio, Interval::high),
                    comparison.modes().map(Compared::modes));
        }

        private static String modes(ModesJson modes) {
            return modes.modes().stream()
                    .map(m -> "%d blocks at %s".formatted(m.blocks(), CsvRows.decimal(m.ratio())))
                    .collect(Collectors.joining("; "));
        }
    }

    /// A row per variant.
    public static List<RunRow> of(RunJson run) {
        return run.variants().stream().map(v -> of(run.experiment(), v)).toList();
    }

    private static RunRow of(String experiment, VariantJson v) {
        return new RunRow(
                experiment,
                v.name(),
                v.server(),
                v.model(),
                v.trialsCompleted(),
                v.trialsFailed(),
                v.throughputPerSecond(),
                Times.of(v),
                Costs.of(v),
                v.errors(),
                Compared.of(v.comparison()),
                v.elapsedMillis());
    }

    private static <T> OptionalDouble figure(Optional<T> from, ToDoubleFunction<T> reading) {
        return from.map(value -> OptionalDouble.of(reading.applyAsDouble(value)))
                .orElse(OptionalDouble.empty());
    }
}
