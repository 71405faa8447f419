package dev.loombench.junit;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;
import static dev.loombench.text.Figures.time;

import dev.loombench.analysis.capacity.objective.Objective;
import dev.loombench.analysis.capacity.objective.WindowCounts;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.GeneratorFinding;
import dev.loombench.analysis.validity.load.Errors;
import dev.loombench.analysis.validity.response.ResponseFinding.NoGoodResponse;
import dev.loombench.analysis.validity.response.ResponseFinding.RequestsUnfinished;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.ErrorNames;
import dev.loombench.load.result.LoadResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Whether objectives held in a window, in words.
record ObjectiveVerdict(ObjectiveLoad load, LoadResult result) {
    private static final String SUBJECT = "this load";

    /// The least share of the scheduled requests that have a good response.
    private static final double COMPLETE = 0.99;

    /// Why the test fails; empty where it passes.
    ///
    /// @param cause what else was observed while the load ran, the reason first; may be empty
    Optional<String> failure(List<String> cause) {
        var violated = violated();
        var problems = problems(violated.isEmpty());
        if (violated.isEmpty() && problems.isEmpty()) {
            return Optional.empty();
        }
        var lines = new ArrayList<String>();
        lines.add(
                "%s at %s/s by %s"
                        .formatted(
                                violated.isEmpty()
                                        ? "the load is no evidence"
                                        : violated.stream()
                                                        .map(Objective::text)
                                                        .collect(Collectors.joining(" and "))
                                                + " does not hold",
                                axis(load.rate()),
                                load.label()));
        cause.forEach(line -> lines.add("  cause: " + line));
        problems.forEach(problem -> lines.add("  " + sentences(problem.ofLoad())));
        violated.forEach(objective -> lines.add("  " + figure(objective)));
        lines.add("  " + responses());
        return Optional.of(String.join("\n", lines));
    }

    private static String sentences(FindingText text) {
        return text.withRemedy(AttributeText.of(text.remedy())).sentences();
    }

    private WindowCounts counts() {
        return WindowCounts.of(result);
    }

    private List<Objective> violated() {
        var counts = counts();
        return load.objectives().all().stream().filter(o -> o.burn(counts) > 1).toList();
    }

    /// What makes the figures invalid. An objective for errors replaces their check; where no
    /// request had a good response, all else follows from that.
    ///
    /// A request that the generator sends late is answered no earlier than if it had been sent in
    /// time, as departures from a queue never come earlier where arrivals come later, and its
    /// response time counts from the intended send: what holds all the same, holds. A service that
    /// refuses requests is no such queue: it may refuse fewer where they come later.
    private List<ResultFinding> problems(boolean held) {
        var traffic = load.plan().traffic();
        var loads = List.of(result);
        var found = new ArrayList<ResultFinding>();
        NoGoodResponse.of(SUBJECT, traffic, result).ifPresent(found::add);
        if (!found.isEmpty()) {
            return found;
        }
        if (load.objectives().all().stream().noneMatch(Objective.Errors.class::isInstance)) {
            Errors.of(SUBJECT, traffic, loads).ifPresent(found::add);
        }
        RequestsUnfinished.of(SUBJECT, result).ifPresent(found::add);
        if (!held || !isComplete()) {
            found.addAll(GeneratorFinding.of(SUBJECT, load.plan().model(), traffic, true, loads));
        }
        return found.stream().filter(f -> f.severity() == Severity.INVALID).toList();
    }

    /// Whether nearly all requests that the rate calls for have a good response.
    private boolean isComplete() {
        return result.counts().succeeded()
                >= COMPLETE * load.rate() * load.duration().toNanos() / 1e9;
    }

    private String figure(Objective objective) {
        var counts = counts();
        return switch (objective) {
            case Objective.Percentile p ->
                    "%s is %s, the limit %s"
                            .formatted(
                                    p.text().replaceFirst("<.*", ""),
                                    time((double) counts.percentileNanos(p.percent())),
                                    time((double) p.limit().toNanos()));
            case Objective.Mean(var limit) ->
                    "the mean is %s, the limit %s"
                            .formatted(
                                    time(counts.responseTime().getMean()),
                                    time((double) limit.toNanos()));
            case Objective.Errors(var share) ->
                    "%s of the requests failed, the limit is %s"
                            .formatted(
                                    percent(
                                            (double) counts.errors()
                                                    / Math.max(1, result.counts().sent())),
                                    percent(share));
        };
    }

    /// `5,000 responses in 10 s, median 3.10 ms, longest 1.20 s; failed: timeout 3`.
    private String responses() {
        var counts = counts();
        var errors = ErrorNames.text(ErrorNames.of(result));
        return String.format(
                        Locale.ROOT,
                        "%,d responses in %s s, median %s, longest %s",
                        counts.responses(),
                        axis(result.window().seconds()),
                        time((double) counts.percentileNanos(50)),
                        time((double) counts.percentileNanos(100)))
                + (errors.isEmpty() ? "" : "; failed: " + errors);
    }
}
