package dev.loombench.analysis.mode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.TrialOutcome.Completed;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Slices of a delay of 94 ms: 100 users start together and send ten waves within each second,
/// where 10.6 are their share. Here 1,000 responses per second of 100 ms, and more requests in
/// flight than these account for.
class EndsOfSlicesTest extends SlicedBlocks {
    /// @param inFlight of the second variant, by block
    private Optional<ModeBias> found(double... inFlight) {
        return ModeBias.of(
                MANIFEST,
                blocks(inFlight.length, t -> trial(isFirst(t) ? 100 : inFlight[t.block() - 1])));
    }

    private Completed trial(double inFlight) {
        var like = SampleRun.completed(1_000, 100);
        var load = like.load();
        var inStep =
                LoadResults.of(
                        load.window(),
                        load.counts(),
                        LoadResults.connections(100, 100, 0, 0, 0, inFlight, new Histogram(3)),
                        load.generator(),
                        load.intervals());
        return ChangedSampleRun.interleaved(like.with(inStep), slices(1, 1, 0, 0));
    }

    /// The margin is 3 %.
    @Test
    void users_in_step_within_slices_are_a_bias() {
        assertThat(found(106, 106))
                .hasValueSatisfying(bias ->
                        assertThat(bias)
                                .isInstanceOfSatisfying(
                                        EndsOfSlices.class,
                                        ends ->
                                                assertThat(ends.ratio())
                                                        .isCloseTo(1.06, within(0.001))));
        assertThat(found(102, 102)).isEmpty();
        assertThat(found(98, 98)).isEmpty();
    }

    @Test
    void ends_that_differ_from_block_to_block_are_noise() {
        assertThat(found(106)).isEmpty();
        assertThat(found(112, 100)).isEmpty();
    }
}
