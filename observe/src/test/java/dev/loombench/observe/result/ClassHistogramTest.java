package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClassHistogramTest {
    @Test
    void classes_are_read_with_their_counts_most_bytes_first() {
        var histogram =
                ClassHistogram.parse(
                        """
                         num     #instances         #bytes  class name (module)
                        -------------------------------------------------------
                           1:          1000         104000  java.lang.VirtualThread (java.base@25.0.3)
                           2:          2000         204800  [B (java.base@25.0.3)
                           3:            10            240  com.example.Shop
                           4:            20            480  com.example.Shop
                        Total         33030        309520
                        """);
        assertThat(histogram.classes().keySet())
                .containsExactly("[B", "java.lang.VirtualThread", "com.example.Shop");
        assertThat(histogram.of("java.lang.VirtualThread"))
                .isEqualTo(new ClassHistogram.Count(1_000, 104_000));
        assertThat(histogram.of("com.example.Shop"))
                .as("of two class loaders")
                .isEqualTo(new ClassHistogram.Count(30, 720));
        assertThat(histogram.of("none.Such").instances()).isZero();
    }
}
