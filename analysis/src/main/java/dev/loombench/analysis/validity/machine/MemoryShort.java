package dev.loombench.analysis.validity.machine;

import static dev.loombench.analysis.finding.Exceedance.highest;
import static dev.loombench.analysis.finding.Exceedance.scaled;
import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.Exceedance;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.trial.TrialMetrics;
import dev.loombench.finding.Kind;
import dev.loombench.observe.result.MetricId;
import dev.loombench.result.TrialResult;
import java.util.List;
import java.util.Optional;

/// Processes waited for memory.
///
/// @param pages most swapped in a trial; 0 where that was below its limit
/// @param stalledShare highest share of a window in which processes waited, with the same rule
public record MemoryShort(List<String> variants, double pages, double stalledShare)
        implements MachineFinding {
    /// 4 MB: an idle machine swaps less.
    private static final double PAGES_LIMIT = 1_000;

    private static final double STALLED_LIMIT = 0.01;

    public static final Kind KIND =
            new Kind(
                    "memory-short",
                    "waits for memory",
                    "over %s pages swapped, or processes waited for memory over %s of the window"
                            .formatted(axis(PAGES_LIMIT), percent(STALLED_LIMIT)),
                    "invalid");

    public MemoryShort {
        variants = List.copyOf(variants);
    }

    public static Optional<MemoryShort> of(List<TrialResult> results) {
        var swapped =
                Exceedance.of(
                        results,
                        t -> TrialMetrics.growth(t, MetricId.MACHINE_SWAPPED),
                        PAGES_LIMIT);
        var stalled =
                Exceedance.of(
                        results,
                        t -> scaled(TrialMetrics.rate(t, MetricId.MACHINE_MEMORY_STALLED), 1e-9),
                        STALLED_LIMIT);
        return Optional.of(Exceedance.variants(swapped, stalled))
                .filter(variants -> !variants.isEmpty())
                .map(variants -> new MemoryShort(variants, highest(swapped), highest(stalled)));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                Exceedance.each(
                        "within the window ",
                        new Exceedance.Part(
                                pages, "up to %,.0f pages were swapped".formatted(pages)),
                        new Exceedance.Part(
                                stalledShare,
                                "processes waited for memory up to %.1f %% of the time"
                                        .formatted(100 * stalledShare))),
                "the figures are those of a server that waits for memory",
                "use a smaller heap (-Xmx), or a machine with more memory");
    }
}
