package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.CpuBursts;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.result.Interleaving;
import dev.loombench.traffic.LoadModel;
import java.util.Comparator;
import java.util.Optional;

/// A server did work in bursts that are too rare for its windows, as the refill of a cache or a
/// task every few seconds: a window has one of them more or less than the time has on average, and
/// so have the windows of all trials, which begin at about the same age of the process.
///
/// Bursts are looked for in the second half of the warm-up and in the window. Interleaved trials
/// have a [check of their own][dev.loombench.analysis.mode.ModeBias].
///
/// @param trials in which it was so; the figures are those of the one in the middle by ratio
/// @param inWindow bursts in the window
/// @param all bursts in the time that was looked at
/// @param ratio CPU per request of that time over that of the window
/// @param longerSeconds five times the mean distance of bursts: a window that has enough of them
/// @param decides whether the experiment is decided by CPU
public record RareWorkByClock(
        String variant,
        int trials,
        int inWindow,
        int all,
        double ratio,
        double longerSeconds,
        boolean decides)
        implements StationarityFinding {
    /// By which the CPU per request of the window may be wrong.
    static final double LIMIT = 0.05;

    /// Bursts in a window from which on one more or less is no longer rare.
    static final int ENOUGH = 5;

    /// Share of the trials that err in the same direction. Work that comes at random, as the
    /// collections of processes that serve at different speeds, makes them err in both: the
    /// interval over the trials contains that.
    static final double MOST = 0.8;

    public static final Kind KIND =
            new Kind(
                    "rare-work",
                    "sequential trials under a constant load, at least %s of those of a variant: CPU per request of half a second was above 1.5 times the median and six standard deviations in bursts, fewer than %d of them in the window, or none and two or more before it, and with those of the second half of the warm-up it is by more than %s another, in the same direction (`CpuBursts`)"
                            .formatted(percent(MOST), ENOUGH, percent(LIMIT)),
                    "invalid for CPU if that decides, else note");

    /// Empty also where windows are divided into slices, and where the load varies.
    public static Optional<RareWorkByClock> of(Experiment experiment, VariantTrials trials) {
        if (!(experiment.load() instanceof LoadModel load) || !load.isConstant()) {
            return Optional.empty();
        }
        var whole =
                trials.completed().stream()
                        .filter(t -> t.interleaving().filter(Interleaving::divided).isEmpty())
                        .toList();
        var found =
                whole.stream()
                        .flatMap(t -> CpuBursts.of(t).stream())
                        .filter(b -> b.inWindow() < ENOUGH)
                        .filter(b -> b.inWindow() > 0 || b.all() > 1)
                        .filter(b -> Math.abs(Math.log(b.ratio())) > Math.log1p(LIMIT))
                        .sorted(Comparator.comparingDouble(CpuBursts::ratio))
                        .toList();
        var low = found.stream().filter(b -> b.ratio() < 1).toList();
        var high = found.stream().filter(b -> b.ratio() > 1).toList();
        var alike = low.size() > high.size() ? low : high;
        if (alike.isEmpty() || alike.size() < MOST * whole.size()) {
            return Optional.empty();
        }
        var middle = alike.get(alike.size() / 2);
        return Optional.of(
                new RareWorkByClock(
                        trials.variant(),
                        alike.size(),
                        middle.inWindow(),
                        middle.all(),
                        middle.ratio(),
                        ENOUGH * middle.seconds() / middle.all(),
                        experiment.criteria().decidedBy(Metric::isWork)));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return decides ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public boolean affects(Metric metric) {
        return metric.isWork();
    }

    @Override
    public boolean isUnsteady() {
        return true;
    }

    @Override
    public boolean invalidates(Metric metric, String one, String other) {
        return metric.isWork() && (one.equals(variant) || other.equals(variant));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server did work in bursts: %d in the window, and %d with the second half of the warm-up (%s)"
                        .formatted(inWindow, all, counted(trials, "trial")),
                "CPU per request over that time was %.2f times that of the window: it depends on where the window begins"
                        .formatted(ratio),
                "use windows of five periods, %s"
                        .formatted(LongerRun.window(LongerRun.inSteps(longerSeconds))));
    }
}
