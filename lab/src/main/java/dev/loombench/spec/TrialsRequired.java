package dev.loombench.spec;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.stats.Bootstrap;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// The fewest trials per variant with which an experiment can answer its question.
///
/// Every statement of a report uses an interval over trials: each comparison with the first
/// variant, the choice of the best one, each claim. With fewer trials than this, at least one of
/// them would be "no verdict", whatever the measurements are.
///
/// @param trials trials per variant
/// @param reason the statement that needs them, as in `comparing 2 variants by p99`
public record TrialsRequired(int trials, String reason) {

    static TrialsRequired by(ExperimentSpec spec) {
        return all(spec).stream()
                .max(Comparator.comparingInt(TrialsRequired::trials))
                .orElseGet(() -> new TrialsRequired(1, "a figure"));
    }

    /// @throws SpecError when the experiment has fewer trials
    public static void check(ExperimentSpec spec) {
        var required = by(spec);
        if (spec.trials().max() < required.trials()) {
            throw new SpecError(
                    "%s needs at least %d trials per variant, was %d"
                            .formatted(required.reason(), required.trials(), spec.trials().max()));
        }
    }

    private static List<TrialsRequired> all(ExperimentSpec spec) {
        var metric = spec.metric();
        int variants = spec.variants().size();
        var all = new ArrayList<TrialsRequired>();
        if (variants > 1) {
            var comparing = "comparing %d variants by %s".formatted(variants, metric.label());
            all.add(new TrialsRequired(ofRatio(metric, Confidence.ofComparison(spec)), comparing));
            var choosing = "choosing among %d variants by %s".formatted(variants, metric.label());
            all.add(new TrialsRequired(ofRatio(metric, Confidence.ofPair(spec)), choosing));
        } else if (spec.claims().isEmpty() && spec.trials().precision().isPresent()) {
            all.add(
                    new TrialsRequired(
                            ofFigure(metric, Confidence.atEnd(spec)),
                            "the precision of " + metric.label()));
        }
        for (var claim : spec.claims()) {
            int trials =
                    switch (claim.target()) {
                        case Claim.Target.FixedValue _ ->
                                ofFigure(claim.metric(), Confidence.ofClaim(spec));
                        case Claim.Target.Times _ ->
                                ofRatio(claim.metric(), Confidence.ofClaim(spec));
                    };
            all.add(
                    new TrialsRequired(
                            trials, "the claim %s".formatted(TextSanitizer.quoted(claim.text()))));
        }
        return all;
    }

    /// Percentiles are resampled. For other metrics, two trials per variant give a t interval.
    private static int ofRatio(Metric metric, double level) {
        return metric.isPercentile() ? Bootstrap.trialsForRatio(level) : 2;
    }

    private static int ofFigure(Metric metric, double level) {
        return metric.isPercentile() ? Bootstrap.trialsForMean(level) : 2;
    }
}
