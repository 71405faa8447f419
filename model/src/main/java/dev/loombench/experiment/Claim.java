package dev.loombench.experiment;

import dev.loombench.text.WrongInput;
import java.util.Optional;

/// A checkable expectation of an experiment's author.
///
/// @param text the claim as written
/// @param variant name of the variant
/// @param metric the figure of that variant
/// @param published the article that makes the claim; empty for a claim of the experiment's author
public record Claim(
        String text,
        String variant,
        Metric metric,
        Relation relation,
        Target target,
        Optional<Citation> published) {

    /// A claim of the experiment's author.
    public Claim(String text, String variant, Metric metric, Relation relation, Target target) {
        this(text, variant, metric, relation, target, Optional.empty());
    }

    /// The same claim with the article that makes it.
    public Claim withCitation(Citation citation) {
        return new Claim(text, variant, metric, relation, target, Optional.of(citation));
    }

    /// Whether a run can check it: at one load, it does not measure a capacity.
    public boolean isOfRun() {
        return metric != Metric.CAPACITY;
    }

    /// Whether it compares a variant with itself, which no measurement can decide.
    public boolean isOfItself() {
        return comparedWith(variant).filter(variant::equals).isPresent();
    }

    /// Whether the claim is about a variant or compares with it.
    public boolean mentions(String other) {
        return variant.equals(other)
                || switch (target) {
                    case Target.FixedValue _ -> false;
                    case Target.Times(_, var baseline) -> baseline.equals(other);
                };
    }

    /// The variant that it compares one with, in either direction; empty where it compares that one
    /// with none.
    public Optional<String> comparedWith(String one) {
        return switch (target) {
            case Target.FixedValue _ -> Optional.empty();
            case Target.Times(_, var baseline) when variant.equals(one) -> Optional.of(baseline);
            case Target.Times(_, var baseline) ->
                    Optional.of(variant).filter(_ -> baseline.equals(one));
        };
    }

    /// Where an article makes the claim.
    ///
    /// @param figure the article's numbers, as in `55 s against 68 s`
    /// @param where the part of the article, or the machine of the measurement
    public record Citation(String figure, Optional<String> where) {}

    /// The claimed relation of the figure to the target.
    public sealed interface Relation {
        record Above() implements Relation {}

        record Below() implements Relation {}

        /// Between `(1 - share)` and `(1 + share)` times the target.
        ///
        /// @param share above 0 and below 1
        record Within(double share) implements Relation {
            public Within {
                if (!(share > 0 && share < 1)) {
                    throw new WrongInput(
                            "the share of within must be above 0% and below 100%, was "
                                    + 100 * share
                                    + "%");
                }
            }
        }
    }

    /// The value that the figure is compared with.
    public sealed interface Target {

        /// @param value in the unit of the metric: requests/s, ns, bytes or a count; above 0
        record FixedValue(double value) implements Target {
            public FixedValue {
                requirePositive(value);
            }
        }

        /// The same metric of another variant, times a factor.
        ///
        /// @param factor no unit, above 0
        record Times(double factor, String variant) implements Target {
            public Times {
                requirePositive(factor);
            }
        }

        private static void requirePositive(double value) {
            if (!(value > 0) || Double.isInfinite(value)) {
                throw new WrongInput("a claim's target must be above 0, was " + value);
            }
        }
    }
}
