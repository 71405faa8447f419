package dev.loombench.cli;

import dev.loombench.analysis.comparison.RunRatio;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.report.Format;
import dev.loombench.report.RatioText;
import dev.loombench.report.comparison.RunComparison;
import dev.loombench.report.comparison.RunComparison.Scores;
import dev.loombench.stats.Interval;
import dev.loombench.text.Condition;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.List;

/// A condition under which the second of two runs has failed, as in `p99>1.1x`: on a variant's
/// figure over that of the first run.
///
/// It is judged by the interval over the trials of both runs, which does not contain what differs
/// from run to run: the limit must leave room for that.
///
/// @param factor the limit
record RunsThreshold(Condition condition, Metric metric, double factor) {
    private static final String EXPECTED =
            "expected [variant] [metric] < or > factor of the first run, in quotes: 'p99>1.1x', 'virtual throughput<0.9x'";

    /// How a variant stands to it.
    private record Judged(String variant, int code, String found) {}

    /// @param ofVerdict the metric of a condition without one
    /// @throws WrongInput when the text is no condition on the runs; the message shows the expected
    ///   form
    static RunsThreshold parse(String text, RunComparison runs, Metric ofVerdict) {
        var names = runs.scores().stream().map(RunsThreshold::name).toList();
        if (names.isEmpty()) {
            throw new WrongInput("--fail-if needs a variant of both runs, and they have none");
        }
        try {
            var condition =
                    Condition.parse(text, names)
                            .orElseThrow(() -> wrong(EXPECTED + "; variants of both runs", names));
            var metric = ComparisonThreshold.metric(condition, ofVerdict, names);
            var factor =
                    condition
                            .factor()
                            .orElseThrow(() -> wrong(EXPECTED + "; variants of both runs", names));
            return new RunsThreshold(condition, metric.requireApplicable(runs.batch()), factor);
        } catch (WrongInput e) {
            throw new WrongInput(
                    "--fail-if %s: %s".formatted(TextSanitizer.quoted(text), e.getMessage()));
        }
    }

    private static WrongInput wrong(String expected, List<String> names) {
        return new WrongInput("%s: %s".formatted(expected, String.join(", ", names)));
    }

    private static String name(Scores scores) {
        return scores.second().variant().name();
    }

    /// The worst exit code of the variants.
    int exitCode(RunComparison runs) {
        return judged(runs).stream().mapToInt(Judged::code).reduce(ExitCode.OK, ExitCode::worse);
    }

    /// The messages for the variants that did not pass.
    List<String> messages(RunComparison runs) {
        return judged(runs).stream()
                .filter(judged -> judged.code != ExitCode.OK)
                .map(judged ->
                        Format.plain(
                                "%s: %s %s (--fail-if '%s')"
                                        .formatted(
                                                judged.variant,
                                                metric.label(),
                                                judged.found,
                                                condition.text())))
                .toList();
    }

    private List<Judged> judged(RunComparison runs) {
        return runs.scores().stream()
                .filter(scores ->
                        condition.variant().filter(v -> !v.equals(name(scores))).isEmpty())
                .map(scores -> judged(scores, runs))
                .toList();
    }

    /// Whether slices and whole windows may have different figures of the same server.
    private static boolean dependsOnMode(Metric metric) {
        return metric.isOfExtremes() || metric.isWork();
    }

    private Judged judged(Scores scores, RunComparison runs) {
        var variant = name(scores);
        var ratio = scores.ratio(metric);
        var invalid = ratio.flatMap(RunRatio::invalidBy);
        var interval = ratio.flatMap(RunRatio::interval);
        if (invalid.isPresent()) {
            return new Judged(variant, ExitCode.INVALID, "is invalid: " + invalid.get().kind());
        }
        if (!runs.isOfOneLoad()) {
            return new Judged(
                    variant,
                    ExitCode.UNDECIDED,
                    "is not comparable: the two runs had different loads or requests");
        }
        if (interval.isEmpty()) {
            return new Judged(
                    variant,
                    ExitCode.UNDECIDED,
                    scores.trials() < 2
                            ? "has fewer than two trials in one of the runs"
                            : "has no ratio: it was not measured, or was 0, in one of the runs");
        }
        if (dependsOnMode(metric)
                && runs.changes().stream().anyMatch(c -> c.key().equals(RunComparison.MODE))) {
            return new Judged(
                    variant,
                    ExitCode.UNDECIDED,
                    "is %s of the first run, which was measured in another mode"
                            .formatted(RatioText.withInterval(interval.get())));
        }
        int code = code(interval.get());
        return new Judged(
                variant,
                code,
                "is %s of the first run%s"
                        .formatted(
                                RatioText.withInterval(interval.get()),
                                code == ExitCode.UNDECIDED ? ", undecided" : ""));
    }

    /// 99 where the condition holds at both ends of the interval, 4 where it does at one.
    private int code(Interval ratio) {
        boolean atLow = condition.sign().holds(ratio.low(), factor);
        boolean atHigh = condition.sign().holds(ratio.high(), factor);
        return atLow && atHigh
                ? ExitCode.THRESHOLD
                : atLow || atHigh ? ExitCode.UNDECIDED : ExitCode.OK;
    }
}
