package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.text.Condition;
import dev.loombench.text.PlainText;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A condition under which a comparison has failed, as in `virtual<0.95x`. It has failed where the
/// opposite claim, `virtual throughput above 0.95x pool-200`, is contradicted.
///
/// ```
/// condition = [variant] [metric] sign limit
/// sign      = "<" | "<=" | ">" | ">="
/// limit     = figure | factor "x" [variant] | variant
/// ```
///
/// Without a variant it is a condition for each; without a metric, one on that of the verdict,
/// which must be worse where it holds: `<` is an improvement of a response time. A factor without a
/// variant is of the first variant, which it is no condition for.
public final class ComparisonThreshold {
    private static final String EXPECTED =
            "expected [variant] [metric] < or > limit, in quotes: 'virtual<0.95x', 'virtual p99>50ms', 'throughput<900/s'";
    private static final Pattern NUMBER = Pattern.compile("\\d+(?:\\.\\d+)?");

    private ComparisonThreshold() {}

    /// The claims that are contradicted where the comparison has failed, under any of several
    /// conditions.
    ///
    /// @throws WrongInput when a text is no condition on the experiment; the message shows the
    ///   expected form
    public static List<Claim> claims(List<String> conditions, Experiment experiment) {
        return conditions.stream()
                .flatMap(text -> claims(text, experiment).stream())
                .distinct()
                .toList();
    }

    /// The claims that are contradicted where the comparison has failed.
    ///
    /// @param text as on the command line
    /// @return one per variant of the condition, at least one
    /// @throws WrongInput when the text is no condition on the experiment; the message shows the
    ///   expected form
    public static List<Claim> claims(String text, Experiment experiment) {
        try {
            return opposite(text, experiment);
        } catch (WrongInput e) {
            throw new WrongInput(
                    "--fail-if %s: %s".formatted(TextSanitizer.quoted(text), e.getMessage()));
        }
    }

    private static List<Claim> opposite(String text, Experiment experiment) {
        var names = experiment.variants().stream().map(Variant::name).toList();
        var condition =
                Condition.parse(text, names)
                        .orElseThrow(() ->
                                new WrongInput(
                                        "%s; variants: %s"
                                                .formatted(EXPECTED, String.join(", ", names))));
        var metric =
                metric(condition, experiment.metric(), names)
                        .requireApplicable(experiment.isBatch());
        if (metric == Metric.THROUGHPUT && !names.contains(condition.limit())) {
            requireUnit(condition.limit());
        }
        var relation = condition.sign().below() ? "above" : "below";
        var target =
                condition
                        .factor()
                        .map(_ -> condition.limit() + " " + names.getFirst())
                        .orElse(condition.limit());
        var parser = new ClaimParser(names);
        var claims =
                condition.variant().map(List::of).orElse(names).stream()
                        .map(name -> String.join(" ", name, metric.label(), relation, target))
                        .map(PlainText::line)
                        .map(parser::of)
                        .filter(claim -> !claim.isOfItself())
                        .toList();
        if (claims.isEmpty()) {
            throw new WrongInput(
                    "it compares %s with itself"
                            .formatted(condition.variant().orElse(names.getFirst())));
        }
        return claims;
    }

    /// `new<0.95` would be 0.95 requests/s, under which no service falls: its gate never fails.
    private static void requireUnit(String limit) {
        if (NUMBER.matcher(limit).matches()) {
            throw new WrongInput(
                    "%1$s has no unit; write %1$sx for a factor, or %1$s/s for a rate"
                            .formatted(limit));
        }
    }

    /// The metric of a condition on a run.
    ///
    /// @param ofVerdict of a condition without one, which must hold where a variant is worse
    /// @param variants for the message of an unknown one
    /// @throws WrongInput when there is no such metric, or a run does not measure it
    public static Metric metric(Condition condition, Metric ofVerdict, List<String> variants) {
        if (condition.metric().isEmpty()) {
            requireWorse(condition, ofVerdict);
            return ofVerdict;
        }
        var metric =
                Arrays.stream(Metric.values())
                        .filter(m -> m.label().equals(condition.metric()))
                        .findFirst()
                        .orElseThrow(() -> unknown(condition.metric(), variants));
        if (metric == Metric.CAPACITY) {
            throw new WrongInput(
                    "a run measures at one load; loombench capacity has a --fail-if of its own");
        }
        return metric;
    }

    private static void requireWorse(Condition condition, Metric metric) {
        boolean isLess = condition.sign().below();
        if (isLess != metric.higherIsBetter()) {
            throw new WrongInput(
                    "by %s, the metric of the verdict, it holds where a variant is better; write %s, or name the metric, as in 'virtual throughput<0.95x'"
                            .formatted(metric.label(), isLess ? ">" : "<"));
        }
    }

    private static WrongInput unknown(String word, List<String> names) {
        var metrics = Arrays.stream(Metric.values()).map(Metric::label);
        return Suggestions.unknown(
                word, "variant or metric", Stream.concat(names.stream(), metrics).toList());
    }
}
