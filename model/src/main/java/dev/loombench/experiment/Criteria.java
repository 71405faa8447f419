package dev.loombench.experiment;

import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The criteria that decide an experiment.
///
/// @param metric the metric of the verdict
/// @param margin a ratio within 1/(1 + margin) .. 1 + margin counts as no difference; no unit,
///   above 0
/// @param claims what the author expects; if there are any, they decide the experiment
public record Criteria(Metric metric, double margin, List<Claim> claims) {
    public Criteria {
        if (!(margin > 0 && margin < 1)) {
            throw new WrongInput(
                    "margin must be above 0% and below 100%, was " + 100 * margin + "%");
        }
        claims = List.copyOf(claims);
    }

    void requireApplicable(boolean batch) {
        metric.requireApplicable(batch);
        claims.forEach(claim -> claim.metric().requireApplicable(batch));
    }

    /// Whether the metric of the verdict, or that of a claim, is such a metric.
    public boolean decidedBy(Predicate<Metric> kind) {
        return kind.test(metric) || claims.stream().anyMatch(c -> kind.test(c.metric()));
    }

    Criteria withClaims(Predicate<Claim> filter) {
        return new Criteria(metric, margin, claims.stream().filter(filter).toList());
    }

    Criteria withFurther(List<Claim> further) {
        return new Criteria(
                metric,
                margin,
                Stream.concat(claims.stream(), further.stream()).distinct().toList());
    }
}
