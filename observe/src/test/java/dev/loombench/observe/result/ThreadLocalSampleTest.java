package dev.loombench.observe.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.ThreadLocalSample.ValueClass;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadLocalSampleTest {
    @Test
    void threads_and_classes_are_read() throws IOException {
        assertThat(ThreadLocalSample.parse("2000 100 99\t99 102960 byte[]\t1 24 a b"))
                .isEqualTo(
                        new ThreadLocalSample(
                                2_000,
                                100,
                                99,
                                List.of(
                                        new ValueClass("byte[]", 99, 102_960),
                                        new ValueClass("a b", 1, 24))));
        assertThat(ThreadLocalSample.parse("0 0 0").classes()).isEmpty();
    }

    /// The text comes from a process that may be anything.
    @ParameterizedTest
    @ValueSource(strings = {"", "1 2", "1 2 3\t", "1 2 3\t4 5", "-1 2 3", "1 2 3\t0 0 byte[]"})
    void other_text_is_refused(String text) {
        assertThatThrownBy(() -> ThreadLocalSample.parse(text))
                .isInstanceOf(IOException.class)
                .hasMessage("not a sample of thread-local values: " + text);
    }
}
