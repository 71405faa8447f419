package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.finding.Finding.Severity;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.mode.ModeBias;
import dev.loombench.experiment.Metric;
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
/// no longer observed may work for requests that ended long before, or always.
///
/// @param trials in which it was; the figures are those of the one in the middle by share
/// @param cpuSeconds CPU time of the server after the load, without its compilers
/// @param busySeconds from the end of the load until it was idle, or for as long as it was observed
/// @param ended whether it was idle then
/// @param share what may be missing at most, as a share of the CPU time in the window: the work of
///   as many requests as the window has; or while it has not ended, at the rate of that work
/// @param warmUpSeconds length of a warm-up after which it would be in the window
/// @param exceedsWarmUp whether it came later than the warm-up was long
public record BusyAfterLoad(
        String variant,
        int trials,
        double cpuSeconds,
        double busySeconds,
        boolean ended,
        double share,
        double warmUpSeconds,
        boolean exceedsWarmUp)
        implements StationarityFinding {
    /// Of the CPU time in the window; what the server does at the end of its load anyway is less.
    private static final double LIMIT = 0.05;

    public static final Kind KIND =
            new Kind(
                    "busy-after-load",
                    "work after the load",
                    "a window that is not divided into slices, in most trials of a variant: the server was still busy %.1f s after the load; its work ended later than the warm-up was long, or took as much CPU time as the load in a longer time than that, and over %s of the CPU time may be missing in the window"
                            .formatted(WorkAfterLoad.LONGEST.toMillis() / 1e3, percent(LIMIT)),
                    "note; invalid");

    /// Empty also where the CPU time of the server was not observed.
    public static Optional<BusyAfterLoad> of(VariantTrials trials) {
        var observed =
                trials.completed().stream().filter(t -> t.workAfterLoad().isPresent()).toList();
        var found =
                observed.stream()
                        .flatMap(t ->
                                of(trials.variant(), t, t.workAfterLoad().orElseThrow()).stream())
                        .sorted(Comparator.comparingDouble(BusyAfterLoad::share))
                        .toList();
        return 2 * found.size() > observed.size() ? Optional.of(middle(found)) : Optional.empty();
    }

    private static Optional<BusyAfterLoad> of(String variant, Completed trial, WorkAfterLoad work) {
        double warmUp = trial.warmUp().window().seconds();
        double load = warmUp + trial.window().seconds();
        // the time of what has not ended says nothing: the server may always do it
        double later = Math.max(work.loadSeconds(), work.ended() ? work.busySeconds() : 0);
        double share = work.loadSeconds() / (work.ended() ? load : work.busySeconds());
        boolean exceeds =
                later > warmUp
                        && share > LIMIT
                        && share * work.processors()
                                > ModeBias.WorkWhenIdle.least(work.processors(), 1)
                        && trial.interleaving().isEmpty(); // CPU at rest is that of the slice
        return exceeds || !work.ended()
                ? Optional.of(
                        new BusyAfterLoad(
                                variant,
                                1,
                                work.cpuNanos() / 1e9,
                                work.busySeconds(),
                                work.ended(),
                                share,
                                work.ended() ? later : load + work.busySeconds(),
                                exceeds))
                : Optional.empty();
    }

    private static BusyAfterLoad middle(List<BusyAfterLoad> found) {
        var middle = found.get(found.size() / 2);
        return new BusyAfterLoad(
                middle.variant,
                found.size(),
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

    /// Memory and threads do not depend on the CPU that requests before the window would use.
    @Override
    public boolean affects(Metric metric) {
        return !metric.isFootprint();
    }

    @Override
    public FindingText words(LongerRun longer) {
        var longerWarmUp =
                "use a longer warm-up, " + LongerRun.fixedWarmUp(LongerRun.inSteps(warmUpSeconds));
        return ended
                ? new FindingText(
                        "the server was busy for %.1f s after the load had ended, and used %s of CPU time (%s)"
                                .formatted(busySeconds, cpuTime(), counted(trials, "trial")),
                        "work for requests comes later than the warm-up was long: CPU per request may be up to %.0f %% above that of the window, and throughput lower"
                                .formatted(100 * share),
                        longerWarmUp)
                : new FindingText(
                        "the server was still busy %.1f s after the load had ended, and had used %s of CPU time since then (%s)"
                                .formatted(busySeconds, cpuTime(), counted(trials, "trial")),
                        "if that is work for requests, it %s later than the warm-up was long, and CPU per request may be up to %.0f %% above that of the window, and throughput lower; what the server always does looks the same, and is not missing"
                                .formatted(exceedsWarmUp ? "comes" : "may come", 100 * share),
                        longerWarmUp
                                + "; where CPU per request is the same then, the server always does this work");
    }

    private String cpuTime() {
        return time(1e9 * cpuSeconds);
    }
}
