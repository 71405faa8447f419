package dev.loombench.analysis.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CapacityCurveTest {
    private static CapacityCurve curve(double[] rates, double... burns) {
        var weights = new double[rates.length];
        Arrays.fill(weights, 1);
        return CapacityCurve.of(rates, burns, weights);
    }

    @Test
    void the_crossing_lies_between_neighbours_on_logarithmic_scales() {
        // ln 0.1 and ln 10 are equally far from ln 1: the geometric mean of the rates
        var crossing = curve(new double[] {100, 400}, 0.1, 10).crossing();
        assertThat(crossing.orElseThrow()).isCloseTo(200, within(1e-9));
    }

    @Test
    void a_burn_of_exactly_1_is_met() {
        assertThat(curve(new double[] {100, 200}, 1, 2).crossing().orElseThrow())
                .isCloseTo(100, within(1e-9));
    }

    /// A window of seconds at a rate below one request per second may have none.
    @Test
    void above_a_window_without_requests_the_crossing_is_in_the_middle() {
        assertThat(curve(new double[] {0.1, 0.4}, 0, 2).crossing().orElseThrow())
                .isCloseTo(0.2, within(1e-9));
    }

    @Test
    void without_windows_on_both_sides_there_is_no_crossing() {
        assertThat(curve(new double[] {100, 200}, 0.1, 0.5).crossing()).isEmpty();
        assertThat(curve(new double[] {100, 200}, 2, 3).crossing()).isEmpty();
        assertThat(curve(new double[] {}).crossing()).isEmpty();
    }

    @Test
    void neighbours_in_the_wrong_order_are_pooled() {
        // 1.4 and 0.4 become 0.9 at both rates; then the crossing is between 110 and 120.
        var crossing = curve(new double[] {100, 105, 110, 120}, 0.2, 1.4, 0.4, 3).crossing();
        double part = Math.log(0.9) / (Math.log(0.9) - Math.log(3));
        assertThat(crossing.orElseThrow())
                .isCloseTo(110 * Math.pow(120 / 110.0, part), within(1e-9));
    }

    @Test
    void a_reversal_needs_twice_the_burn_at_the_lower_rate() {
        assertThat(curve(new double[] {100, 150}, 1.5, 0.9).reversal()).isEmpty();
        var reversal = curve(new double[] {50, 100, 150, 200}, 0.1, 3, 0.5, 9).reversal();
        assertThat(reversal.orElseThrow().violated().rate()).isEqualTo(100);
        assertThat(reversal.orElseThrow().met().rate()).isEqualTo(150);
    }
}
