package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.TrialBursts;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A server did work in bursts that are too rare for its windows, as the refill of a cache or a
/// task every few seconds, or stood still as rarely: a window has one of them more or less than the
/// time has on average, and so have the windows of all trials, which begin at about the same age of
/// the process.
///
/// Bursts are looked for in the second half of the warm-up and in the window. Interleaved trials
/// have a [check of their own][dev.loombench.analysis.mode.ModeBias].
///
/// @param bursts of what
/// @param ofThroughput whether throughput depends on them too: that of users who wait, and of whose
///   time they are more than the limit
public record RareByClock(Bursts bursts, String variant, boolean ofThroughput, Figures figures)
        implements StationarityFinding {
    /// What comes in bursts.
    public enum Bursts {
        WORK(0.05),
        STALLS(0.02);

        /// By which bursts of all trials come at the same times, of those that need not. After a
        /// long warm-up, work needs no such evidence, and after a short one there are few bursts.
        private final double chance;

        Bursts(double chance) {
            this.chance = chance;
        }
    }

    /// @param trials in which it was so; the figures are those of the one in the middle by ratio
    /// @param inWindow bursts in the window
    /// @param all bursts in the time that was looked at
    /// @param ratio CPU per request, or the mean response time, of that time over that of the
    ///   window
    /// @param share of the responses that ended during bursts
    /// @param sameTime whether bursts come at the same times in all trials of the variant that have
    ///   any
    /// @param beyondChance whether the time before the windows is no shorter than they are, or
    ///   chance hardly explains how many of the bursts it has
    /// @param longerSeconds five times the mean distance of bursts: a window that has enough of
    ///   them
    /// @param decides whether the experiment is decided by a metric that depends on them
    public record Figures(
            int trials,
            int inWindow,
            int all,
            double ratio,
            double share,
            boolean sameTime,
            boolean beyondChance,
            double longerSeconds,
            boolean decides) {}

    /// By which the figure of the window may be wrong.
    static final double LIMIT = 0.05;

    /// Bursts in a window from which on one more or less is no longer rare.
    static final int ENOUGH = 5;

    /// The share of windows that are no longer than the time before them, and a little: a warm-up
    /// ends with a sample.
    private static final double HALF = 0.51;

    /// By which the time before windows has so few bursts, or so many, if they come at any time.
    private static final double FEW_BY_CHANCE = 0.05;

    /// Share of the trials that err in the same direction. What comes at random, as the collections
    /// of processes that serve at different speeds, makes them err in both: the interval over the
    /// trials contains that.
    static final double MOST = 0.8;

    public static final Kind WORK =
            new Kind(
                    "rare-work",
                    "sequential trials under a constant load, at least %s of those of a variant: CPU per request of half a second, or of %d responses if those take longer, was above 1.5 times the median and six standard deviations in bursts, fewer than %d of them in the window, or none and two or more before it, or none and one before it where the window is no longer than the time before it, and with those of the second half of the warm-up it is by more than %s another, in the same direction (`TrialBursts`). Not looked for where these are fewer than %d such parts (6 s)"
                            .formatted(
                                    percent(MOST),
                                    TrialBursts.FEWEST_RESPONSES,
                                    ENOUGH,
                                    percent(LIMIT),
                                    TrialBursts.FEWEST_PARTS),
                    "invalid for CPU if that decides, there were two bursts or more, and one of these holds: the time before the window is no shorter, chance explains how many it has with less than %s, or they came at the same times in all trials; else note"
                            .formatted(percent(FEW_BY_CHANCE)));

    public static final Kind STALLS =
            new Kind(
                    "rare-stalls",
                    "as `rare-work`, of the mean response time",
                    "invalid for percentiles that as many responses reach, and for the throughput of users whose mean response and think time differ as much, if such a metric decides and two bursts or more came at the same times in all trials; else note");

    /// Empty also where windows are divided into slices, and where the load varies.
    public static List<RareByClock> of(Experiment experiment, VariantTrials trials) {
        if (!(experiment.load() instanceof LoadModel load) || !load.isConstant()) {
            return List.of();
        }
        var whole =
                trials.completed().stream()
                        .filter(t -> t.interleaving().filter(Interleaving::divided).isEmpty())
                        .toList();
        return Arrays.stream(Bursts.values())
                .flatMap(bursts -> of(bursts, experiment, trials.variant(), whole).stream())
                .toList();
    }

    private static Optional<RareByClock> of(
            Bursts bursts, Experiment experiment, String variant, List<Completed> trials) {
        var all = trials.stream().flatMap(t -> seen(bursts, t).stream()).toList();
        var found =
                all.stream()
                        .filter(RareByClock::areRare)
                        .filter(b -> isAnother(b.ratio()))
                        .sorted(Comparator.comparingDouble(TrialBursts::ratio))
                        .toList();
        var low = found.stream().filter(b -> b.ratio() < 1).toList();
        var high = found.stream().filter(b -> b.ratio() > 1).toList();
        var alike = low.size() > high.size() ? low : high;
        if (alike.isEmpty() || alike.size() < MOST * trials.size()) {
            return Optional.empty();
        }
        var middle = alike.get(alike.size() / 2);
        boolean ofThroughput =
                bursts == Bursts.STALLS
                        && experiment.load() instanceof LoadModel.Closed users
                        && isAnother(middle.ratio((double) users.thinkTime().mean().toNanos()));
        return Optional.of(
                new RareByClock(
                        bursts,
                        variant,
                        ofThroughput,
                        new Figures(
                                alike.size(),
                                middle.inWindow(),
                                middle.all(),
                                middle.ratio(),
                                middle.share(),
                                comeAtOneTime(middle, all, bursts.chance),
                                isBeyondChance(alike),
                                ENOUGH * middle.seconds() / middle.all(),
                                experiment
                                        .criteria()
                                        .decidedBy(m ->
                                                depends(
                                                        m,
                                                        bursts,
                                                        ofThroughput,
                                                        middle.share())))));
    }

    /// Whether those of all trials come at the times of one of them, by more than chance. Of bursts
    /// at any time, the trials whose windows err in the same direction have them at like times: it
    /// is the others that show it.
    private static boolean comeAtOneTime(TrialBursts one, List<TrialBursts> all, double most) {
        int itself = all.indexOf(one);
        double chance = 1;
        for (int i = 0; i < all.size(); i++) {
            double byChance = i == itself ? 1 : one.chanceOfTimesOf(all.get(i));
            if (i != itself && byChance == 1) {
                return false;
            }
            chance *= byChance;
        }
        return chance <= most;
    }

    /// A warm-up that is short beside the window has a burst, or none, by chance: then the figure
    /// of both differs from that of a window which is right.
    private static boolean isBeyondChance(List<TrialBursts> alike) {
        boolean fewerInWindows = alike.getFirst().ratio() > 1;
        return TrialBursts.shareOfWindows(alike) <= HALF
                || TrialBursts.chanceOfWindows(alike, fewerInWindows) <= FEW_BY_CHANCE;
    }

    private static Optional<TrialBursts> seen(Bursts bursts, Completed trial) {
        return switch (bursts) {
            case WORK -> TrialBursts.ofCpu(trial);
            case STALLS -> TrialBursts.ofResponseTime(trial);
        };
    }

    /// A single burst before a window that is longer than the time before it may be the only one.
    private static boolean areRare(TrialBursts seen) {
        return seen.inWindow() < ENOUGH
                && (seen.inWindow() > 0
                        || seen.all() > 1
                        || 2 * seen.secondsInWindow() <= seen.seconds());
    }

    private static boolean isAnother(double ratio) {
        return Math.abs(Math.log(ratio)) > Math.log1p(LIMIT);
    }

    /// A percentile below which all responses of stalls lie above depends on none of them.
    private static boolean depends(
            Metric metric, Bursts bursts, boolean ofThroughput, double share) {
        return switch (bursts) {
            case WORK -> metric.isWork();
            case STALLS ->
                    metric == Metric.THROUGHPUT
                            ? ofThroughput
                            : metric.isPercentile() && metric.percent() > 100 * (1 - share);
        };
    }

    @Override
    public Kind kind() {
        return switch (bursts) {
            case WORK -> WORK;
            case STALLS -> STALLS;
        };
    }

    @Override
    public Severity severity() {
        return figures.decides() && isCertain() ? Severity.INVALID : Severity.NOTE;
    }

    /// A single burst may be the only one of the process. Stalls at other times in each trial are
    /// as those of a queue, of rare slow requests or of collections, which in a few trials err in
    /// one direction by chance, and the interval over the trials contains that. Work at other times
    /// needs a time before the windows that shows how much of it there is.
    private boolean isCertain() {
        return figures.all() > 1
                && (figures.sameTime() || (bursts == Bursts.WORK && figures.beyondChance()));
    }

    @Override
    public boolean affects(Metric metric) {
        return depends(metric, bursts, ofThroughput, figures.share());
    }

    @Override
    public boolean isUnsteady() {
        return isCertain();
    }

    @Override
    public boolean invalidates(Metric metric, String one, String other) {
        return isCertain() && affects(metric) && (one.equals(variant) || other.equals(variant));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%s: %d in the window, and %d with the second half of the warm-up (%s)"
                        .formatted(
                                switch (bursts) {
                                    case WORK -> "the server did work in bursts";
                                    case STALLS -> "responses took long in bursts";
                                },
                                figures.inWindow(),
                                figures.all(),
                                counted(figures.trials(), "trial")),
                "%s over that time was %.2f times that of the window: it depends on where the window begins"
                        .formatted(
                                switch (bursts) {
                                    case WORK -> "CPU per request";
                                    case STALLS -> "the mean response time";
                                },
                                figures.ratio()),
                "use windows of five periods, %s"
                        .formatted(LongerRun.window(LongerRun.inSteps(figures.longerSeconds()))));
    }
}
