package dev.loombench.analysis.validity.load;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.analysis.finding.ResultFinding.OfTimes;
import dev.loombench.analysis.finding.VariantTrials;
import dev.loombench.analysis.trial.WithinNoise;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.Optional;

/// The window is only a few response times long, or its ends change the throughput of users who
/// wait in step.
///
/// @param windowSeconds of the shortest trial
/// @param p99Seconds response time that 1 % of the responses exceeded
/// @param ends the effect of its ends (`EdgeEffects`) on the logarithm of throughput, as far as the
///   trials have it in common
public record WindowTooShort(String variant, double windowSeconds, double p99Seconds, double ends)
        implements LoadFinding, OfTimes {
    /// Multiple of p99. More would be better, and would affect every short measurement of a slow
    /// server.
    private static final double MIN_RESPONSE_TIMES = 4;

    private static final double GOOD_RESPONSE_TIMES = 10;

    /// Effect of the ends: as small a difference counts as none in a comparison, by default.
    private static final double MOST_BY_ENDS = 0.03;

    private static final double GOOD_ENDS = 0.01;

    public static final Kind KIND =
            new Kind(
                    "window-too-short",
                    "a window of few response times",
                    "below %s times the p99 response time, or of a constant number of users a throughput that differs by more than %s from that by Little's law (requests in flight / service time), as where users wait in step for batches; below once; not for held connections"
                            .formatted(axis(MIN_RESPONSE_TIMES), percent(MOST_BY_ENDS)),
                    "note; invalid");

    /// The length of a window whose edges matter little.
    public double goodSeconds() {
        double byEnds = isByEnds(ends) ? windowSeconds * Math.abs(ends) / GOOD_ENDS : 0;
        return Math.max(byEnds, GOOD_RESPONSE_TIMES * p99Seconds);
    }

    private static boolean isByEnds(double ends) {
        return Math.abs(ends) > Math.log1p(MOST_BY_ENDS);
    }

    private boolean isOfFewResponseTimes() {
        return windowSeconds < MIN_RESPONSE_TIMES * p99Seconds;
    }

    /// Held connections carry one request each: a longer window does not add any.
    public static Optional<WindowTooShort> of(Workload workload, VariantTrials trials) {
        var shortest = trials.loads().stream().mapToDouble(l -> l.window().seconds()).min();
        if (workload instanceof LoadModel.HeldConnections || shortest.isEmpty()) {
            return Optional.empty();
        }
        var found =
                new WindowTooShort(
                        trials.variant(),
                        shortest.getAsDouble(),
                        trials.responseTime().getValueAtPercentile(99) / 1e9,
                        WithinNoise.commonEnds(trials.figures()));
        return Optional.of(found).filter(f -> f.isOfFewResponseTimes() || isByEnds(f.ends));
    }

    @Override
    public Severity severity() {
        return windowSeconds < p99Seconds ? Severity.INVALID : Severity.NOTE;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                isOfFewResponseTimes()
                        ? "the window was %.1f s, and one response in a hundred took over %.1f s"
                                .formatted(windowSeconds, p99Seconds)
                        : "the window was %.1f s, and throughput by the requests in flight is %.2f times that by the responses in it: users wait in step"
                                .formatted(windowSeconds, Math.exp(ends)),
                isOfFewResponseTimes()
                        ? "the edges of the window dominate: responses to requests before it count, and those to its last ones do not"
                        : "it has a wave of responses more or less than its share, as the windows of other trials may have: the interval of throughput contains both",
                "use a longer window (%s)"
                        .formatted(LongerRun.window(LongerRun.inSteps(goodSeconds()))));
    }
}
