package dev.loombench.analysis.validity.consistency;

import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.EdgeEffects;
import dev.loombench.experiment.Experiment;
import dev.loombench.finding.Kind;
import java.util.Optional;
import java.util.stream.IntStream;

/// The server handled more or fewer requests than the generator got responses.
///
/// @param handledPerSecond by the server's count
/// @param responsesPerSecond by the generator's count
public record CountsDisagree(String variant, double handledPerSecond, double responsesPerSecond)
        implements ConsistencyFinding {
    /// As for the counts of [ClocksDisagree]; the ends of a window come on top of it, since the
    /// server counts at a time up to a response time from them.
    private static final double LIMIT = 0.25;

    public static final Kind KIND =
            new Kind(
                    "counts-disagree",
                    "the server handled over %s more or fewer requests/s than the generator got responses, plus the effect of the window's edges"
                            .formatted(percent(LIMIT)),
                    "invalid");

    public static Optional<CountsDisagree> of(Experiment experiment, VariantTrials trials) {
        var compared = trials.withHandlerStats();
        double responses = compared.throughput();
        return ClocksDisagree.handlers(experiment, trials)
                .filter(_ -> experiment.phases().requests().isEmpty())
                .filter(h -> disagree(h.perSecond() / responses, edges(compared)))
                .map(h -> new CountsDisagree(trials.variant(), h.perSecond(), responses));
    }

    private static boolean disagree(double ratio, double edges) {
        double counted = Math.max(0, 1 - edges);
        return ratio * counted > 1 + LIMIT || ratio < (1 - LIMIT) * counted;
    }

    /// The mean effect of the ends of the windows, as a share of them.
    private static double edges(VariantTrials trials) {
        var completed = trials.completed();
        return IntStream.range(0, completed.size())
                .mapToDouble(i ->
                        EdgeEffects.share(
                                trials.figures().get(i).latency().responseTime(),
                                0,
                                completed.get(i).load().window().seconds(),
                                EdgeEffects.slices(completed.get(i))))
                .average()
                .orElse(0);
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
