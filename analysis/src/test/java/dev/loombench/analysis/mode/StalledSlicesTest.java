package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.result.Interleaving;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/// Trials of 24 slices of 100 ms and 4 of 600 ms, with a response per ms. Without the first slice
/// they have 4,700 ms.
class StalledSlicesTest {
    private static final int[] FEW = {2, 3, 24, 25};

    /// @param share of their responses that some slices have
    private static Completed trial(double share, int... stalled) {
        var slices = new ArrayList<Interleaving.Slice>();
        for (int k = 0; k < 28; k++) {
            boolean isLong = k == 6 || k == 7 || k == 20 || k == 21;
            slices.add(slice(isLong ? 600 : 100, 1));
        }
        for (int k : stalled) {
            slices.set(k, slice(100, share));
        }
        return ChangedSampleRun.interleaved(
                SampleRun.completed(1_000, 100), SimulatedBlock.interleaving(slices, 0));
    }

    private static Interleaving.Slice slice(long millis, double share) {
        return new Interleaving.Slice(
                millis * 1_000_000,
                100_000_000,
                5_000_000,
                Math.round(millis * share),
                OptionalDouble.of(1e5 * millis * share));
    }

    private static Optional<StalledSlices> found(int blocks, Completed second, Completed first) {
        var variants = SampleRun.experiment().variants();
        return StalledSlices.of(
                variants.getLast(),
                variants.getFirst(),
                Collections.nCopies(blocks, new ModeBias.Pair(second, first)));
    }

    /// A fifth of the responses: `4 * (100 - 20) / 4,700` is 0.068, below a tenth of one block, and
    /// above a tenth by √3 of three. In five, a twentieth is enough, and three such slices have it.
    @Test
    void stalls_in_a_few_slices_are_a_bias() {
        assertThat(found(1, trial(0.2, FEW), trial(1))).isEmpty();
        assertThat(found(3, trial(0.2, FEW), trial(1)))
                .hasValueSatisfying(stalled -> {
                    assertThat(stalled.share()).isBetween(0.067, 0.069);
                    assertThat(stalled.reason())
                            .contains("of tomcat virtual more than of tomcat platform-pool 100");
                });
        assertThat(found(5, trial(0.2, 2, 3, 24), trial(1))).isPresent();
        assertThat(found(5, trial(0.2, 2, 3), trial(1))).isEmpty();
    }

    @Test
    void those_of_the_first_variant_are_one_too() {
        assertThat(found(3, trial(1), trial(0.2, FEW)))
                .hasValueSatisfying(stalled -> {
                    assertThat(stalled.share()).isNegative();
                    assertThat(stalled.reason())
                            .contains("of tomcat platform-pool 100 more than of tomcat virtual");
                });
    }

    /// As those by another process.
    @Test
    void stalls_of_both_are_in_no_ratio() {
        assertThat(found(4, trial(0.2, FEW), trial(0.2, FEW))).isEmpty();
    }

    /// A slice with two thirds of the responses takes 1.5 times as long for each.
    @Test
    void slices_that_are_a_little_slower_are_no_stalls() {
        assertThat(found(4, trial(0.7, FEW), trial(1))).isEmpty();
    }

    @Test
    void without_a_block_there_is_none() {
        assertThat(
                        StalledSlices.of(
                                SampleRun.experiment().variants().getLast(),
                                SampleRun.experiment().variants().getFirst(),
                                List.of()))
                .isEmpty();
    }
}
