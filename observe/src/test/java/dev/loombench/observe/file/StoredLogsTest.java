package dev.loombench.observe.file;

import static dev.loombench.observe.file.SampleText.PRINT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The logs of containers as what runs or stores them hands them out.
class StoredLogsTest {
    private static final String LOG =
            """
            [0.500s][info][gc] Using G1
            [1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms
            """;

    @TempDir private Path folder;

    private FileContent read(String text) throws IOException {
        return SampleText.read(folder, text);
    }

    private static void assertIsWhole(FileContent content) {
        assertThat(content.collections().orElseThrow().collections()).hasSize(1);
        assertThat(content.prints().last()).hasSize(1);
        var thread = content.prints().last().getFirst().print().threads().getFirst();
        assertThat(thread.stack().frames()).containsExactly("Shop.main(Shop.java:9)");
    }

    /// As containerd and CRI-O keep it, and as `kubectl logs` and `docker compose logs` print it.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-11-27T04:00:01.123456789Z stdout F ",
                "2026-11-27T04:00:01.123456789+02:00 stdout F ",
                "[pod/shop-7d9/app] 2026-11-27T04:00:01.123456789Z ",
                "shop-1  | ",
                "shop-1  | 2026-11-27T04:00:01.123Z "
            })
    void lines_may_have_a_time_and_the_name_of_a_container_in_front(String front)
            throws IOException {
        assertIsWhole(read((LOG + PRINT).replaceAll("(?m)^", front)));
    }

    private static byte[] frames(int stream, String text) {
        var bytes = new ByteArrayOutputStream();
        for (var line : text.split("(?<=\n)", -1)) {
            var content = line.getBytes(StandardCharsets.UTF_8);
            if (content.length > 0) {
                var header = ByteBuffer.allocate(8).put((byte) stream).putInt(4, content.length);
                bytes.writeBytes(header.array());
                bytes.writeBytes(content);
            }
        }
        return bytes.toByteArray();
    }

    /// As `curl --unix-socket /var/run/docker.sock .../logs?stdout=1&stderr=1` has it.
    @Test
    void the_frames_of_dockers_api_are_removed() throws IOException {
        var both = new ByteArrayOutputStream();
        both.writeBytes(frames(1, LOG));
        both.writeBytes(frames(2, "Picked up JAVA_TOOL_OPTIONS: -Xmx64m é\n"));
        both.writeBytes(frames(1, PRINT));
        assertIsWhole(SampleText.read(folder, both.toByteArray()));
        var cut = Arrays.copyOf(both.toByteArray(), both.size() - 4);
        assertIsWhole(SampleText.read(folder, cut));
        assertThat(FileReading.otherKind(both.toByteArray())).isEmpty();
    }

    /// The first 4,096 bytes show what a file is.
    @Test
    void the_first_bytes_may_end_within_the_header_of_a_frame() throws IOException {
        for (int behind = 1; behind < 8; behind++) {
            var all = new ByteArrayOutputStream();
            all.writeBytes(frames(1, "x".repeat(4096 - 8 - 1 - behind) + "\n"));
            all.writeBytes(frames(1, LOG + PRINT));
            assertIsWhole(SampleText.read(folder, all.toByteArray()));
        }
    }

    @Test
    void a_file_with_some_bytes_of_such_a_frame_is_none() {
        var program = frames(1, LOG);
        program[8 + LOG.indexOf('\n') + 1] = 7;
        SampleText.assertRefused(folder, program, "none of what inspect reads");
    }

    /// `curl .../loki/api/v1/query_range`, whose lines are the newest first.
    private static String reply(boolean newestFirst, String... streams) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"streams\",\"result\":["
                + Arrays.stream(streams)
                        .map(stream -> stream(newestFirst, stream))
                        .collect(Collectors.joining(","))
                + "],\"stats\":{\"summary\":{\"bytesProcessedPerSecond\":0}}}}\n";
    }

    /// @param text of the stream, with the labels in its first line
    private static String stream(boolean newestFirst, String text) {
        var lines = text.lines().toList();
        var values = new ArrayList<String>();
        for (int i = 1; i < lines.size(); i++) {
            var line = lines.get(i).replace("\"", "\\\"").replace("\t", "\\t");
            values.add(
                    "[\"%d\",\"%s\",{\"trace\":\"1\"}]"
                            .formatted(1_790_000_000_000_000_000L + i / 2, line));
        }
        if (newestFirst) {
            Collections.reverse(values);
        }
        return "{\"stream\":{%s},\"values\":[%s]}"
                .formatted(lines.getFirst(), String.join(",", values));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_lines_of_a_reply_of_loki_are_read_in_the_order_of_time(boolean newestFirst)
            throws IOException {
        var labels = "\"pod\":\"shop-1\",\"stream\":\"%s\"\n";
        var text = reply(newestFirst, labels.formatted("stdout") + LOG + PRINT);
        assertIsWhole(read(text));
        var pretty = text.replace("{", "{\n  ").replace(":{", " : {");
        assertIsWhole(read(pretty));
        assertIsWhole(
                read(
                        reply(
                                newestFirst,
                                labels.formatted("stderr") + "warning\n",
                                labels.formatted("stdout") + LOG + PRINT)));
    }

    /// As an agent keeps them that joins lines.
    @Test
    void each_line_of_an_entry_has_the_name_of_its_program() throws IOException {
        var other = "\"pod\":\"cart-1\"\n\tat Cart.add(Cart.java:2)\\n\tat Cart.of(Cart.java:3)";
        var shop = "\"pod\":\"shop-1\"\n" + (LOG + PRINT).strip().replace("\n", "\\n");
        assertIsWhole(read(reply(false, shop, other)));
    }

    @Test
    void thread_dumps_of_several_pods_in_a_reply_are_refused() {
        var both =
                List.of("shop-1", "shop-2").stream()
                        .map(pod -> "\"pod\":\"%s\"\n".formatted(pod) + PRINT)
                        .toArray(String[]::new);
        SampleText.assertRefused(folder, reply(true, both), "several programs");
    }

    /// As `logcli` and the pages of stores show lines; calls would be those of other threads.
    @Test
    void a_thread_dump_with_the_newest_line_first_is_refused() throws IOException {
        var thread = PRINT.substring(PRINT.indexOf('"'));
        var dump = PRINT + thread.replace("#1", "#2") + thread.replace("#1", "#3");
        assertThat(read(dump).prints().last().getFirst().print().threads()).hasSize(3);
        var reversed = String.join("\n", dump.lines().toList().reversed());
        SampleText.assertRefused(folder, reversed, "reverse order");
        var front = "2026-11-27T04:00:01.1Z shop-1 ";
        SampleText.assertRefused(folder, reversed.replaceAll("(?m)^", front), "reverse order");
    }

    @Test
    void a_reply_that_ends_too_early_is_refused() {
        var text = reply(true, "\"pod\":\"shop-1\"\n" + PRINT);
        assertThatThrownBy(() -> read(text.substring(0, 200)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("a reply of Loki")
                .hasMessageContaining("too early");
    }
}
