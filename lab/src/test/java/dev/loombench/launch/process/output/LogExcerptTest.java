package dev.loombench.launch.process.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LogExcerptTest {
    private static Stream<String> frames(int count) {
        return IntStream.range(0, count).mapToObj("\tat shop.Pool.get(Pool.java:%d)"::formatted);
    }

    /// 200 frames in all, and 6 lines are left.
    @Test
    void the_exceptions_of_a_long_stack_trace_are_kept() {
        var lines =
                Stream.of(
                                Stream.of("java.lang.IllegalStateException: no pool"),
                                frames(120),
                                Stream.of("Caused by: java.net.ConnectException: refused"),
                                frames(80),
                                Stream.of("\t... 40 more", "shutting down"))
                        .flatMap(s -> s)
                        .toList();
        var excerpt =
                List.of(
                        "java.lang.IllegalStateException: no pool",
                        "\tat shop.Pool.get(Pool.java:0)",
                        "\tat shop.Pool.get(Pool.java:1)",
                        "Caused by: java.net.ConnectException: refused",
                        "\tat shop.Pool.get(Pool.java:0)",
                        "\tat shop.Pool.get(Pool.java:1)",
                        "shutting down");
        assertThat(LogExcerpt.of(lines, 20)).isEqualTo(excerpt);
        assertThat(LogExcerpt.of(lines, 3)).isEqualTo(excerpt.subList(4, 7));
    }

    @Test
    void other_lines_stay_as_they_are() {
        var lines = List.of("  at 12:00 the cache was full", "... 3 more", "");
        assertThat(LogExcerpt.of(lines, 20)).isEqualTo(lines);
    }
}
