package dev.loombench.launch.process.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {
    @Test
    void lines_are_complete_however_the_stream_is_split() {
        var text = "one\r\n\nthree \u20ac\nlast";
        for (int cut = 1; cut < 8; cut++) {
            assertThat(lines(text.getBytes(UTF_8), cut))
                    .containsExactly("one", "", "three €", "last");
        }
    }

    @Test
    void a_line_without_end_is_truncated() {
        var lines = lines("x".repeat(3 * LineSplitter.MAX_BYTES).getBytes(UTF_8), 1000);
        assertThat(lines).containsExactly("x".repeat(LineSplitter.MAX_BYTES));
    }

    @Test
    void characters_that_control_a_terminal_are_replaced() {
        assertThat(
                        LineSplitter.printable(
                                "\u001b[31mred\u0007 \u009b2J a\tb \u202egnp\u2028 \ud800 ä 漢 😀"))
                .isEqualTo("\ufffd[31mred\ufffd \ufffd2J a b \ufffdgnp\ufffd \ufffd ä 漢 😀");
    }

    @Test
    void bytes_that_are_not_utf_8_are_replaced() {
        assertThat(lines(new byte[] {'a', (byte) 0xff, 'b', '\n'}, 10)).containsExactly("a\ufffdb");
    }

    private static List<String> lines(byte[] text, int chunkSize) {
        var received = new ArrayList<String>();
        var lines = new LineSplitter(received::add);
        for (int at = 0; at < text.length; at += chunkSize) {
            var chunk = new byte[chunkSize];
            int count = Math.min(chunkSize, text.length - at);
            System.arraycopy(text, at, chunk, 0, count);
            lines.feed(chunk, count);
        }
        lines.end();
        return received;
    }
}
