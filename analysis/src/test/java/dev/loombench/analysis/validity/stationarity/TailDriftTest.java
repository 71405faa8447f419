package dev.loombench.analysis.validity.stationarity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.SampleRun;
import dev.loombench.SampleWindow;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.trial.Drift;
import dev.loombench.experiment.Criteria;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResult;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The drift of a percentile that decides.
class TailDriftTest {
    private static final Completed FLAT = SampleWindow.of(_ -> 100, _ -> 100);

    /// 1.5 % of the requests take 20 ms more in the first second and 200 ms in the last, the others
    /// 100 ms: the mean rises by less than 3 %.
    @Test
    void pauses_that_grow_in_few_requests_are_a_drift_of_a_percentile_that_decides() {
        var drifts = drifts(Metric.P99, pauses(s -> 20 * Math.pow(10, s / 9.0)));
        assertThat(drifts)
                .extracting(WindowDrift::metric, WindowDrift::severity)
                .containsExactly(
                        tuple(Metric.P99, Severity.INVALID), tuple(Metric.P99, Severity.INVALID));
        assertThat(drifts.getFirst().ratio()).isGreaterThan(10);
        assertThat(drifts(Metric.P99, pauses(s -> 50 + s % 2))).isEmpty();
        assertThat(drifts(Metric.THROUGHPUT, pauses(s -> 20 * Math.pow(10, s / 9.0)))).isEmpty();
    }

    /// @param millis length of the pause of 15 of 1,000 requests of a second
    private static Completed pauses(IntToDoubleFunction millis) {
        return responses(s -> {
            var times = SampleRun.histogram(985, 100);
            times.add(SampleRun.histogram(15, 100 + millis.applyAsDouble(s)));
            return times;
        });
    }

    private static Completed responses(IntFunction<Histogram> ofSecond) {
        var load = FLAT.load();
        var intervals =
                IntStream.range(0, SampleWindow.SECONDS)
                        .mapToObj(s -> {
                            var times = ofSecond.apply(s);
                            var window = load.intervals().get(s).window();
                            return new LoadResult.Second(window, times, times);
                        })
                        .toList();
        return SampleRun.completed(
                FLAT.warmUp(), load.with(intervals), FLAT.unloaded(), FLAT.observations());
    }

    /// Three trials whose share of slow responses varies from second to second, with a correlation
    /// of neighbours, or whose response times do; without a trend. Of 300 runs at 1 %, more than 9
    /// have a finding with a probability of 0.001.
    @ParameterizedTest
    @CsvSource({"0, 0.7", "0.5, 0.7", "0.5, 0"})
    void tails_that_vary_by_chance_are_found_at_the_stated_rate(double correlation, double bursts) {
        int runs = 300;
        var random = new Random(7);
        int found = 0;
        for (int run = 0; run < runs; run++) {
            var changes = new HashMap<Integer, Double>();
            for (int block = 1; block <= 3; block++) {
                var trial = bursts(correlation, bursts, random);
                changes.put(block, Math.log(Drift.of(Metric.P99, trial).orElseThrow()));
            }
            found +=
                    WindowDrifts.drifting(
                                            Map.of("one", changes),
                                            WindowDrifts.LEVEL,
                                            WindowDrifts.LIMIT_OF_TAIL)
                                    .isEmpty()
                            ? 0
                            : 1;
        }
        assertThat(found).isLessThanOrEqualTo(9);
    }

    /// 200 responses per second, of which 1.5 % take 10 to 30 times as long. In µs, of which a
    /// histogram has a third as many steps to walk through as of ns: only ratios count.
    ///
    /// @param bursts standard deviation of the logarithm of that share from second to second; 0 for
    ///   one of 0.1 of the logarithm of all response times
    private static Completed bursts(double correlation, double bursts, Random random) {
        double[] state = {random.nextGaussian()};
        return responses(_ -> {
            var times = new Histogram(1_000_000, 3);
            double share = 0.015 * Math.exp(bursts * state[0] - bursts * bursts / 2);
            double level = bursts == 0 ? Math.exp(0.1 * state[0]) : 1;
            for (int i = 0; i < 200; i++) {
                double slow = random.nextDouble() < share ? 10 + 20 * random.nextDouble() : 1;
                double millis = level * slow * Math.exp(0.2 * random.nextGaussian());
                times.recordValue(Math.round(millis * 1e3));
            }
            state[0] =
                    correlation * state[0]
                            + Math.sqrt(1 - correlation * correlation) * random.nextGaussian();
            return times;
        });
    }

    private static List<WindowDrift> drifts(Metric metric, Completed trial) {
        var like = SampleRun.experiment();
        var manifest =
                SampleRun.manifest(
                        like.withCriteria(new Criteria(metric, like.margin(), List.of())));
        var results = manifest.plan().stream().map(t -> SampleRun.result(t, trial)).toList();
        return Analysis.of(manifest, results).findings().stream()
                .filter(WindowDrift.class::isInstance)
                .map(WindowDrift.class::cast)
                .toList();
    }
}
