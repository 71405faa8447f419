package dev.loombench;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// Trials whose CPU per request and response time change from second to second.
public final class SampleWindow {
    /// Length of the window.
    public static final int SECONDS = 10;

    private static final long SECOND = 1_000_000_000;

    /// Has what such a trial leaves open.
    private static final Completed LIKE = SampleRun.completed(1_000, 100);

    private SampleWindow() {}

    /// A trial with 1,000 responses in each second.
    ///
    /// @param cpuMicros CPU per request of a second, us
    /// @param millis response time of a second, ms
    public static Completed of(IntToDoubleFunction cpuMicros, IntToDoubleFunction millis) {
        var intervals =
                IntStream.range(0, SECONDS)
                        .mapToObj(s -> {
                            var times = SampleRun.histogram(1_000, millis.applyAsDouble(s));
                            var second = new Window(s * SECOND, (s + 1) * SECOND);
                            return new LoadResult.Second(second, times, times);
                        })
                        .toList();
        var cpu = new ArrayList<Point>(List.of(new Point(0, 0)));
        var responses = new ArrayList<Point>(List.of(new Point(0, 0)));
        for (int s = 0; s < SECONDS; s++) {
            double used = cpu.getLast().value() + 1_000 * cpuMicros.applyAsDouble(s) * 1_000;
            cpu.add(new Point((s + 1) * SECOND, used));
            responses.add(new Point((s + 1) * SECOND, 1_000.0 * (s + 1)));
        }
        return SampleRun.completed(
                LIKE.warmUp(),
                LoadResults.of(
                        new Window(0, SECONDS * SECOND),
                        LIKE.load().counts(),
                        LIKE.load().connections(),
                        LIKE.load().generator(),
                        intervals),
                LIKE.unloaded(),
                List.of(
                        new Series("proc", MetricId.PROCESS_CPU, cpu),
                        new Series("load", MetricId.LOAD_RESPONSES, responses)));
    }
}
