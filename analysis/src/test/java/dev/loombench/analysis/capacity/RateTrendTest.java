package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.capacity.CapacityFit.ProcessWindows;
import dev.loombench.analysis.capacity.CapacityFit.Window;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RateTrendTest {
    private static final double[] RATES = {1_000, 950, 1_050, 990, 1_010, 970, 1_030, 1_000};

    /// Windows of about 1,000/s, the 20th power of whose rate is used, twice as much or nothing in
    /// turn.
    ///
    /// @param trend by which the logarithm of the burn changes from one to the next
    private static List<ProcessWindows> processes(int windows, double trend) {
        var one =
                new ProcessWindows(
                        1_000,
                        IntStream.range(0, windows)
                                .mapToObj(i -> window(RATES[i], i, trend))
                                .toList());
        return Collections.nCopies(4, one);
    }

    private static Window window(double rate, int number, double trend) {
        double noise = number % 4 < 2 ? 0.7 : 1.3;
        double burn = noise * Math.pow(rate / 1_000, 20) * Math.exp(trend * number);
        return new Window(rate, burn, 5_000);
    }

    /// The burn falls by 0.3 per window as where the capacity rises by 1.5 %: by 11 % after seven.
    @Test
    void a_capacity_that_rises_within_each_process_is_seen() {
        var trend = RateTrend.of(processes(8, -0.3)).orElseThrow();
        assertThat(trend.isRising()).isTrue();
        assertThat(trend.rise()).isCloseTo(0.11, within(0.06));
    }

    @Test
    void a_capacity_that_stays_or_falls_does_not_rise() {
        assertThat(RateTrend.of(processes(8, 0)).orElseThrow().isRising()).isFalse();
        assertThat(RateTrend.of(processes(8, 0.3)).orElseThrow().isRising()).isFalse();
    }

    @Test
    void a_process_without_slow_responses_hides_no_trend() {
        var processes = new ArrayList<>(processes(8, -0.3));
        var none = new Window(900, 0, 5_000);
        processes.add(new ProcessWindows(1_000, Collections.nCopies(8, none)));
        assertThat(RateTrend.of(processes)).isEqualTo(RateTrend.of(processes(8, -0.3)));
    }

    @Test
    void two_windows_of_a_process_show_no_trend() {
        assertThat(RateTrend.of(processes(2, -0.3))).isEqualTo(Optional.empty());
        assertThat(RateTrend.of(List.of())).isEmpty();
    }
}
