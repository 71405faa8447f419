package dev.loombench.report;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.GeneratorStalled;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.MemoryShort;
import dev.loombench.analysis.validity.machine.ProcessorFinding.ClockRateVaried;
import dev.loombench.analysis.validity.machine.ProcessorFinding.CpuPressure;
import dev.loombench.analysis.validity.spread.OutlyingTrial;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.text.Figures;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Why comparisons of a scorecard are inconclusive, in half a line: too few trials, or disturbed
/// ones.
public final class InconclusiveText {
    /// Findings of a run whose trials spread more than its servers make them.
    private static final Set<Kind> DISTURBING =
            Set.of(
                    ClockRateVaried.KIND,
                    ConcurrentRun.KIND,
                    CpuContentionDuring.KIND,
                    CpuPressure.KIND,
                    GeneratorStalled.KIND,
                    GeneratorStarved.KIND,
                    MemoryShort.KIND,
                    OutlyingTrial.KIND);

    private InconclusiveText() {}

    /// `Trials needed to decide: p99 12 to 40, threads about 5; disturbed: cpu-contention-during.`
    /// Empty where no comparison is inconclusive.
    ///
    /// @param metrics in the order of the columns
    public static Optional<String> of(Analysis analysis, List<Metric> metrics) {
        var load = analysis.manifest().experiment().load();
        var needed =
                metrics.stream()
                        .flatMap(m ->
                                needed(analysis, m).stream()
                                        .map(n -> MetricText.label(m, load) + " " + trials(n)))
                        .collect(Collectors.joining(", "));
        return needed.isEmpty()
                ? Optional.empty()
                : Optional.of("Trials needed to decide: " + needed + disturbed(analysis) + ".");
    }

    private static Optional<BlocksNeeded> needed(Analysis analysis, Metric metric) {
        return analysis.variants().stream()
                .map(v -> analysis.scorecard().of(v.variant().name(), metric))
                .map(Verdict::blocksNeeded)
                .flatMap(Optional::stream)
                .reduce(BlocksNeeded::and);
    }

    /// `about 4`, `12 to 40`.
    public static String trials(BlocksNeeded needed) {
        if (needed.nearLimit() || needed.isBeyondLimit()) {
            return "more than " + Figures.whole(BlocksNeeded.LIMIT);
        }
        if (needed.low() == needed.high()) {
            return "about " + Figures.whole(needed.low());
        }
        return needed.high() > BlocksNeeded.LIMIT
                ? "%s or more".formatted(Figures.whole(needed.low()))
                : "%s to %s".formatted(Figures.whole(needed.low()), Figures.whole(needed.high()));
    }

    private static String disturbed(Analysis analysis) {
        var kinds =
                analysis.findings().stream()
                        .map(ResultFinding::kind)
                        .filter(DISTURBING::contains)
                        .map(Kind::id)
                        .distinct()
                        .collect(Collectors.joining(", "));
        return kinds.isEmpty() ? "" : "; disturbed: " + kinds;
    }
}
