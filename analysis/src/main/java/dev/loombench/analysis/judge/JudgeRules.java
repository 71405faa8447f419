package dev.loombench.analysis.judge;

import dev.loombench.text.WrongInput;
import java.util.Optional;

/// How two sides are judged.
///
/// @param margin within which a ratio counts as equivalent, as in 0.03; above 0 and below 1
/// @param paired whether the results of both sides were measured in turn, and are in that order
/// @param partial whether the head lacks benchmarks of the base on purpose
/// @param metric that decides; empty for that of the tool
public record JudgeRules(double margin, boolean paired, boolean partial, Optional<String> metric) {
    public JudgeRules {
        if (!(margin > 0) || margin >= 1) {
            throw new WrongInput(
                    "the margin must be above 0 %% and below 100 %%, was %s %%"
                            .formatted(100 * margin));
        }
    }
}
