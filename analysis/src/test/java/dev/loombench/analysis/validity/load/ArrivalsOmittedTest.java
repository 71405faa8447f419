package dev.loombench.analysis.validity.load;

import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import dev.loombench.analysis.trial.Latency;
import dev.loombench.analysis.validity.percentile.TailFinding.Percentile;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Percentiles of requests as sent, beside those of arrivals at any time.
class ArrivalsOmittedTest {
    /// Of 1,000 requests, one waits while the server stands still: p99 is 1 ms as sent. Of an
    /// arrival it is (S - w) / (999 + S) = 0.01: 2.0 ms for S = 12.11 ms.
    @ParameterizedTest
    @CsvSource({"12.0, none", "12.3, note"})
    void a_p99_that_hides_arrivals_of_twice_that_time_is_a_note(double stall, String severity) {
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, 99_900);
        times.recordValueWithCount((long) (stall * 1e6), 100);
        var users = new LoadModel.Closed(400, Duration.ZERO);
        var finding =
                ArrivalsOmitted.of(
                        SampleRun.POOL, Latency.of(users, times, times, List.of()), List.of());
        assertThat(finding.map(f -> f.severity().label()).orElse("none")).isEqualTo(severity);
        var arrivals = new LoadModel.Open(1_000, Arrival.CONSTANT, 400);
        assertThat(
                        ArrivalsOmitted.of(
                                SampleRun.POOL,
                                Latency.of(arrivals, times, times, List.of()),
                                List.of()))
                .isEmpty();
    }

    /// One request of 5,000, or of 100,000, waits for 200 ms, so that p99.9 is 1 ms as sent. Of an
    /// arrival, (200 - w) / (4999 + 200) = 0.01, and (200 - w) / (99,999 + 200) = 0.001.
    @ParameterizedTest
    @CsvSource({"5_000, p99, 148", "100_000, p99.9, 99.8"})
    void a_percentile_that_decides_and_hides_arrivals_is_a_note(
            String requests, String percentile, double millis) {
        int all = Integer.parseInt(requests.replace("_", ""));
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000, all - 1L);
        times.recordValue(200_000_000);
        var latency = Latency.of(new LoadModel.Closed(400, Duration.ZERO), times, times, List.of());
        var found =
                ArrivalsOmitted.of(SampleRun.POOL, latency, List.of(new Percentile("p99.9", 99.9)));
        assertThat(found).isPresent();
        assertThat(found.orElseThrow().percentile().label()).isEqualTo(percentile);
        assertThat(found.orElseThrow().arrivingNanos() / 1e6).isCloseTo(millis, within(1.0));
        assertThat(ArrivalsOmitted.of(SampleRun.POOL, latency, List.of()).isPresent())
                .isEqualTo(percentile.equals("p99"));
    }

    /// Exponential response times are the most variable ones without a stall: 500 loads of 1,000.
    @Test
    void a_p99_without_stalls_is_no_finding() {
        var random = new Random(33);
        var users = new LoadModel.Closed(400, Duration.ZERO);
        int alarms = 0;
        for (int load = 0; load < 500; load++) {
            var times = new Histogram(3);
            for (int i = 0; i < 1_000; i++) {
                times.recordValue((long) (-1e6 * Math.log1p(-random.nextDouble())));
            }
            alarms +=
                    ArrivalsOmitted.of(
                                            SampleRun.POOL,
                                            Latency.of(users, times, times, List.of()),
                                            List.of())
                                    .isPresent()
                            ? 1
                            : 0;
        }
        assertThat(alarms).isLessThan(5);
    }
}
