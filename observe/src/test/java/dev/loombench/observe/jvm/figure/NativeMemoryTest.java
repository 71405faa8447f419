package dev.loombench.observe.jvm.figure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class NativeMemoryTest {
    private static String recorded() throws IOException {
        try (var in = NativeMemoryTest.class.getResourceAsStream("native-memory-25.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void the_report_of_jdk_25_gives_heap_stacks_and_the_rest() throws IOException {
        var report = NativeMemory.parse(recorded()).orElseThrow();

        assertThat(report).isEqualTo(new NativeMemory(142_493_219, 67_108_864, 679_936));
        assertThat(report.other()).isEqualTo(74_704_419);
    }

    @Test
    void a_jvm_without_tracking_has_no_report() {
        assertThat(NativeMemory.parse("Native memory tracking is not enabled\n")).isEmpty();
    }
}
