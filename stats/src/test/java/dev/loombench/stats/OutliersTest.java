package dev.loombench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// How often normal values have an outlier by chance.
class OutliersTest {
    private static final int SAMPLES = 4_000;

    /// 5 % and three standard errors, 0.35 % each, are 6 %.
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 9, 10, 14, 15, 24, 25, 50})
    void normal_values_have_an_outlier_in_one_sample_of_twenty_at_most(int values) {
        assertThat(share(values)).isLessThan(0.06);
    }

    /// A threshold that is too high finds no outlier. Of as many values as it begins to hold for,
    /// 4.2 to 4.9 % of samples are beyond it (6,000 samples of another simulation); 2.5 % are five
    /// standard errors less.
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 8, 10, 15, 25})
    void a_threshold_is_no_higher_than_chance_requires(int values) {
        assertThat(share(values)).isGreaterThan(0.025);
    }

    private static double share(int values) {
        var random = new Random(values);
        int found = 0;
        for (int i = 0; i < SAMPLES; i++) {
            var scores = Outliers.zScores(normal(random, values));
            double highest = Arrays.stream(scores).map(Math::abs).max().orElseThrow();
            found += highest > Outliers.threshold(values) ? 1 : 0;
        }
        return (double) found / SAMPLES;
    }

    private static double[] normal(Random random, int values) {
        return IntStream.range(0, values).mapToDouble(_ -> random.nextGaussian()).toArray();
    }
}
