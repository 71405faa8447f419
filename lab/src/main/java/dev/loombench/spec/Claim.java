package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import java.util.Optional;

/// What an experiment's author expects to see, exact enough to be checked.
///
/// @param text as it was written
/// @param variant name of the variant it is about
/// @param metric the figure of that variant
/// @param published what an article says of it; empty where the claim is the author's own
public record Claim(
        @JsonProperty("text") String text,
        @JsonProperty("variant") String variant,
        @JsonProperty("metric") Metric metric,
        @JsonProperty("relation") Relation relation,
        @JsonProperty("target") Target target,
        @JsonProperty("published") Optional<Citation> published) {

    /// A claim of the experiment's own author.
    public Claim(String text, String variant, Metric metric, Relation relation, Target target) {
        this(text, variant, metric, relation, target, Optional.empty());
    }

    /// The same claim, as an article makes it.
    public Claim withCitation(Citation by) {
        return new Claim(text, variant, metric, relation, target, Optional.of(by));
    }

    /// Whether it speaks of a variant, as its own or as what that is held against.
    public boolean mentions(String other) {
        return variant.equals(other)
                || switch (target) {
                    case Target.FixedValue _ -> false;
                    case Target.Times(_, var against) -> against.equals(other);
                };
    }

    /// The claim in an article.
    ///
    /// @param figure in the article's own numbers, as in `55 s against 68 s`
    /// @param where in the article, or on what machine, it stands
    public record Citation(
            @JsonProperty("figure") String figure, @JsonProperty("where") Optional<String> where) {}

    /// How the figure is said to lie to the target.
    public sealed interface Relation {
        record Above() implements Relation {}

        record Below() implements Relation {}

        /// Between `(1 - share)` and `(1 + share)` times the target.
        ///
        /// @param share above 0 and below 1
        record Within(@JsonProperty("share") double share) implements Relation {
            public Within {
                if (!(share > 0 && share < 1)) {
                    throw new SpecError(
                            "within takes a share above 0% and below 100%, was "
                                    + 100 * share
                                    + "%");
                }
            }
        }
    }

    /// What the figure is held against.
    public sealed interface Target {

        /// @param value requests/s, ns, bytes or a count, as the metric has it; above 0
        record FixedValue(@JsonProperty("value") double value) implements Target {
            public FixedValue {
                requirePositive(value);
            }
        }

        /// The same metric of another variant, times a factor.
        ///
        /// @param factor no unit, above 0
        record Times(@JsonProperty("factor") double factor, @JsonProperty("variant") String variant)
                implements Target {
            public Times {
                requirePositive(factor);
            }
        }

        private static void requirePositive(double value) {
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new SpecError("a claim's target is above 0, was " + value);
            }
        }
    }
}
