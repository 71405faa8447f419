package dev.loombench.analysis.judge;

import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.result.foreign.ForeignMetric;
import java.util.Optional;
import java.util.OptionalDouble;

/// One metric of one benchmark, judged.
///
/// @param benchmark of the head
/// @param baseBenchmark that of the base, where it has another name
/// @param verdict on head / base
public record JudgedFigure(
        String benchmark,
        Optional<String> baseBenchmark,
        ForeignMetric metric,
        Sample base,
        Sample head,
        Verdict verdict) {

    String nameInBase() {
        return baseBenchmark.orElse(benchmark);
    }

    /// Head / base, the estimate of the interval where there is one; empty where the base is 0.
    public OptionalDouble ratio() {
        var interval = verdict.interval();
        if (interval.isPresent()) {
            return OptionalDouble.of(interval.get().point());
        }
        double mean = base.mean();
        return mean > 0 ? OptionalDouble.of(head.mean() / mean) : OptionalDouble.empty();
    }

    /// Whether the head is on the wrong side of 1.
    boolean isOnWorseSide() {
        var ratio = ratio();
        return ratio.isPresent() && (ratio.getAsDouble() > 1) != metric.higherIsBetter();
    }

    Outcome outcome() {
        return switch (verdict) {
            case Verdict.Better _, Verdict.NoDifference _, Verdict.Baseline _ -> Outcome.PASSED;
            case Verdict.Worse _ -> Outcome.FAILED;
            case Verdict.Different _ -> isOnWorseSide() ? Outcome.UNDECIDED : Outcome.PASSED;
            case Verdict.Undecided _, Verdict.NoEvidence _ -> Outcome.UNDECIDED;
            case Verdict.DependsOnProcess(_, var better) ->
                    better.map(b -> b ? Outcome.PASSED : Outcome.FAILED).orElse(Outcome.UNDECIDED);
            case Verdict.Invalid _ -> Outcome.INVALID;
        };
    }
}
