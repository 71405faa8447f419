package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.load.ValueSource;
import dev.loombench.spec.text.SpecError;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestMixTest {
    private static final InetSocketAddress TARGET =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 81);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @TempDir Path folder;

    private static RequestMix plan(Map<String, ValueSource> values, Request... requests) {
        return new RequestMix(
                new TrafficSpec(List.of(requests), values, ConnectionPolicy.DEFAULT), TARGET, 42);
    }

    private static Request get(String path) {
        return Request.get(path, TIMEOUT);
    }

    private static Request put(Map<String, String> headers, String body) {
        return new Request("PUT", "/", headers, body, TIMEOUT);
    }

    private ValueSource.Column column(String name, boolean random, String text) throws IOException {
        return new ValueSource.Column(
                Files.writeString(folder.resolve("values.csv"), text), name, random);
    }

    /// The next messages of one loop of so many.
    private static List<String> next(RequestMix plan, int loop, int loops, int count) {
        var messages = plan.forLoop(loop, loops, 1, loops);
        var next = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var message = messages.of(messages.kind(messages.draw()), 0);
            var bytes = new byte[message.length()];
            message.from(0).get(bytes);
            next.add(new String(bytes, UTF_8));
        }
        return next;
    }

    private static List<String> paths(RequestMix plan, int loop, int loops, int count) {
        return next(plan, loop, loops, count).stream().map(text -> text.split(" ", 3)[1]).toList();
    }

    @Test
    void the_loops_share_a_counter_out_among_them() {
        var plan = plan(Map.of("i", new ValueSource.Counter(8)), get("/${i}"));
        assertThat(paths(plan, 0, 2, 3)).containsExactly("/8", "/10", "/12");
        assertThat(paths(plan, 1, 2, 3)).containsExactly("/9", "/11", "/13");
    }

    @Test
    void rows_come_in_order_and_again_and_the_loops_share_them_out() throws IOException {
        var plan = plan(Map.of("c", column("c", false, "c\na\nb\nc\n")), get("/${c}"));
        assertThat(paths(plan, 0, 1, 4)).containsExactly("/a", "/b", "/c", "/a");
        assertThat(paths(plan, 0, 2, 4)).containsExactly("/a", "/c", "/b", "/a");
        assertThat(paths(plan, 1, 2, 4)).containsExactly("/b", "/a", "/c", "/b");
    }

    @Test
    void columns_of_one_file_come_from_the_same_row_whoever_uses_them() throws IOException {
        for (boolean random : new boolean[] {false, true}) {
            var name = column("name", random, "name,word\na,1\nb,2\nc,3\n");
            var word = new ValueSource.Column(name.file(), "word", random);
            var plan = plan(Map.of("n", name, "w", word), get("/${n}"), get("/${n}${w}?${n}${w}"));
            var both = paths(plan, 0, 1, 200).stream().filter(p -> p.length() > 2).toList();
            assertThat(both).containsOnly("/a1?a1", "/b2?b2", "/c3?c3");
            assertThat(both).contains("/a1?a1", "/b2?b2", "/c3?c3");
        }
    }

    @Test
    void random_numbers_keep_to_their_range_reach_its_ends_and_follow_the_seed() {
        var values = Map.<String, ValueSource>of("r", new ValueSource.Uniform(3, 5));
        var paths = paths(plan(values, get("/${r}")), 0, 2, 100);
        assertThat(paths).contains("/3", "/4", "/5").containsOnly("/3", "/4", "/5");
        assertThat(paths(plan(values, get("/${r}")), 0, 2, 100)).isEqualTo(paths);
        assertThat(paths(plan(values, get("/${r}")), 1, 2, 100)).isNotEqualTo(paths);
    }

    /// 1 in 4 of 4000 is 1000, with a standard deviation of 27.
    @Test
    void requests_come_as_often_as_their_weights_say() {
        var heavy = new Request("heavy", 3, "GET", "/h", Map.of(), "", TIMEOUT);
        var paths = paths(plan(Map.of(), get("/l"), heavy), 0, 1, 4_000);
        assertThat(paths.stream().filter("/l"::equals).count()).isBetween(840L, 1_160L);
    }

    @Test
    void a_value_in_a_path_is_percent_encoded_and_elsewhere_stands_as_it_is() throws IOException {
        var plan =
                plan(
                        Map.of("c", column("c", false, "c\n\"é /?&%~\"\n")),
                        new Request("PUT", "/${c}", Map.of(), "${c}", TIMEOUT));
        assertThat(next(plan, 0, 1, 1).getFirst())
                .startsWith("PUT /%C3%A9%20%2F%3F%26%25~ HTTP/1.1\r\nContent-Length: 8\r\n")
                .endsWith("\r\n\r\né /?&%~");
    }

    @Test
    void the_length_is_that_of_each_body() {
        var plan = plan(Map.of("i", new ValueSource.Counter(8)), put(Map.of(), "${i}:${i}!"));
        assertThat(next(plan, 0, 1, 4))
                .containsExactly(
                        withBody("8:8!"), withBody("9:9!"), withBody("10:10!"), withBody("11:11!"));
    }

    private static String withBody(String body) {
        return "PUT / HTTP/1.1\r\nContent-Length: %d\r\nHost: 127.0.0.1:81\r\n\r\n%s"
                .formatted(body.getBytes(US_ASCII).length, body);
    }

    @Test
    void a_cell_that_would_break_a_header_is_refused() throws IOException {
        var values =
                Map.<String, ValueSource>of(
                        "c", column("c", false, "c\nfine\n\"a\r\nHost: evil\"\n"));
        var plan = plan(values, put(Map.of("X", "${c}"), ""));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> plan.forLoop(0, 1, 1, 1))
                .withMessageContaining("its row 2 holds something else");
        assertThat(next(plan(values, put(Map.of(), "${c}")), 0, 1, 2).getLast())
                .endsWith("\r\n\r\na\r\nHost: evil");
    }

    @Test
    void a_cell_with_a_line_break_cannot_stand_in_a_line() throws IOException {
        var values =
                Map.<String, ValueSource>of("c", column("c", false, "c\nfine\n\"two\nlines\"\n"));
        var plan = plan(values, Request.line("${c}", TIMEOUT));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> plan.forLoop(0, 1, 1, 1))
                .withMessageContaining("goes into a line, and its row 2 holds a line break");
    }

    @Test
    void requests_that_would_fill_the_memory_are_refused() {
        var plan =
                plan(
                        Map.of("i", new ValueSource.Counter(1)),
                        put(Map.of(), "${i}" + "x".repeat(1 << 20)));
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> plan.forLoop(0, 1, 2_000, 2_000))
                .withMessageContaining("1 GiB is the most");
    }

    @Test
    void what_is_fixed_is_one_message_for_all_connections() {
        var messages = plan(Map.of(), get("/")).forLoop(0, 1, 2, 2);
        assertThat(messages.of(messages.kind(0), 0)).isSameAs(messages.of(messages.kind(0), 1));
    }
}
