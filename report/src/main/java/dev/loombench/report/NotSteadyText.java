package dev.loombench.report;

import static dev.loombench.base.Durations.longer;

import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.jvm.JvmFinding.StillCompiling;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.Metric;
import dev.loombench.result.Steadiness;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Metrics that were not steady, in one sentence.
public final class NotSteadyText {
    private NotSteadyText() {}

    /// Those of the findings that say that a metric is not steady; of each metric, one variant is
    /// enough.
    ///
    /// @param all further findings, which tell how long a warm-up every variant needs
    /// @param warmUp the longest that the experiment allows
    /// @return empty without such findings
    public static Optional<String> brief(
            List<ResultFinding> findings, List<ResultFinding> all, Duration warmUp) {
        var byMetric = new EnumMap<Metric, NotSteady>(Metric.class);
        findings.stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .forEach(f -> byMetric.merge(f.metric(), f, NotSteadyText::needingMore));
        var texts = new ArrayList<String>();
        byMetric.values()
                .forEach(f -> texts.add(brief(f, longer(needed(f.metric(), all), warmUp))));
        if (!byMetric.containsKey(Metric.CPU_PER_REQUEST)) {
            findings.stream()
                    .flatMap(f -> f instanceof StillCompiling s ? Stream.of(s) : Stream.empty())
                    .filter(ResultFinding::isUnsteady)
                    .findFirst()
                    .ifPresent(s -> texts.add(brief(s, warmUp)));
        }
        return texts.isEmpty()
                ? Optional.empty()
                : Optional.of("Not steady: %s.".formatted(String.join("; ", texts)));
    }

    /// Whether [#brief] says it.
    public static boolean isBrief(ResultFinding finding) {
        return finding instanceof NotSteady
                || (finding instanceof StillCompiling && finding.isUnsteady());
    }

    private static String brief(StillCompiling finding, Duration warmUp) {
        return "%s: the compilers used %.0f %% of the CPU time, %s"
                .formatted(
                        Metric.CPU_PER_REQUEST.label(),
                        100 * finding.share(),
                        LongerRun.warmUp(LongerRun.doubled(warmUp)));
    }

    private static NotSteady needingMore(NotSteady a, NotSteady b) {
        return a.sufficient().compareTo(b.sufficient()) >= 0 ? a : b;
    }

    /// `cpu-per-request: 3,100 of about 10,000 requests for the compiler, --warm-up 15s`.
    private static String brief(NotSteady finding, Duration warmUp) {
        return "%s: %s, %s".formatted(finding.figure(), lacks(finding), LongerRun.warmUp(warmUp));
    }

    private static Duration needed(Metric metric, List<ResultFinding> all) {
        return all.stream()
                .flatMap(f -> f instanceof NotSteady n ? Stream.of(n) : Stream.empty())
                .filter(f -> f.metric() == metric)
                .map(NotSteady::sufficient)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    private static String lacks(NotSteady finding) {
        return switch (finding.state()) {
            case STEADY -> "steady";
            case RISING -> "still rising";
            case FALLING -> "still falling";
            case TOO_FEW_CALLS ->
                    finding.responses() < Steadiness.ENOUGH_CALLS
                            ? "%,d of about %,d requests for the compiler"
                                    .formatted(finding.responses(), Steadiness.ENOUGH_CALLS)
                            : "too few requests for the compiler";
            case COMPILING -> "still compiling";
            case BACKLOG -> "the queue still grew";
            case UNDECIDED ->
                    finding.change().isPresent()
                            ? "too noisy to tell, may still change by %.0f %%"
                                    .formatted(Math.ceil(100 * finding.change().getAsDouble()))
                            : "too noisy to tell";
        };
    }
}
