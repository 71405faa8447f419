package dev.loombench.report.next;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.result.Invocation;
import dev.loombench.text.CommandWords;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The commands that follow each kind of run.
public final class NextCommands {
    /// Rate of a run below the capacity, as a share of the lowest one.
    private static final double BELOW = 0.8;

    /// The options of a search that its run has too: what is measured, with which connections, and
    /// where the results go.
    private static final List<String> SAME =
            List.of("--variant", "--path", "--warm-up", "-c", "--connections", "--results");

    private static final List<String> CONNECTIONS = List.of("-c", "--connections");

    /// Processes that confirm a capacity by default.
    private static final int CONFIRMING = 4;

    private static final double WHOLE = 100;
    private static final MathContext THREE_DIGITS = new MathContext(3);

    private NextCommands() {}

    /// The command that decides where this run did not, the details and the page; after a first
    /// run, which named no experiment, other ones.
    ///
    /// @param verbose whether the details are shown already
    public static List<NextCommand> ofRun(Analysis run, Path folder, boolean verbose) {
        var next = new ArrayList<NextCommand>();
        DecidingRun.of(run).ifPresent(next::add);
        if (!verbose) {
            next.add(
                    new NextCommand(
                            report("--verbose", folder),
                            "the details, and each finding explained"));
        }
        next.add(page(folder, "charts"));
        next.addAll(others(run));
        return next;
    }

    /// The same on the page itself.
    public static List<NextCommand> onPage(Analysis run) {
        var next = new ArrayList<NextCommand>();
        DecidingRun.of(run).ifPresent(next::add);
        next.addAll(others(run));
        return next;
    }

    private static List<NextCommand> others(Analysis run) {
        var typed = run.manifest().invocation();
        return typed.is("run") && typed.arguments().isEmpty()
                ? List.of(
                        new NextCommand(
                                "loombench run cpu-bound", "the same for a handler that computes"),
                        new NextCommand(
                                "loombench compare app.jar --models pool:200,virtual",
                                "the same for your own service"))
                : List.of();
    }

    /// The command that decides the levels which a sweep did not, and the page of each of its runs.
    ///
    /// @param runs their folders, one per level that has ended
    public static List<NextCommand> ofSweep(Sweep sweep, List<Path> runs) {
        var next = new ArrayList<NextCommand>();
        DecidingRun.ofSweep(sweep).ifPresent(next::add);
        for (int i = 0; i < runs.size(); i++) {
            int users = sweep.levels().get(i).users();
            next.add(page(runs.get(i), "charts with %,d users".formatted(users)));
        }
        return next;
    }

    private static NextCommand page(Path run, String purpose) {
        return new NextCommand(report("--open", run), purpose);
    }

    private static String report(String option, Path run) {
        return CommandWords.join(List.of("loombench", "report", option, run.toString()));
    }

    /// More processes where the comparison of capacities is undecided; else, for an experiment, a
    /// run of the same below the lowest capacity, which shows what the variants cost there. One
    /// that was interrupted is repeated, and one [without an answer][UnansweredSearch] with what it
    /// lacked. A capacity without an interval needs processes that confirm it, and one that the
    /// connections of the load limited more of them.
    ///
    /// @param typed the command line of the search
    /// @param isExperiment whether its argument is an experiment
    public static List<NextCommand> ofCapacity(
            CapacityResult result, Invocation typed, boolean isExperiment) {
        if (!result.valid() && has(result, ConcurrentRun.class)) {
            return List.of(DecidingRun.undisturbed(typed));
        }
        if (!result.complete()) {
            return List.of(
                    new NextCommand(typed.line(), "the whole search, as this one was interrupted"));
        }
        if (!result.valid()) {
            return List.of(UnansweredSearch.ofInvalid(result, typed));
        }
        var limited = connectionsLimited(result);
        if (limited.isPresent()) {
            var more = String.valueOf(2L * limited.get().connections());
            return List.of(
                    new NextCommand(
                            typed.with(CONNECTIONS, more).line(),
                            "more connections, with which the server may hold a higher rate"));
        }
        if (!result.decided()) {
            return List.of(
                    withProcesses(
                            typed, moreProcesses(result), "more processes, which may decide"));
        }
        var notMet = UnansweredSearch.ofNotMet(result, typed);
        if (notMet.isPresent()) {
            return List.of(notMet.get());
        }
        var estimates =
                result.variants().stream()
                        .map(VariantCapacity::capacity)
                        .filter(Capacity.Estimated.class::isInstance)
                        .map(Capacity.Estimated.class::cast)
                        .toList();
        if (estimates.stream().anyMatch(e -> e.interval().isEmpty())) {
            return List.of(
                    withProcesses(
                            typed,
                            CONFIRMING,
                            "processes that confirm the capacity, for its interval and figures"));
        }
        if (estimates.stream().anyMatch(e -> e.shownInterval().isEmpty())) {
            return List.of(
                    withProcesses(
                            typed,
                            moreProcesses(result),
                            "more processes, for an interval that says how sure the capacity is"));
        }
        double lowest =
                result.variants().stream()
                        .mapToDouble(v -> v.capacity().figure())
                        .filter(rate -> rate > 0)
                        .min()
                        .orElse(0);
        if (!isExperiment || lowest == 0) {
            return List.of();
        }
        var run = new ArrayList<>(List.of("run"));
        run.addAll(typed.arguments());
        run.addAll(typed.options(SAME));
        run.addAll(typed.options(ResumeCommand.LOADED_BY));
        return List.of(
                new NextCommand(
                        new Invocation(run).with(List.of("--rate"), below(lowest)).line(),
                        "what the variants cost below their capacity"));
    }

    private static Optional<ConnectionsLimited> connectionsLimited(CapacityResult result) {
        return result.findings().stream()
                .filter(ConnectionsLimited.class::isInstance)
                .map(ConnectionsLimited.class::cast)
                .findFirst();
    }

    private static boolean has(CapacityResult result, Class<? extends ResultFinding> kind) {
        return result.findings().stream().anyMatch(kind::isInstance);
    }

    /// Twice the processes that were to confirm the capacity, at least four.
    public static int moreProcesses(CapacityResult result) {
        return 2 * Math.max(2, result.manifest().experiment().trials().max() - 1);
    }

    private static NextCommand withProcesses(Invocation typed, int processes, String purpose) {
        return new NextCommand(
                typed.with(List.of("--processes"), String.valueOf(processes)).line(), purpose);
    }

    /// A rate below a capacity, as the option spells it: three digits, and whole from 100 on.
    static String below(double capacity) {
        double rate = BELOW * capacity;
        return (rate < WHOLE ? new BigDecimal(rate, THREE_DIGITS) : new BigDecimal(Math.ceil(rate)))
                .stripTrailingZeros()
                .toPlainString();
    }
}
