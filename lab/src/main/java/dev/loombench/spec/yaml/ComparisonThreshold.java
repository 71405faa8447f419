package dev.loombench.spec.yaml;

import dev.loombench.spec.Claim;
import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.Metric;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.PlainText;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.text.TextSanitizer;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
    private static final Pattern CONDITION =
            Pattern.compile("\\s*([^\\s<>=]*)\\s*(<=|>=|<|>)\\s*([^\\s<>=].*?)\\s*");
    private static final Pattern FACTOR = Pattern.compile("\\d{1,9}(?:\\.\\d{1,9})? ?x");

    private ComparisonThreshold() {}

    /// The claims that are contradicted where the comparison has failed.
    ///
    /// @param text as on the command line
    /// @return one per variant of the condition, at least one
    /// @throws SpecError when the text is no condition on the experiment; the message shows the
    ///   expected form
    public static List<Claim> claims(String text, ExperimentSpec spec) {
        try {
            return opposite(text.strip(), spec);
        } catch (SpecError e) {
            throw new SpecError(
                    "--fail-if %s: %s".formatted(TextSanitizer.quoted(text), e.getMessage()));
        }
    }

    private static List<Claim> opposite(String text, ExperimentSpec spec) {
        var names = spec.variants().stream().map(Variant::name).toList();
        var named = nameAtStartOf(text, names);
        var condition = CONDITION.matcher(text.substring(named.map(String::length).orElse(0)));
        if (!condition.matches()) {
            throw new SpecError("%s; variants: %s".formatted(EXPECTED, String.join(", ", names)));
        }
        var metric = metric(condition.group(1), spec, names);
        boolean isLess = condition.group(2).startsWith("<");
        if (condition.group(1).isEmpty() && isLess != metric.higherIsBetter()) {
            throw new SpecError(
                    "by %s, the metric of the verdict, it holds where a variant is better; write %s, or name the metric, as in 'virtual throughput<0.95x'"
                            .formatted(metric.label(), isLess ? ">" : "<"));
        }
        var relation = isLess ? "above" : "below";
        var limit = condition.group(3);
        var target = FACTOR.matcher(limit).matches() ? limit + " " + names.getFirst() : limit;
        var parser = new ClaimParser(names);
        var claims =
                named.map(List::of).orElse(names).stream()
                        .map(name -> String.join(" ", name, metric.label(), relation, target))
                        .map(PlainText::line)
                        .map(parser::of)
                        .filter(claim -> !isOfItself(claim))
                        .toList();
        if (claims.isEmpty()) {
            throw new SpecError(
                    "it compares %s with itself".formatted(named.orElse(names.getFirst())));
        }
        return claims;
    }

    private static boolean isOfItself(Claim claim) {
        return claim.comparedWith(claim.variant()).equals(Optional.of(claim.variant()));
    }

    /// The longest variant name at the start of the text: a name may be a prefix of another.
    private static Optional<String> nameAtStartOf(String text, List<String> names) {
        return names.stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .filter(text::startsWith)
                .filter(name -> isEndOfName(text.substring(name.length())))
                .findFirst();
    }

    private static boolean isEndOfName(String rest) {
        return rest.isEmpty() || " <>=".indexOf(rest.charAt(0)) >= 0;
    }

    private static Metric metric(String word, ExperimentSpec spec, List<String> names) {
        if (word.isEmpty()) {
            return spec.metric();
        }
        var metric =
                Arrays.stream(Metric.values())
                        .filter(m -> m.label().equals(word))
                        .findFirst()
                        .orElseThrow(() -> unknown(word, names));
        if (metric == Metric.CAPACITY) {
            throw new SpecError(
                    "a run measures at one load; loombench capacity has a --fail-if of its own");
        }
        return metric.requireApplicable(spec.isBatch());
    }

    private static SpecError unknown(String word, List<String> names) {
        var metrics = Arrays.stream(Metric.values()).map(Metric::label);
        return Suggestions.unknown(
                word, "variant or metric", Stream.concat(names.stream(), metrics).toList());
    }
}
