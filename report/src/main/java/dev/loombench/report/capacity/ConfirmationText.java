package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.report.Format;
import java.time.Duration;
import java.util.Optional;

/// How far an estimated capacity is confirmed, in words.
///
/// An interrupted search lacks processes or the long window. The figures at a capacity are those of
/// windows nearest to it, which are on both sides of the limit: beside a sentence that the
/// objectives hold, a figure above the limit needs its reason.
final class ConfirmationText {
    private static final String NO_LONG_WINDOW = "no long window has held it";

    private ConfirmationText() {}

    /// Whether the search was interrupted before it had confirmed an estimate. The recovery is the
    /// last that is measured: before it each long window that was asked for has ended.
    static boolean isOpen(VariantCapacity v, CapacityResult result) {
        return !result.complete()
                && v.capacity() instanceof Capacity.Estimated estimate
                && (isShort(estimate, result)
                        || (v.held(result.objectives()).isEmpty() && v.recovery().isEmpty()));
    }

    /// What is missing of an open estimate: `1 of 4 processes has measured it`.
    static String missing(Capacity.Estimated estimate, CapacityResult result) {
        int measured = estimate.processes().size();
        return isShort(estimate, result)
                ? "%d of %d processes %s measured it"
                        .formatted(measured, planned(result), measured == 1 ? "has" : "have")
                : NO_LONG_WINDOW;
    }

    /// What a lower limit lacks that an interrupted search found by short windows; empty of all
    /// others.
    static String missingOfLimit(VariantCapacity v, CapacityResult result) {
        return result.complete() || v.held(result.objectives()).isPresent()
                ? ""
                : ", not confirmed: " + NO_LONG_WINDOW;
    }

    private static boolean isShort(Capacity.Estimated estimate, CapacityResult result) {
        return estimate.processes().size() < planned(result);
    }

    /// Processes that confirm the estimate of the first one.
    private static int planned(CapacityResult result) {
        return result.manifest().experiment().trials().max() - 1;
    }

    /// Why the percentile beside a capacity is above the limit: `p99 is 59.7 ms in the windows
    /// nearest 207/s, above 50ms: ...`; empty where it is not.
    static Optional<String> aboveLimit(VariantCapacity v, CapacityResult result) {
        return switch (v.capacity()) {
            case Capacity.Estimated(var rate, _, _) ->
                    above(v, result, rate)
                            .map(windows ->
                                    windows
                                            + (isOpen(v, result)
                                                    ? ": they do not hold the objective, so the capacity may be"
                                                            + " lower"
                                                    : ": at the capacity itself windows are on both sides of the"
                                                            + " limit"));
            case Capacity.Held _ ->
                    v.shortWindows()
                            .flatMap(estimate -> above(v, result, estimate.rate()))
                            .map(windows ->
                                    windows + ": the capacity is the rate that a long window held");
            case Capacity.AtLeast _, Capacity.NotMet _, Capacity.Unknown _ -> Optional.empty();
        };
    }

    private static Optional<String> above(
            VariantCapacity v, CapacityResult result, double nearest) {
        double percent = result.objectives().percent();
        return limit(result)
                .flatMap(limit ->
                        v.atCapacity()
                                .map(s -> s.latency().responseTime())
                                .filter(times -> times.getTotalCount() > 0)
                                .map(times -> times.getValueAtPercentile(percent))
                                .filter(nanos -> nanos > limit.toNanos())
                                .map(nanos ->
                                        "p%s is %s in the windows nearest %s, above %s"
                                                .formatted(
                                                        CapacityText.percent(percent),
                                                        Format.time(nanos.doubleValue()),
                                                        CapacityText.rate(nearest),
                                                        Format.time((double) limit.toNanos()))));
    }

    /// That of the percentile which the report has; empty without one.
    private static Optional<Duration> limit(CapacityResult result) {
        return result.objectives().all().stream()
                .filter(Objective.Percentile.class::isInstance)
                .map(o -> ((Objective.Percentile) o).limit())
                .findFirst();
    }
}
