package dev.loombench.report.next;

import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.VariantCapacity;
import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ChangedOverTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.FlatBurn;
import dev.loombench.analysis.validity.capacity.CapacityFinding.NotBracketed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.TooFewRequests;
import dev.loombench.base.Durations;
import dev.loombench.finding.Severity;
import dev.loombench.load.limit.LoadLimits;
import dev.loombench.result.Invocation;
import dev.loombench.text.Units;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The command that follows a search for a capacity which ended without one: it is invalid, or no
/// rate held the objectives.
final class UnansweredSearch {
    private static final List<String> WINDOW = List.of("-d", "--duration");
    private static final List<String> WARM_UP = List.of("--warm-up");
    private static final List<String> VERBOSE = List.of("--verbose");
    private static final List<String> OBJECTIVE = List.of("--slo");

    /// The shortest window by default.
    private static final Duration DEFAULT_WINDOW = Duration.ofSeconds(6);

    private static final int LONGER = 4;

    /// The longest window that is offered.
    private static final Duration LONGEST = Duration.ofMinutes(10);

    /// A limit that a service holds with few requests, as a multiple of what it took there.
    private static final long ROOM = 2;

    private UnansweredSearch() {}

    /// What decides an invalid search: where the windows did, longer ones; where the server
    /// changed, a later begin; where the machine did, or a process failed, the same once that has
    /// ended.
    static NextCommand ofInvalid(CapacityResult result, Invocation typed) {
        var phases = result.manifest().experiment().phases();
        if (phases.warmUpCycles().isEmpty() && has(result, ChangedOverTime.class::isInstance)) {
            return new NextCommand(
                    typed.with(WARM_UP, Units.text(LongerRun.doubled(phases.warmUpMax()))).line(),
                    "a longer warm-up, in which the server may change before it is measured");
        }
        var longer = longerWindows(typed);
        if (longer.isPresent()
                && has(result, f -> f instanceof NotBracketed || f instanceof FlatBurn)) {
            return new NextCommand(
                    longer.get(), "longer windows, which cross the objectives less by chance");
        }
        return new NextCommand(
                typed.line(),
                has(result, UnansweredSearch::isOfMachine)
                        ? "the same on a machine on which nothing else runs"
                        : "the same once the cause above is removed");
    }

    private static boolean isOfMachine(ResultFinding finding) {
        return finding instanceof ProbesDisturbed
                || finding.topic() == Topic.MACHINE
                || finding.topic() == Topic.GENERATOR;
    }

    private static boolean has(CapacityResult result, Predicate<ResultFinding> kind) {
        return result.findings().stream()
                .filter(f -> f.severity() == Severity.INVALID)
                .anyMatch(kind);
    }

    /// What follows where no rate held: longer windows, in which lower rates have enough requests;
    /// else a limit that the service holds at the lowest rate; and else what failed in each window.
    /// Empty where each variant held a rate, and where the windows were shown.
    static Optional<NextCommand> ofNotMet(CapacityResult result, Invocation typed) {
        boolean fewRequests = result.findings().stream().anyMatch(TooFewRequests.class::isInstance);
        var longer = longerWindows(typed).filter(_ -> fewRequests);
        if (longer.isPresent()) {
            return longer.map(line ->
                    new NextCommand(
                            line, "longer windows, in which lower rates have enough requests"));
        }
        var lowest =
                result.variants().stream()
                        .map(VariantCapacity::capacity)
                        .filter(Capacity.NotMet.class::isInstance)
                        .map(capacity -> ((Capacity.NotMet) capacity).lowest())
                        .toList();
        return lowest.stream()
                .flatMap(window -> slower(result, window).stream())
                .max(Duration::compareTo)
                .map(limit -> withLimit(typed, result.objectives(), limit))
                .or(() -> lowest.isEmpty() ? Optional.empty() : inDetail(typed));
    }

    private static Optional<NextCommand> inDetail(Invocation typed) {
        return Optional.of(typed)
                .filter(shown -> shown.options(VERBOSE).isEmpty())
                .map(shown ->
                        new NextCommand(
                                shown.with(VERBOSE.getFirst()).line(),
                                "each window, with what violates objectives at the lowest rate"));
    }

    /// The limit of the first percentile that a service holds which exceeds it without load; empty
    /// where it did not, and where as many requests failed, or timed out, as no limit changes.
    private static Optional<Duration> slower(CapacityResult result, RateProbe lowest) {
        if (hasFailed(result, lowest.figures())) {
            return Optional.empty();
        }
        var objectives = result.objectives();
        long nanos = lowest.figures().percentileNanos();
        return objectives.all().stream()
                .filter(o -> isFirst(o, objectives))
                .map(o -> ((Objective.Percentile) o).limit())
                .filter(limit -> nanos >= limit.toNanos())
                .map(_ -> Duration.ofMillis(Math.ceilDiv(ROOM * nanos, 1_000_000)))
                .findFirst();
    }

    /// As the search judges it: an objective for errors replaces the limit of a valid run.
    private static boolean hasFailed(CapacityResult result, RateProbe.Figures window) {
        return result.objectives().all().stream()
                .filter(Objective.Errors.class::isInstance)
                .map(o -> window.errors() > ((Objective.Errors) o).share() * window.requests())
                .findFirst()
                .orElseGet(() ->
                        !result.manifest().experiment().traffic().expectsErrors()
                                && LoadLimits.hasTooManyErrors(window.errors(), window.requests()));
    }

    private static boolean isFirst(Objective objective, Objectives all) {
        return objective instanceof Objective.Percentile p && p.percent() == all.percent();
    }

    private static NextCommand withLimit(Invocation typed, Objectives objectives, Duration limit) {
        var changed = typed.without(OBJECTIVE);
        for (var objective : objectives.all()) {
            var text =
                    isFirst(objective, objectives)
                            ? new Objective.Percentile(objectives.percent(), limit).text()
                            : objective.text();
            changed = changed.with(OBJECTIVE.getFirst() + "=" + text);
        }
        return new NextCommand(
                changed.line(),
                "a limit of twice the time at the lowest rate, which the service may hold");
    }

    /// Four times the present length, at most the longest; empty where it is that.
    private static Optional<String> longerWindows(Invocation typed) {
        var present =
                typed.options(WINDOW).stream()
                        .reduce((_, last) -> last)
                        .map(option -> time(option.substring(option.indexOf('=') + 1)))
                        .orElse(DEFAULT_WINDOW);
        var longer = Durations.shorter(present.multipliedBy(LONGER), LONGEST);
        return longer.compareTo(present) > 0
                ? Optional.of(typed.with(WINDOW, Units.text(longer)).line())
                : Optional.empty();
    }

    /// A number without a unit is in seconds, as the option takes it.
    private static Duration time(String text) {
        return Units.duration(text.matches("\\d+") ? text + "s" : text);
    }
}
