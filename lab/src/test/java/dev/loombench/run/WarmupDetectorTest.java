package dev.loombench.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// Two windows of 4 samples are compared, so 8 samples are the fewest that can be steady.
class WarmupDetectorTest {
    private final WarmupDetector detector = new WarmupDetector();

    private void samples(int count, long responses, long cpuNanosPerResponse) {
        for (int i = 0; i < count; i++) {
            detector.sample(responses, 0.25, responses * cpuNanosPerResponse);
        }
    }

    @Test
    void constant_figures_are_steady_from_the_eighth_sample() {
        samples(7, 250, 100_000);
        assertThat(detector.steady()).isFalse();
        samples(1, 250, 100_000);
        assertThat(detector.steady()).isTrue();
        assertThat(detector.latestThroughput()).isEqualTo(1_000);
    }

    @Test
    void a_change_above_5_percent_of_either_figure_is_not_steady() {
        samples(4, 1_000, 100_000);
        samples(4, 1_060, 100_000);
        assertThat(detector.steady()).as("throughput").isFalse();
        samples(4, 1_060, 94_000);
        assertThat(detector.steady()).as("CPU per request").isFalse();
        samples(4, 1_060, 92_000);
        assertThat(detector.steady()).as("2 % less").isTrue();
    }

    @Test
    void a_server_without_responses_is_not_steady() {
        samples(20, 0, 0);
        assertThat(detector.steady()).isFalse();
        samples(7, 100, 100_000);
        assertThat(detector.steady()).as("one sample without responses is left").isFalse();
        samples(1, 100, 100_000);
        assertThat(detector.steady()).isTrue();
    }
}
