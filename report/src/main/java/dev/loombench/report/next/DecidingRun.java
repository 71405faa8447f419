package dev.loombench.report.next;

import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.sweep.Sweep;
import dev.loombench.analysis.validity.load.WindowTooShort;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.analysis.validity.percentile.QueueFinding;
import dev.loombench.analysis.validity.percentile.TailFinding;
import dev.loombench.analysis.validity.stationarity.NotSteady;
import dev.loombench.experiment.ComparisonTime;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.result.Invocation;
import dev.loombench.stats.BlocksNeeded;
import dev.loombench.text.Units;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// The command that repeats a run, or the undecided levels of a sweep, for as long as it needs, and
/// undisturbed.
final class DecidingRun {
    /// What takes longer is offered with its time, and only where no lower percentile decides.
    private static final Duration LONG = Duration.ofHours(3);

    private static final int MOST_TRIALS = 100;

    private static final List<String> BUDGET = List.of("--budget");
    private static final List<String> TRIALS = List.of("--trials");
    private static final List<String> WAIT = List.of("--wait", "--no-wait");

    /// The file of the experiment, which the first command wrote.
    private static final List<String> ONCE = List.of("--write");

    private static final List<String> WARM_UP = List.of("--warm-up");
    private static final List<String> USERS = List.of("--connections", "-c");
    private static final List<String> WINDOW = List.of("--duration", "-d");
    private static final List<String> METRIC = List.of("--metric");
    private static final int LONGER = 2;

    private final Invocation typed;
    private final Experiment experiment;

    private DecidingRun(Invocation typed, Experiment experiment) {
        this.typed = typed;
        this.experiment = experiment;
    }

    /// Empty where it has decided, where the time does not help, and where no command is known.
    static Optional<NextCommand> of(Analysis analysis) {
        return of(
                analysis.manifest().invocation(),
                analysis.manifest().experiment(),
                analysis.findings(Severity.INVALID),
                analysis.variants().stream().map(VariantSummary::verdict).toList());
    }

    /// The levels that are invalid or undecided, in one command: with what the worst of them needs,
    /// and else, where some are valid, with longer windows. Empty where all are decided, and where
    /// no command is known.
    static Optional<NextCommand> ofSweep(Sweep sweep) {
        var open =
                sweep.levels().stream()
                        .filter(l -> !l.analysis().valid() || !l.analysis().decided())
                        .toList();
        var manifest = sweep.levels().getFirst().analysis().manifest();
        if (open.isEmpty() || !manifest.invocation().is("compare")) {
            return Optional.empty();
        }
        var users =
                open.stream().map(l -> String.valueOf(l.users())).collect(Collectors.joining(","));
        var invalid =
                open.stream()
                        .flatMap(l -> l.analysis().findings(Severity.INVALID).stream())
                        .toList();
        var verdicts =
                open.stream()
                        .filter(l -> l.analysis().valid())
                        .flatMap(l -> l.analysis().variants().stream())
                        .map(VariantSummary::verdict)
                        .toList();
        return ofLevels(
                manifest.invocation().with(USERS, users), manifest.experiment(), invalid, verdicts);
    }

    /// @param verdicts of the levels that are valid
    static Optional<NextCommand> ofLevels(
            Invocation typed,
            Experiment experiment,
            List<ResultFinding> invalid,
            List<Verdict> verdicts) {
        var valid = new DecidingRun(typed.without(ONCE), experiment);
        return of(typed, experiment, invalid, verdicts)
                .or(() -> valid.repeated(verdicts))
                .or(() -> verdicts.isEmpty() ? Optional.empty() : Optional.of(valid.longer()));
    }

    /// @param typed the command line of the run
    /// @param invalid the findings that make its result invalid
    static Optional<NextCommand> of(
            Invocation typed,
            Experiment experiment,
            List<ResultFinding> invalid,
            List<Verdict> verdicts) {
        if (!typed.is("compare") && !typed.is("run")) {
            return Optional.empty();
        }
        if (invalid.stream().anyMatch(ConcurrentRun.class::isInstance)) {
            return Optional.of(undisturbed(typed));
        }
        var run = new DecidingRun(typed.without(ONCE), experiment);
        var warmUp =
                invalid.stream()
                        .filter(NotSteady.class::isInstance)
                        .map(finding -> ((NotSteady) finding).sufficient())
                        .max(Comparator.naturalOrder());
        if (warmUp.isPresent()) {
            return run.warmedUp(warmUp.get());
        }
        return invalid.isEmpty() ? run.repeated(verdicts) : run.measuredLonger(invalid);
    }

