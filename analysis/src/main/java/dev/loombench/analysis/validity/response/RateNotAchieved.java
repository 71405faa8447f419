package dev.loombench.analysis.validity.response;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.api.ShortfallProblem;
import dev.loombench.load.result.LoadResult;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Workload;
import java.util.Optional;

/// Scheduled requests of an open load had no response within the window.
public record RateNotAchieved(String variant, double missing, double scheduled)
        implements ResponseFinding {
    public static final Kind KIND = ShortfallProblem.RateNotAchieved.KIND;

    /// @param serviceNanos median service time
    /// @param secondsBefore for which the load lasted before the window
    public static Optional<RateNotAchieved> of(
            String variant,
            Workload workload,
            LoadResult load,
            long serviceNanos,
            double secondsBefore) {
        return workload instanceof LoadModel.Open open
                ? ShortfallProblem.RateNotAchieved.in(open, load, serviceNanos, secondsBefore)
                        .map(few -> new RateNotAchieved(variant, few.missing(), few.scheduled()))
                : Optional.empty();
    }

    @Override
    public Kind kind() {
        return KIND;
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                new ShortfallProblem.RateNotAchieved(missing, scheduled).message(),
                "the server did not keep up with the rate",
                "a lower rate; --fail-if 'rps<N' if a lower throughput is acceptable");
    }
}
