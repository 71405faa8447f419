package dev.loombench.analysis.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFigures;
import dev.loombench.analysis.trial.correlation.ResponseSeries;
import dev.loombench.experiment.Metric;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class WindowSecondsTest {
    /// Response times of twelve seconds that are fast and slow by turns of four.
    private static List<Histogram> seconds(int millis) {
        var seconds = new ArrayList<Histogram>();
        for (int second = 0; second < 12; second++) {
            var times = new Histogram(3);
            times.setAutoResize(true);
            for (int i = 0; i < 200; i++) {
                times.recordValue((millis + i + 300L * (second / 4 % 2)) * 1_000_000);
            }
            seconds.add(times);
        }
        return seconds;
    }

    @Test
    void what_is_remembered_of_windows_is_what_their_seconds_show() {
        var first = seconds(10);
        var second = seconds(40);
        var windows = List.of(new WindowSeconds(first), new WindowSeconds(second));
        var series = ResponseSeries.of(List.of(first, second));
        var remembered = WindowSeconds.inflation(windows);
        assertThat(remembered.ofRanks()).isEqualTo(series.rankInflation()).isGreaterThan(2);
        for (long millis = 5; millis < 600; millis += 7) {
            long value = millis * 1_000_000;
            assertThat(remembered.beyond().of(value)).isEqualTo(series.inflationBeyond().of(value));
        }
    }

    @Test
    void the_same_windows_are_looked_at_once() {
        var one = new WindowSeconds(seconds(10));
        var other = new WindowSeconds(seconds(40));
        var both = WindowSeconds.inflation(List.of(one, other));
        assertThat(WindowSeconds.inflation(List.of(one, other))).isSameAs(both);
        assertThat(WindowSeconds.inflation(List.of(one))).isNotSameAs(both);
        assertThat(WindowSeconds.inflation(List.of(one, new WindowSeconds(seconds(40)))))
                .isNotSameAs(both);
    }

    /// Of a closed load.
    private static Latency latency(int millis) {
        var all = Histograms.merged(seconds(millis).stream());
        var load = new LoadModel.Closed(10, Duration.ZERO);
        return Latency.of(load, all, all, seconds(millis));
    }

    @Test
    void the_windows_that_were_merged_last_are_merged_once() {
        var one = latency(10);
        var other = latency(40);
        var both = Latency.merged(List.of(one, other));
        assertThat(both.responseTime().getTotalCount()).isEqualTo(4_800);
        assertThat(both.arriving()).isPresent();
        assertThat(Latency.merged(List.of(one.asSent(), other.asSent())).arriving()).isEmpty();
        assertThat(Latency.merged(List.of(one, other))).isSameAs(both);
        assertThat(Latency.merged(List.of(one, latency(40)))).isNotSameAs(both);
    }

    /// One of 200 users waits for 1 s, so that an arriving request does so for a third of the time.
    @Test
    void each_percentile_is_that_of_its_own_histogram() {
        var all = new Histogram(3);
        all.setAutoResize(true);
        all.recordValueWithCount(10_000_000, 1_990);
        all.recordValueWithCount(1_000_000_000, 10);
        var load = new LoadModel.Closed(10, Duration.ZERO);
        var latency = Latency.of(load, all, all, List.of(all));
        assertThat(latency.percentile(99).orElseThrow())
                .isGreaterThan(2 * latency.asSent().percentile(99).orElseThrow());
        for (var one : List.of(latency, latency.asSent(), latency)) {
            for (double percent : new double[] {50, 99}) {
                assertThat(one.percentile(percent))
                        .isEqualTo(Histograms.percentile(one.judged(percent), percent));
            }
        }
    }

    @Test
    void a_percentile_has_the_same_bounds_after_another_one() {
        var trials = List.of(SampleFigures.of(1, seconds(10)), SampleFigures.of(2, seconds(40)));
        PercentileRange.of(trials, Metric.P50, 0.95);
        PercentileRange.of(List.of(trials.getFirst()), Metric.P99, 0.95);
        var fresh = List.of(SampleFigures.of(1, seconds(10)), SampleFigures.of(2, seconds(40)));
        assertThat(PercentileRange.of(trials, Metric.P99, 0.95))
                .isEqualTo(PercentileRange.of(fresh, Metric.P99, 0.95));
    }
}
