package dev.loombench.experiment;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.Optional;

/// The fewest trials per variant with which an experiment can answer its question.
///
/// Every statement of a report uses an interval over trials: each comparison with the first
/// variant, the choice of the best one, each claim. With fewer trials than this, at least one of
/// them would be "no verdict", whatever the measurements are.
///
/// @param trials trials per variant
/// @param reason the statement that needs them, as in `comparing 2 variants by p99`
public record TrialsRequired(int trials, String reason) {

    static TrialsRequired by(Experiment experiment) {
        return reasonForInterval(experiment)
                .map(reason -> new TrialsRequired(2, reason))
                .orElseGet(() -> new TrialsRequired(1, "a figure"));
    }

    /// @throws WrongInput when the experiment has fewer trials
    public static void check(Experiment experiment) {
        var required = by(experiment);
        if (experiment.trials().max() < required.trials()) {
            throw new WrongInput(
                    "%s needs at least %d trials per variant, was %d"
                            .formatted(
                                    required.reason(),
                                    required.trials(),
                                    experiment.trials().max()));
        }
    }

    /// A t interval, of a figure or of a ratio, needs two trials per variant.
    private static Optional<String> reasonForInterval(Experiment experiment) {
        int variants = experiment.variants().size();
        if (variants > 1) {
            return Optional.of(
                    "comparing %d variants by %s".formatted(variants, experiment.metric().label()));
        }
        if (!experiment.claims().isEmpty()) {
            var first = experiment.claims().getFirst();
            return Optional.of("the claim %s".formatted(TextSanitizer.quoted(first.text())));
        }
        return experiment.trials().precision().isPresent()
                ? Optional.of("the precision of " + experiment.metric().label())
                : Optional.empty();
    }
}
