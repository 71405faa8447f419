package dev.loombench.analysis.trial;

import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.List;

/// The load at the end of a warm-up. One in cycles has pauses, and after each a second in which its
/// users start again: a counter of responses is not sampled there, so that no figure of that time
/// is known.
public final class WarmUpLoad {
    /// Samples of a load are a quarter of a second apart, and around a pause over 1.25 s.
    private static final long PAUSED_NANOS = 1_200_000_000;

    private WarmUpLoad() {}

    /// From the first sample after the last pause to the end of the warm-up; the whole warm-up
    /// where it had none.
    public static Window sinceLastPause(Completed trial) {
        var warmUp = trial.warmUp().window();
        List<Point> points =
                trial.series(MetricId.LOAD_RESPONSES).map(Series::points).orElse(List.of());
        long start = warmUp.startNanos();
        for (int i = 1; i < points.size(); i++) {
            long at = points.get(i).nanos();
            if (at - points.get(i - 1).nanos() > PAUSED_NANOS
                    && warmUp.contains(at)
                    && at - start > 0) {
                start = at;
            }
        }
        return new Window(start, warmUp.endNanos());
    }
}
