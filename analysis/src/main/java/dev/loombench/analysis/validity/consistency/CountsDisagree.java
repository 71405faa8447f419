package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import java.util.Optional;

/// The server handled more or fewer requests than the generator got responses.
///
/// @param handledPerSecond by the server's count
/// @param responsesPerSecond by the generator's count
public record CountsDisagree(String variant, double handledPerSecond, double responsesPerSecond)
        implements ConsistencyFinding {
    /// As for the counts of [ClocksDisagree].
    private static final double LIMIT = 0.25;

    public static final Kind KIND =
            new Kind(
                    "counts-disagree",
                    "the server handled over %s more or fewer requests/s than the generator got responses"
                            .formatted(percent(LIMIT)),
                    "invalid");

    public static Optional<CountsDisagree> of(Experiment experiment, VariantTrials trials) {
        double responses = trials.withHandlerStats().throughput();
        return ClocksDisagree.handlers(experiment, trials)
                .filter(_ -> experiment.phases().requests().isEmpty())
                .filter(h -> Math.abs(h.perSecond() / responses - 1) > LIMIT)
                .map(h -> new CountsDisagree(trials.variant(), h.perSecond(), responses));
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public Severity severity() {
        return Severity.INVALID;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "the server handled %s requests/s, and the load generator got %s responses/s"
                        .formatted(number(handledPerSecond), number(responsesPerSecond)),
                handledPerSecond > responsesPerSecond
                        ? "another client uses this server too, and takes a part of its capacity"
                        : "some responses came from elsewhere, such as a cache",
                "check whether another client uses this port");
    }
}
