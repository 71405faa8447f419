package dev.loombench.uring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeNamespaceTest {
    @Test
    void only_an_offset_of_the_monotonic_clock_counts() {
        assertThat(TimeNamespace.hasOffset("")).isFalse();
        assertThat(TimeNamespace.hasOffset(offsets("0         0", "0         0"))).isFalse();
        assertThat(TimeNamespace.hasOffset(offsets("0         0", "7         0"))).isFalse();
        assertThat(TimeNamespace.hasOffset(offsets("-86400    0", "0         0"))).isTrue();
        assertThat(TimeNamespace.hasOffset(offsets("0         5", "0         0"))).isTrue();
    }

    @Test
    void offsets_that_cannot_be_read_may_be_any(@TempDir Path unreadable) {
        assertThat(TimeNamespace.hasOffset(unreadable)).isTrue();
        assertThat(TimeNamespace.hasOffset(unreadable.resolve("absent"))).isFalse();
    }

    /// As the kernel writes them.
    private static String offsets(String monotonic, String boottime) {
        return "monotonic           %s\nboottime            %s\n".formatted(monotonic, boottime);
    }
}
