package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class RecordedValuesTest {
    private static List<String> visited(Histogram histogram) {
        var visited = new ArrayList<String>();
        RecordedValues.forEach(histogram, (value, count) -> visited.add(value + " " + count));
        return visited;
    }

    private static List<String> iterated(Histogram histogram) {
        var iterated = new ArrayList<String>();
        histogram
                .recordedValues()
                .forEach(v ->
                        iterated.add(v.getValueIteratedTo() + " " + v.getCountAtValueIteratedTo()));
        return iterated;
    }

    /// Values of all magnitudes up to 1 h, with and without a unit.
    @Test
    void they_are_those_of_the_histograms_iterator() {
        var random = new SplittableRandom(3);
        for (int round = 0; round < 20; round++) {
            var grown = new Histogram(3);
            var fixed = new Histogram(64, 3_600_000_000_000L, 3);
            for (int i = 0; i < 100; i++) {
                long value = (long) Math.pow(3.6e12, random.nextDouble()) - 1;
                long count = random.nextLong(1, 4);
                grown.recordValueWithCount(value, count);
                fixed.recordValueWithCount(value, count);
            }
            assertThat(visited(grown)).isNotEmpty().isEqualTo(iterated(grown));
            assertThat(visited(fixed)).isEqualTo(iterated(fixed));
            assertThat(RecordedValues.mean(grown)).isEqualTo(grown.getMean());
            assertThat(RecordedValues.mean(fixed)).isEqualTo(fixed.getMean());
        }
    }

    @Test
    void zero_is_a_value_and_an_empty_histogram_has_none() {
        var histogram = new Histogram(3);
        assertThat(visited(histogram)).isEmpty();
        histogram.recordValueWithCount(0, 2);
        assertThat(visited(histogram)).containsExactly("0 2");
        histogram.recordValue(5);
        assertThat(visited(histogram)).containsExactly("0 2", "5 1");
        assertThat(RecordedValues.mean(histogram)).isEqualTo(5 / 3.0);
        histogram.reset();
        assertThat(visited(histogram)).isEmpty();
        assertThat(RecordedValues.mean(histogram)).isZero();
    }

    @Test
    void one_that_was_read_again_has_its_lowest_value() {
        var histogram = new Histogram(3);
        histogram.recordValueWithCount(100_000_000, 7);
        var bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        histogram.encodeIntoByteBuffer(bytes);
        bytes.flip();
        var read = Histogram.decodeFromByteBuffer(bytes, 0);
        assertThat(visited(read)).hasSize(1).isEqualTo(iterated(read));
    }
}
