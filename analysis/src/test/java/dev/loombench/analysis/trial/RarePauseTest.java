package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A pause in one of four windows of 10 s, and a process that is slower throughout. Both have 700
/// responses per second in place of 1,000.
class RarePauseTest {
    private static final long SECOND = 1_000_000_000;

    private static boolean ofTwoKinds(int... fourth) {
        var trials =
                List.of(
                        figures(1, constant(1_000)),
                        figures(2, constant(1_001)),
                        figures(3, constant(999)),
                        figures(4, fourth));
        return ProcessKinds.of(Metric.THROUGHPUT, trials, List.of()).isPresent();
    }

    private static int[] constant(int perSecond) {
        return IntStream.generate(() -> perSecond).limit(10).toArray();
    }

    @Test
    void a_process_that_is_slower_throughout_is_of_another_kind() {
        assertThat(ofTwoKinds(constant(700))).isTrue();
    }

    @Test
    void a_process_that_was_slow_for_three_seconds_is_not() {
        assertThat(ofTwoKinds(990, 990, 990, 23, 23, 24, 990, 990, 990, 990)).isFalse();
    }

    @Test
    void a_process_that_stood_still_for_three_seconds_is_not() {
        assertThat(ofTwoKinds(1_000, 1_000, 1_000, 0, 0, 0, 1_000, 1_000, 1_000, 1_000)).isFalse();
    }

    @Test
    void a_second_without_a_response_has_an_infinite_noise() {
        var noise = figures(1, 1_000, 1_000, 0, 1_000).noise();
        assertThat(noise.throughput()).hasValue(Double.POSITIVE_INFINITY);
        assertThat(noise.responseTime()).hasValue(Double.POSITIVE_INFINITY);
        assertThat(noise.cpuPerRequest()).as("not observed").isEmpty();
        assertThat(figures(1, 1_000, 1_000, 1_000, 1_000).noise().throughput()).hasValue(0);
    }

    private static TrialFigures figures(int block, int... perSecond) {
        return TrialFigures.of(block, new LoadModel.Closed(10, Duration.ZERO), trial(perSecond));
    }

    /// @param perSecond responses in each second of the window, of 10 ms each
    private static Completed trial(int... perSecond) {
        var like = SampleRun.completed(1_000, 10);
        var responses = new ArrayList<Point>(List.of(new Point(0, 0)));
        var intervals = new ArrayList<LoadResult.Second>();
        long total = 0;
        for (int s = 0; s < perSecond.length; s++) {
            total += perSecond[s];
            responses.add(new Point((s + 1) * SECOND, (double) total));
            var times =
                    perSecond[s] == 0 ? new Histogram(3) : SampleRun.histogram(perSecond[s], 10);
            intervals.add(
                    new LoadResult.Second(new Window(s * SECOND, (s + 1) * SECOND), times, times));
        }
        return SampleRun.completed(
                like.warmUp(),
                LoadResults.of(
                        new Window(0, perSecond.length * SECOND),
                        LoadResults.counts(total, total, Map.of(), 0, total, 0),
                        like.load().connections(),
                        like.load().generator(),
                        intervals),
                like.unloaded(),
                List.of(new Series("load", MetricId.LOAD_RESPONSES, responses)));
    }
}