    /// Windows that suffice for what they are too short for; where that takes long, a lower
    /// percentile for which they suffice. Empty where that alone, on a quiet machine, would not
    /// make the result valid.
    private Optional<NextCommand> measuredLonger(List<ResultFinding> invalid) {
        boolean quiet = true;
        var longest = Duration.ZERO;
        for (var finding : invalid) {
            var window =
                    switch (finding) {
                        case TailFinding few -> few.sufficient();
                        case QueueFinding slow -> slow.sufficient();
                        case WindowTooShort shorter -> LongerRun.inSteps(shorter.goodSeconds());
                        default -> Duration.ZERO;
                    };
            if (window.isZero()) {
                if (finding.topic() != Topic.MACHINE && finding.topic() != Topic.GENERATOR) {
                    return Optional.empty();
                }
                quiet = false;
            }
            longest = window.compareTo(longest) > 0 ? window : longest;
        }
        var where = quiet ? "" : ", on a machine on which nothing else runs";
        return longest.isZero() ? Optional.empty() : lasting(longest, invalid, where);
    }

    private Optional<NextCommand> lasting(
            Duration window, List<ResultFinding> invalid, String where) {
        int trials = experiment.variants().size() * experiment.trials().min();
        if (window.compareTo(LONG.dividedBy(trials)) <= 0) {
            return Optional.of(windows(window, where));
        }
        var lower = lowerPercentile(invalid);
        if (lower.isPresent()) {
            return Optional.of(
                    new NextCommand(
                            typed.with(METRIC, lower.get().label()).line(),
                            "a lower percentile, for which the windows are long enough"));
        }
        return window.compareTo(Units.MAX_DURATION.dividedBy(trials)) > 0
                ? Optional.empty()
                : Optional.of(windows(window, where + inAll(window.multipliedBy(trials))));
    }

    private NextCommand windows(Duration window, String conditions) {
        return new NextCommand(
                typed.with(WINDOW, Units.text(window)).line(),
                "windows that are long enough" + conditions);
    }

    /// The highest percentile below that which decides that no finding concerns; of a file the
    /// metric is no option.
    private Optional<Metric> lowerPercentile(List<ResultFinding> invalid) {
        double decides = invalid.stream().mapToDouble(DecidingRun::percent).min().orElse(0);
        return Arrays.stream(Metric.values())
                .filter(m -> typed.is("compare") && m.percent() < decides)
                .filter(m -> invalid.stream().noneMatch(f -> f.affects(m)))
                .max(Comparator.comparingDouble(Metric::percent));
    }

    /// The percentile that a finding is about; infinite of others.
    private static double percent(ResultFinding finding) {
        return switch (finding) {
            case TailFinding few -> few.percentile().percent();
            case QueueFinding slow -> slow.strictest().percent();
            default -> Double.POSITIVE_INFINITY;
        };
    }

    /// `; 14 h in all`.
    private static String inAll(Duration time) {
        return "; %,d h in all".formatted(Math.ceilDiv(time.toMinutes(), 60));
    }

    /// The same command, which waits until the other run has ended.
    static NextCommand undisturbed(Invocation typed) {
        return new NextCommand(
                typed.without(ONCE).without(WAIT).with(WAIT.getFirst()).line(),
                "the same when no other run disturbs it");
    }

    /// `compare` derives the warm-up from its budget; a file has one of its own.
    private Optional<NextCommand> warmedUp(Duration longest) {
        var budget =
                ComparisonTime.budget(
                        longest, experiment.variants().size(), experiment.phases().measure());
        if (budget.compareTo(Units.MAX_DURATION) > 0) {
            return Optional.empty();
        }
        var longer =
                typed.is("compare")
                        ? typed.without(WARM_UP).without(TRIALS).with(BUDGET, Units.text(budget))
                        : typed.with(WARM_UP, Units.text(longest));
        return Optional.of(
                new NextCommand(
                        longer.line(),
                        "warm-ups of up to %s, until the services are steady%s"
                                .formatted(
                                        Units.text(longest),
                                        budget.compareTo(LONG) > 0 ? inAll(budget) : "")));
    }

    private NextCommand longer() {
        var window = experiment.phases().measure().multipliedBy(LONGER);
        return new NextCommand(
                typed.with(WINDOW, Units.text(window)).line(),
                "windows twice as long; on a quiet machine, as more processes alone would hardly decide");
    }

    private Optional<NextCommand> repeated(List<Verdict> verdicts) {
        return verdicts.stream()
                .flatMap(verdict -> verdict.blocksNeeded().stream())
                .max(Comparator.comparingInt(BlocksNeeded::high))
                .map(needed -> needed.high() <= MOST_TRIALS ? needed.high() : needed.low())
                .filter(trials -> trials <= MOST_TRIALS)
                .map(trials ->
                        new NextCommand(
                                typed.without(BUDGET).with(TRIALS, String.valueOf(trials)).line(),
                                "as many processes as its spread needs to decide"));
    }
}
