package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Metric;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.Values;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses a claim, a sentence with this grammar:
///
/// ```
/// claim    = variant metric relation
/// relation = "above" target | "below" target | "within" share "of" target
/// target   = figure | variant | factor "x" variant
/// ```
///
/// A figure has its metric's unit: `667/s`, `300ms`, `180m` of memory, `20` threads.
///
/// A claim from an article is a mapping: `claim` is the sentence, `article` the article's figure,
/// and `where` its place in the article.
final class ClaimParser {
    private static final String EXPECTED =
            "expected a claim like \"<variant> throughput above 1.5x <variant>\","
                    + " \"<variant> p99 below 300ms\" or \"<variant> throughput within 10% of 667/s\"";
    private static final Pattern RELATION =
            Pattern.compile("(above|below|within) +(?:(\\S+%) +of +)?(.+)");
    private static final Pattern FACTOR = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?) ?x +(.+)");

    private final List<String> variants;

    /// @param variants names of the variants of the experiment
    ClaimParser(List<String> variants) {
        this.variants =
                variants.stream()
                        .sorted(Comparator.comparingInt(String::length).reversed())
                        .toList();
    }

    /// The claim; empty when the mapping is wrong, after adding the problems to `problems`.
    ///
    /// @throws WrongInput when the sentence is wrong
    Optional<Claim> read(Node node, Problems problems) {
        return switch (node) {
            case Node.Mapping mapping -> published(new MappingReader("a claim", mapping, problems));
            case Node.Scalar _, Node.Sequence _ -> Optional.of(ofFile(node));
        };
    }

    private Optional<Claim> published(MappingReader reader) {
        reader.allow(Keys.CLAIM);
        var claim = reader.require("claim", this::ofFile);
        var figure = reader.require("article", Values::line);
        var where = reader.read("where", Values::line);
        return claim.flatMap(c -> figure.map(f -> c.withCitation(new Claim.Citation(f, where))));
    }

    /// @throws WrongInput as below, and when it compares a variant with itself
    private Claim ofFile(Node node) {
        var claim = of(node);
        if (claim.isOfItself()) {
            throw new WrongInput(
                    "%s compares %s with itself; name another variant, or a figure"
                            .formatted(
                                    TextSanitizer.quoted(claim.text()),
                                    TextSanitizer.quoted(claim.variant())));
        }
        return claim;
    }

    /// @throws WrongInput when the node is not a claim; states which part of the sentence is wrong
    Claim of(Node node) {
        return of(Values.line(node));
    }

    /// @throws WrongInput when the sentence is wrong; states which part
    Claim of(String text) {
        var variant = variantAtStartOf(text);
        var rest = text.substring(variant.length()).strip();
        var word = rest.split(" ", 2);
        var metric = metric(text, word[0]);
        var relation = RELATION.matcher(word.length == 2 ? word[1].strip() : "");
        if (!relation.matches() || relation.group(1).equals("within") != isShare(relation)) {
            throw new WrongInput(
                    "%s does not state a relation of %s; %s"
                            .formatted(TextSanitizer.quoted(text), metric.label(), EXPECTED));
        }
        return new Claim(
                text, variant, metric, relation(relation), target(metric, relation.group(3)));
    }

    private static boolean isShare(Matcher relation) {
        return relation.group(2) != null;
    }

    /// The longest variant name at the start of the sentence: a name may be a prefix of another.
    private String variantAtStartOf(String text) {
        return variants.stream()
                .filter(name -> text.startsWith(name + " "))
                .findFirst()
                .orElseThrow(() ->
                        new WrongInput(
                                "%s does not begin with a variant of this experiment; known: %s"
                                        .formatted(
                                                TextSanitizer.quoted(text),
                                                String.join(", ", variants))));
    }

    private static Metric metric(String text, String word) {
        return findMetric(word)
                .orElseThrow(() ->
                        word.isEmpty()
                                ? new WrongInput(
                                        "%s names no metric; %s"
                                                .formatted(TextSanitizer.quoted(text), EXPECTED))
                                : Suggestions.unknown(
                                        word,
                                        "metric",
                                        Arrays.stream(Metric.values())
                                                .map(Metric::label)
                                                .toList()));
    }

    private static Optional<Metric> findMetric(String word) {
        return Arrays.stream(Metric.values()).filter(m -> m.label().equals(word)).findFirst();
    }

    private static Relation relation(Matcher matcher) {
        return switch (matcher.group(1)) {
            case "above" -> new Relation.Above();
            case "below" -> new Relation.Below();
            case "within" -> new Relation.Within(Units.percent(matcher.group(2)));
            default -> throw new IllegalArgumentException("no relation " + matcher.group(1));
        };
    }

    private Target target(Metric metric, String text) {
        if (variants.contains(text)) {
            return new Target.Times(1, text);
        }
        var times = FACTOR.matcher(text);
        if (times.matches()) {
            var other = times.group(2);
            if (!variants.contains(other)) {
                throw Suggestions.unknown(other, "variant of this experiment", variants);
            }
            return new Target.Times(Double.parseDouble(times.group(1)), other);
        }
        return new Target.FixedValue(figure(metric, text));
    }

    private double figure(Metric metric, String text) {
        try {
            return switch (metric) {
                case THROUGHPUT, CAPACITY -> Units.rate(text);
                case CPU_PER_REQUEST, P50, P75, P90, P95, P99, P999, P9999, ELAPSED, RAMP_UP ->
                        Units.duration(text).toNanos();
                case PEAK_RSS -> Units.bytes(text);
                case THREADS, INSTRUCTIONS_PER_REQUEST, CYCLES_PER_REQUEST -> Units.count(text);
            };
        } catch (WrongInput e) {
            throw new WrongInput(
                    "%s is not a variant, and not a value of %s: %s"
                            .formatted(TextSanitizer.quoted(text), metric.label(), e.getMessage()));
        }
    }
}
