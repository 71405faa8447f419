package dev.loombench.analysis.validity.percentile;

import dev.loombench.analysis.finding.Topic;
import dev.loombench.analysis.finding.VariantFinding;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Kind;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/// The windows of a variant are too short for a percentile, and for all higher ones.
public sealed interface PercentileFinding extends VariantFinding permits QueueFinding, TailFinding {
    @Override
    default Topic topic() {
        return Topic.PERCENTILE;
    }

    @Override
    default Kind kind() {
        return switch (this) {
            case QueueFinding _ -> QueueFinding.KIND;
            case TailFinding _ -> TailFinding.KIND;
        };
    }

    /// The highest percentile among the metric of the verdict and those of claims on the variant.
    static Optional<Metric> deciding(Experiment experiment, String variant) {
        var claimed =
                experiment.claims().stream().filter(c -> c.mentions(variant)).map(Claim::metric);
        return Stream.concat(Stream.of(experiment.metric()), claimed)
                .filter(Metric::isPercentile)
                .max(Comparator.comparingDouble(Metric::percent));
    }

    @Override
    default boolean invalidates(Metric metric, String one, String other) {
        return affects(metric) && (one.equals(variant()) || other.equals(variant()));
    }
}
