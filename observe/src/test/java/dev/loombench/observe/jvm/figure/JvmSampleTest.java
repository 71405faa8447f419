package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JvmSampleTest {
    @Test
    void figures_and_collectors_are_read() throws IOException {
        var sample =
                JvmSample.parse(
                        "heap-used=1048576\tnon-heap-used=7\tcollector=5 12 G1 Young Generation\tcollector=-1 -1 Epsilon Heap");
        assertThat(sample.figure("heap-used")).hasValue(1_048_576);
        assertThat(sample.figure("non-heap-used")).hasValue(7);
        assertThat(sample.figure("direct")).isEmpty();
        assertThat(sample.collectors().beans())
                .containsExactly(
                        new GarbageCollectors.Bean("G1 Young Generation", 5, 12),
                        new GarbageCollectors.Bean("Epsilon Heap", -1, -1));
    }

    @Test
    void of_a_limit_without_what_is_in_use_nothing_is_known() throws IOException {
        var sample = JvmSample.parse("metaspace-max=100\tcode-used=5\tcode-max=50");
        assertThat(sample.limitedMemory()).containsExactly(new LimitedMemory(Kind.CODE, 5, 50));
    }

    /// The text comes from a process that may be anything.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "heap-used",
                "heap-used=",
                "heap-used=-1",
                "heap-used=9999999999999999999",
                "collector=5",
                "collector=5 12 ",
                "collector=9999999999999999999 1 G1"
            })
    void other_text_is_refused_with_the_part_that_is_wrong(String text) {
        assertThatThrownBy(() -> JvmSample.parse(text))
                .isInstanceOf(IOException.class)
                .hasMessage("not a figure of a JVM: " + text);
    }
}
