package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyLogTest {
    /// Readers take a line without `#` for a histogram.
    @Test
    void a_comment_is_one_line() {
        assertThat(LatencyLog.text(List.of("[invalid: reset\nby peer]"), 0, List.of()).lines())
                .contains("#[invalid: reset\uFFFDby peer]")
                .noneMatch(line -> line.startsWith("by peer"));
    }
}
