package dev.loombench.governor.admission;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimatingSampleTest {
    private final DecimatingSample sample = new DecimatingSample();

    @Test
    void the_median_of_few_values_is_exact_and_more_can_be_added_after_it() {
        sample.add(5);
        sample.add(1);
        sample.add(3);
        assertThat(sample.median()).isEqualTo(3);
        sample.add(9);
        sample.add(9);
        assertThat(sample.median()).isEqualTo(5);
        sample.clear();
        assertThat(sample.median()).isZero();
        assertThat(sample.count()).isZero();
    }

    /// The first 512 alone would have a median of 256.
    @ParameterizedTest
    @ValueSource(ints = {512, 513, 1_024, 1_025, 5_000, 100_000})
    void of_many_values_late_ones_count_as_much_as_early_ones(int many) {
        for (int i = 0; i < many; i++) {
            sample.add(i);
        }
        assertThat(sample.count()).isEqualTo(many);
        assertThat((double) sample.median()).isBetween(0.495 * many, 0.505 * many);
    }
}
