package dev.loombench.analysis.validity;

import static dev.loombench.spec.text.Figures.axis;
import static dev.loombench.spec.text.Figures.percent;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.Kind;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.load.result.LoadResult;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Workload;
import java.util.Optional;

/// Scheduled requests of an open load had no response within the window.
public record RateNotAchieved(String variant, double missing, double scheduled)
        implements ResponseFinding {
    private static final double SHORTFALL = 0.02;

    /// Of the number of requests that wait for a response at the ends of the window.
    private static final double DEVIATIONS = 2;

    public static final Kind KIND =
            new Kind(
                    "rate-not-achieved",
                    "missing responses",
                    "open: more scheduled requests without a response within the window than %s of them, those that a rising rate adds to those in flight, and chance (%s standard deviations)"
                            .formatted(percent(SHORTFALL), axis(DEVIATIONS)),
                    "invalid");

    /// @param serviceNanos median service time
    public static Optional<RateNotAchieved> of(
            String variant, Workload workload, LoadResult load, long serviceNanos) {
        return workload instanceof LoadModel.Open open
                ? of(variant, open, load, serviceNanos)
                : Optional.empty();
    }

    private static Optional<RateNotAchieved> of(
            String variant, LoadModel.Open open, LoadResult load, long serviceNanos) {
        var counts = load.counts();
        double scheduled =
                switch (open.arrival()) {
                    case CONSTANT ->
                            open.rate().mean(load.window().nanos()) * load.window().seconds();
                    case POISSON, REPLAY -> counts.sent();
                };
        double missing = scheduled - counts.failed() - counts.succeededInWindow();
        double allowed =
                SHORTFALL * scheduled
                        + inFlightGrowth(open, load, serviceNanos)
                        + DEVIATIONS * Math.sqrt((double) counts.succeededInWindow());
        return missing > allowed
                ? Optional.of(new RateNotAchieved(variant, missing, scheduled))
                : Optional.empty();
    }

    /// Requests that a rising rate adds to those in flight, and whose responses come after the
    /// window. By Little's law, `rise of the rate x median service time`, and no more than there
    /// are connections.
    private static double inFlightGrowth(LoadModel.Open open, LoadResult load, long serviceNanos) {
        double rise = open.rate().at(load.window().nanos()) - open.rate().warmUpLevel();
        return Math.clamp(rise * serviceNanos / 1e9, 0, open.connections());
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "%,.0f of %,.0f scheduled requests had no response within the window"
                        .formatted(missing, scheduled),
                "the server did not keep up with the rate",
                "a lower rate; --fail-if 'rps<N' if a lower throughput is acceptable");
    }
}
