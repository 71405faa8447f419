package dev.loombench.analysis.validity.stationarity;

import static dev.loombench.ChangedSampleRun.SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.base.Window;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.observe.result.Observation.Point;
import dev.loombench.observe.result.Observation.Series;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.WarmUp;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/// Trials of servers that use 0.3 processors for 1,000 responses per second, from 17 s before the
/// zero of the clock to 5 s after it, and more in bursts. The last 2 s are the window.
final class SampleBursts {
    static final int FROM = -17;
    static final int TO = 5;
    static final double RATE = 1_000;

    private SampleBursts() {}

    /// @param work in addition, s of CPU time until a time in s
    static Completed trial(DoubleUnaryOperator work, DoubleUnaryOperator compilers) {
        return trial(
                List.of(
                        series(MetricId.LOAD_RESPONSES, t -> RATE * (t - FROM)),
                        cpu(work, compilers),
                        series(MetricId.JIT_CPU, t -> 1e9 * compilers.applyAsDouble(t))));
    }

    static Series cpu(DoubleUnaryOperator work, DoubleUnaryOperator compilers) {
        return series(
                MetricId.PROCESS_CPU,
                t -> 1e9 * (0.3 * (t - FROM) + work.applyAsDouble(t) + compilers.applyAsDouble(t)));
    }

    static Completed trial(List<Observation> observations) {
        var like = SampleRun.completed(1_000, 1);
        long end = like.warmUp().window().endNanos();
        assertThat(end).isEqualTo(3 * SECOND);
        var warmUp = new WarmUp(new Window(FROM * SECOND, end), 20_000, like.warmUp().metrics());
        return SampleRun.completed(warmUp, like.load(), like.unloaded(), observations);
    }

    static Series series(MetricId metric, DoubleUnaryOperator value) {
        return new Series(
                "proc",
                metric,
                IntStream.rangeClosed(4 * FROM, 4 * TO)
                        .mapToObj(i -> new Point(i * SECOND / 4, value.applyAsDouble(i / 4.0)))
                        .toList());
    }

    /// Half a second of CPU time within half a second from each time on.
    static DoubleUnaryOperator bursts(double... times) {
        return t -> {
            double sum = 0;
            for (double time : times) {
                sum += Math.clamp(t - time, 0, 0.5);
            }
            return sum;
        };
    }

    /// Users who get 1,000 responses per second, each after 0.4 s. After each stall of 1 s, the 400
    /// requests in flight have taken 1 s longer.
    static Completed stalled(double... ends) {
        DoubleUnaryOperator served =
                t -> {
                    double stood = 0;
                    for (double end : ends) {
                        stood += Math.clamp(t - (end - 1), 0, 1);
                    }
                    return RATE * (t - FROM - stood);
                };
        DoubleUnaryOperator late =
                t -> {
                    double sum = 0;
                    for (double end : ends) {
                        sum += RATE * Math.clamp(t - end, 0, 0.4);
                    }
                    return sum;
                };
        return trial(
                List.of(
                        series(MetricId.LOAD_RESPONSES, served),
                        series(
                                MetricId.LOAD_RESPONSE_TIME,
                                t ->
                                        1e9
                                                * (0.4 * served.applyAsDouble(t)
                                                        + late.applyAsDouble(t)))));
    }
}
