package dev.loombench.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.SampleRun;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// A histogram of 3 digits rounds by less than 0.1 %.
class UnloadedResponseTest {
    private static final double MILLI = 1e6;

    /// 10, 10 and 40 ms: `sqrt((100 + 100 + 400) / 2)` = 17.32.
    @Test
    void it_has_median_mean_and_standard_deviation() {
        var times = SampleRun.histogram(2, 10);
        times.add(SampleRun.histogram(1, 40));
        var unloaded = UnloadedResponse.of(times).orElseThrow();
        assertThat(unloaded.responses()).isEqualTo(3);
        assertThat(unloaded.medianNanos()).isCloseTo(10 * MILLI, within(0.01 * MILLI));
        assertThat(unloaded.meanNanos()).isCloseTo(20 * MILLI, within(0.02 * MILLI));
        assertThat(unloaded.standardDeviationNanos())
                .isCloseTo(17.32 * MILLI, within(0.04 * MILLI));
        // 17.32 / sqrt(3) / 20
        assertThat(unloaded.relativeError()).isCloseTo(0.5, within(0.001));
    }

    @Test
    void one_response_has_no_spread() {
        var unloaded = UnloadedResponse.of(SampleRun.histogram(1, 40)).orElseThrow();
        assertThat(unloaded.standardDeviationNanos()).isZero();
        assertThat(UnloadedResponse.of(new Histogram(3))).isEmpty();
    }
}
