package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.analysis.trial.TrialBacklog;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.WorkAfterLoad;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// The server was busy when the load of its trials had ended, so that work for requests may be
/// missing in the window.
///
/// Work that comes a time after each request is complete in a window whose warm-up was longer than
/// that time. The time is at least that in which the load uses as much CPU time as the server did
/// after it, and the server is busy for as long after the load. One that is still busy when it is
/// no longer observed may work for requests that ended long before, or always; what it always does
/// is within the window, so that it uses no more after it.
///
/// Requests without a response at the end of the load are work after it that is not late: they take
/// as long as others did, and trials with many of them are not looked at.
///
/// @param trials in which it was; the figures are those of the one in the middle by share, of those
///   that decide
/// @param cpuSeconds CPU time of the server after the load, without its compilers
/// @param busySeconds from the end of the load until it was idle, or for as long as it was observed
/// @param ended whether it was idle then
/// @param share what may be missing at most, as a share of the CPU time in the window: the work of
///   as many requests as the window has; or while it has not ended, at the rate of that work
/// @param warmUpSeconds length of a warm-up after which it would be in the window
/// @param exceedsWarmUp whether it came later than the warm-up was long, in most trials
public record BusyAfterLoad(
        String variant,
        int trials,
        double cpuSeconds,
        double busySeconds,
        boolean ended,
        double share,
        double warmUpSeconds,
        boolean exceedsWarmUp)
        implements StationarityFinding, OfTimes {
    /// Of the CPU time in the window; what the server does at the end of its load anyway is less.
    private static final double LIMIT = 0.05;

    /// Share above which what has not ended is not the server's own work: that has 1 at most, and a
    /// quarter more by chance.
    private static final double MORE_THAN_OWN = 1.25;

    /// Seconds by which the time until the server is idle may be too long: it is seen in such
    /// parts.
    private static final double PART_SECONDS = 0.5;

    /// Percentile of the response times that the last requests of the load may need.
    private static final double LAST_RESPONSES = 99;

    public static final Kind KIND =
            new Kind(
                    "busy-after-load",
                    "work after the load",
                    "sequential trials without a backlog or abandoned requests, in most of a variant: the server was still busy %.1f s after the load (invalid if it used over %.2f times the CPU time of the load in that time); or its work ended later than the warm-up was long, or took as much CPU time as the load in a longer time than that, and over %s of the CPU time may be missing in the window"
                            .formatted(
                                    WorkAfterLoad.LONGEST.toMillis() / 1e3,
                                    MORE_THAN_OWN,
                                    percent(LIMIT)),
                    "note; invalid");

    /// Empty also where the CPU time of the server was not observed, and where requests pile up:
    /// what it does for them after the load is not late.
    public static Optional<BusyAfterLoad> of(Experiment experiment, VariantTrials trials) {
        if (TrialBacklog.of(experiment, trials.completed()).isPresent()) {
            return Optional.empty();
        }
        var observed =
                trials.completed().stream().filter(t -> t.workAfterLoad().isPresent()).toList();
        var found =
                observed.stream()
                        .filter(t -> !abandoned(t.load()))
                        .flatMap(t -> Busy.of(trials.variant(), t).stream())
                        .sorted(Comparator.comparingDouble(b -> b.finding().share()))
                        .toList();
        var late = found.stream().filter(b -> b.finding().exceedsWarmUp).toList();
        if (areMost(late, observed)) {
            return Optional.of(middle(late, late.size()));
        }
        var others = found.stream().filter(b -> !b.finding().exceedsWarmUp).toList();
        return areMost(found, observed) && !others.isEmpty()
                ? Optional.of(middle(others, found.size()))
                : Optional.empty();
    }

    /// A trial whose server was busy, and how long after the load its last work began.
    private record Busy(BusyAfterLoad finding, long beganNanos) {
        static Optional<Busy> of(String variant, Completed trial) {
            var work = trial.workAfterLoad().orElseThrow();
            return BusyAfterLoad.of(variant, trial, work).map(f -> new Busy(f, work.beganNanos()));
        }
    }

    /// Of the trials that waited until the first such work appeared. Where others did not, one
    /// alone may be chance.
    private static boolean areMost(List<Busy> found, List<Completed> observed) {
        long began = found.stream().mapToLong(Busy::beganNanos).min().orElse(0);
        long waited =
                observed.stream()
                        .filter(t -> t.workAfterLoad().orElseThrow().observedNanos() > began)
                        .count();
        return 2L * found.size() > (waited < observed.size() ? Math.max(waited, 2) : waited);
    }

    /// Whether the server may have worked on requests for which nobody waited any more.
    private static boolean abandoned(LoadResult load) {
        var counts = load.counts();
        long left = counts.timedOut() + counts.unfinished() + load.waitedThroughout();
        return left > Backlog.MIN_SHARE * counts.sent();
    }

    private static Optional<BusyAfterLoad> of(String variant, Completed trial, WorkAfterLoad work) {
        double warmUp = trial.warmUp().window().seconds();
        double load = warmUp + trial.window().seconds();
        double last = trial.load().responseTime().getValueAtPercentile(LAST_RESPONSES) / 1e9;
        double loadSeconds = Math.max(0, work.loadSeconds() - last);
        double later = Math.max(loadSeconds, work.busySeconds() - PART_SECONDS - last);
        double share = loadSeconds / (work.ended() ? load : work.busySeconds());
        boolean busy =
                share * work.processors() > ModeBias.WorkWhenIdle.least(work.processors(), 1);
        boolean exceeds =
                busy && share > LIMIT && (work.ended() ? later > warmUp : share > MORE_THAN_OWN);
        return exceeds || (busy && !work.ended())
                ? Optional.of(
                        new BusyAfterLoad(
                                variant,
                                1,
                                work.cpuNanos() / 1e9,
                                work.busySeconds(),
                                work.ended(),
                                share,
                                work.ended()
                                        ? Math.max(loadSeconds, work.busySeconds())
                                        : load + work.busySeconds(),
                                exceeds))
                : Optional.empty();
    }

    private static BusyAfterLoad middle(List<Busy> found, int trials) {
        var middle = found.get(found.size() / 2).finding();
        return new BusyAfterLoad(
                middle.variant,
                trials,
                middle.cpuSeconds,
                middle.busySeconds,
                middle.ended,
                middle.share,
                middle.warmUpSeconds,
                middle.exceedsWarmUp);
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    /// What a server always does is no fault of its figures.
    @Override
    public Severity severity() {
        return exceedsWarmUp ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        var longerWarmUp =
                "use a longer warm-up, "
                        + LongerRun.fixedWarmUp(LongerRun.inSteps(warmUpSeconds + PART_SECONDS));
        var message =
                (ended
                                ? "the server worked until %.1f s after the load had ended, and used %s of CPU time (%s)"
                                : "the server was still busy %.1f s after the load had ended, and had used %s of CPU time since then (%s)")
                        .formatted(busySeconds, cpuTime(), counted(trials, "trial"));
        return exceedsWarmUp
                ? new FindingText(
                        message,
                        "work for requests comes later than the warm-up was long: CPU per request may be up to %.0f %% above that of the window, and throughput lower"
                                .formatted(100 * share),
                        longerWarmUp)
                : new FindingText(
                        message,
                        "if that is work for requests, it may come later than the warm-up was long, and CPU per request may be up to %.0f %% above that of the window, and throughput lower; what the server always does looks the same, and is not missing"
                                .formatted(100 * share),
                        longerWarmUp
                                + "; where CPU per request is the same then, the server always does this work");
    }

    private String cpuTime() {
        return time(1e9 * cpuSeconds);
    }
}
