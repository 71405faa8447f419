package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.ProfiledStack;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CollapsedStacksTest {
    private static final List<ProfiledStack> STACKS =
            List.of(
                    new ProfiledStack(List.of("a.A.run", "a.B.call", "operator new"), 12),
                    new ProfiledStack(List.of("a.A.run"), 1));

    @Test
    void a_line_has_the_frames_and_the_weight() throws IOException {
        try (var in =
                new GZIPInputStream(new ByteArrayInputStream(CollapsedStacks.bytes(STACKS)))) {
            assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo("a.A.run;a.B.call;operator new 12\na.A.run 1\n");
        }
    }

    @Test
    void they_are_read_as_they_were_written() throws IOException {
        assertThat(CollapsedStacks.parse(CollapsedStacks.bytes(STACKS))).isEqualTo(STACKS);
        assertThat(CollapsedStacks.parse(CollapsedStacks.bytes(List.of()))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a.A.run", "a.A.run 0", "a.A.run -1", " 3", "a;;b 3", "a.A.run x", "12"})
    void other_lines_are_refused_with_their_number(String line) throws IOException {
        var bytes = compressed("a.A.run 1\n" + line + "\n");
        assertThatThrownBy(() -> CollapsedStacks.parse(bytes))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("line 2 is not a stack");
    }

    @Test
    void bytes_that_are_not_compressed_are_refused() {
        assertThatThrownBy(() -> CollapsedStacks.parse("a 1\n".getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }

    private static byte[] compressed(String text) throws IOException {
        var bytes = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(bytes)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }
}
