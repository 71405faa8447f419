package dev.loombench.report.capacity;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.report.next.NextCommands;
import dev.loombench.text.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// What a search did not measure of a variant, with the reason: a table has no place for it.
final class CapacityGaps {
    private static final String INTERRUPTED = "the search was interrupted before";

    /// Values of `--recovery` that turn it off.
    private static final List<String> OFF =
            List.of("--recovery=0", "--recovery=0s", "--recovery=0ms");

    private static final List<String> RECOVERY = List.of("--recovery");

    private CapacityGaps() {}

    /// `no interval, response times and CPU: no process confirms the capacity (--processes 0)`: a
    /// sentence for each reason; none where the capacity itself is unknown, which has its reason.
    static Stream<String> of(VariantCapacity v, CapacityResult result) {
        if (v.capacity() instanceof Capacity.Unknown) {
            return Stream.empty();
        }
        var missing = new LinkedHashMap<String, List<String>>();
        if (v.capacity() instanceof Capacity.Estimated estimate
                && estimate.shownInterval().isEmpty()) {
            add(missing, withoutInterval(estimate, result), "interval");
        }
        if (v.capacity() instanceof Capacity.NotMet) {
            add(missing, withoutFigures(v.capacity(), result), "interval");
        }
        if (v.atCapacity().isEmpty()) {
            add(missing, withoutFigures(v.capacity(), result), "response times");
            add(missing, withoutFigures(v.capacity(), result), "CPU");
        }
        withoutLongWindow(v).ifPresent(reason -> add(missing, reason, "long window"));
        if (v.recovery().isEmpty()) {
            add(missing, withoutRecovery(v.capacity(), result), "recovery");
        }
        return missing.entrySet().stream()
                .map(gap ->
                        "no %s: %s"
                                .formatted(Sentence.listed(gap.getValue(), "and"), gap.getKey()));
    }

    private static void add(Map<String, List<String>> missing, String reason, String figure) {
        missing.computeIfAbsent(reason, _ -> new ArrayList<>()).add(figure);
    }

    private static String withoutInterval(Capacity.Estimated estimate, CapacityResult result) {
        if (estimate.interval().isPresent()) {
            return tooWide(estimate, result);
        }
        return estimate.processes().size() == 1 && result.complete()
                ? "one process confirmed the capacity, and an interval needs two"
                : unconfirmed(result);
    }

    /// What an interval beyond a factor of ten leaves: the processes themselves.
    private static String tooWide(Capacity.Estimated estimate, CapacityResult result) {
        var rates =
                estimate.processes().stream()
                        .mapToDouble(Capacity.OfProcess::rate)
                        .summaryStatistics();
        return "%d processes with capacities from %s to %s leave it wider than a factor of ten; more of them narrow it (--processes %d)"
                .formatted(
                        rates.getCount(),
                        CapacityText.rate(rates.getMin()),
                        CapacityText.rate(rates.getMax()),
                        NextCommands.moreProcesses(result));
    }

    private static String withoutFigures(Capacity capacity, CapacityResult result) {
        return switch (capacity) {
            case Capacity.NotMet _ -> "no rate held the objectives";
            case Capacity.AtLeast _ -> "no rate violated the objectives, so none is the capacity";
            case Capacity.Estimated estimate ->
                    estimate.processes().isEmpty() || !result.complete()
                            ? unconfirmed(result)
                            : "no process that confirmed the capacity ended with a window at it";
            case Capacity.Held _ -> unconfirmed(result);
            case Capacity.Unknown(var reason) -> reason;
        };
    }

    /// Why no process, or too few, confirmed the capacity.
    private static String unconfirmed(CapacityResult result) {
        if (!result.complete()) {
            return INTERRUPTED;
        }
        return result.manifest().experiment().trials().max() < 2
                ? "no process confirms the capacity (--processes 0)"
                : "the processes that confirm the capacity did not measure it";
    }

    /// Why no window that was to hold the capacity shows anything of the server; empty where one
    /// does, or none was measured.
    private static Optional<String> withoutLongWindow(VariantCapacity v) {
        var windows =
                v.probes().stream().filter(p -> p.purpose() == RateProbe.Purpose.HOLD).toList();
        if (windows.stream().anyMatch(window -> window.met() || window.violates())) {
            return Optional.empty();
        }
        return windows.stream()
                .reduce((_, last) -> last)
                .map(last ->
                        "that at %s %s".formatted(CapacityText.rate(last.rate()), fault(last)));
    }

    private static String fault(RateProbe window) {
        return (window.valid()
                        ? "did not hold the objectives"
                        : "was more than the load generator could hold")
                + WindowText.faults(window);
    }

    private static String withoutRecovery(Capacity capacity, CapacityResult result) {
        if (result.manifest().invocation().options(RECOVERY).stream().anyMatch(OFF::contains)) {
            return "it was turned off (--recovery 0s)";
        }
        if (result.objectives().longestLimit().isEmpty()) {
            return "no objective limits response times";
        }
        return switch (capacity) {
            case Capacity.NotMet _, Capacity.AtLeast _ -> withoutFigures(capacity, result);
            case Capacity.Estimated _, Capacity.Held _, Capacity.Unknown _ ->
                    result.complete()
                            ? "the last process ended before it was overloaded"
                            : INTERRUPTED;
        };
    }
}
