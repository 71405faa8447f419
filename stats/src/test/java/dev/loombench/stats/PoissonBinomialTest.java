package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoissonBinomialTest {
    /// With 1/2, 1/4 and 1/8: none in 1/2 x 3/4 x 7/8 = 21/64, all in 1/64, one in 21/64 + 7/64 +
    /// 3/64 = 31/64.
    @Test
    void three_different_probabilities() {
        double[] p = {0.5, 0.25, 0.125};
        assertThat(PoissonBinomial.atLeast(1, p)).isCloseTo(43 / 64.0, within(1e-15));
        assertThat(PoissonBinomial.atLeast(2, p)).isCloseTo(12 / 64.0, within(1e-15));
        assertThat(PoissonBinomial.atLeast(3, p)).isCloseTo(1 / 64.0, within(1e-15));
        assertThat(PoissonBinomial.atLeast(4, p)).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 20, 308})
    void equal_probabilities_are_a_binomial_number(int successes) {
        var p = new double[1_108];
        Arrays.fill(p, 0.01);
        var binomial = BinomialDistribution.of(p.length, 0.01);
        double expected = binomial.survivalProbability(successes - 1);
        assertThat(PoissonBinomial.atLeast(successes, p))
                .isCloseTo(expected, within(1e-9 * expected + 1e-300));
    }

    @Test
    void no_success_is_no_question() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PoissonBinomial.atLeast(0, new double[] {0.5}));
    }
}
