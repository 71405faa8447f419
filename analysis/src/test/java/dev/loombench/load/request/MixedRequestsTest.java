package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.stats.Descriptive;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.ConnectionPolicy;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.traffic.ValueSource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MixedRequestsTest {
    private static final InetSocketAddress TARGET =
            new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 81);
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    @TempDir Path folder;

    private static RequestMix mix(Map<String, ValueSource> values, Request... requests) {
        return new RequestMix(
                new Traffic(List.of(requests), values, ConnectionPolicy.DEFAULT), TARGET, 42);
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

    /// The next requests of one worker of several.
    private static List<String> next(RequestMix mix, int worker, int workers, int count) {
        var requests = mix.forWorker(worker, workers, 1, workers);
        var next = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            var request = requests.prepare(requests.kind(requests.nextKind()), 0);
            var bytes = new byte[request.length()];
            request.from(0).get(bytes);
            next.add(new String(bytes, UTF_8));
        }
        return next;
    }

    private static List<String> paths(RequestMix mix, int worker, int workers, int count) {
        return next(mix, worker, workers, count).stream()
                .map(text -> text.split(" ", 3)[1])
                .toList();
    }

    @Test
    void workers_share_a_counter() {
        var mix = mix(Map.of("i", new ValueSource.Counter(8)), get("/${i}"));
        assertThat(paths(mix, 0, 2, 3)).containsExactly("/8", "/10", "/12");
        assertThat(paths(mix, 1, 2, 3)).containsExactly("/9", "/11", "/13");
    }

    @Test
    void rows_come_in_order_and_repeat_and_workers_share_them() throws IOException {
        var mix = mix(Map.of("c", column("c", false, "c\na\nb\nc\n")), get("/${c}"));
        assertThat(paths(mix, 0, 1, 4)).containsExactly("/a", "/b", "/c", "/a");
        assertThat(paths(mix, 0, 2, 4)).containsExactly("/a", "/c", "/b", "/a");
        assertThat(paths(mix, 1, 2, 4)).containsExactly("/b", "/a", "/c", "/b");
    }

    @Test
    void columns_of_one_file_come_from_the_same_row_in_every_request() throws IOException {
        for (boolean random : new boolean[] {false, true}) {
            var name = column("name", random, "name,word\na,1\nb,2\nc,3\n");
            var word = new ValueSource.Column(name.file(), "word", random);
            var mix = mix(Map.of("n", name, "w", word), get("/${n}"), get("/${n}${w}?${n}${w}"));
            var both = paths(mix, 0, 1, 200).stream().filter(p -> p.length() > 2).toList();
            assertThat(both).containsOnly("/a1?a1", "/b2?b2", "/c3?c3");
            assertThat(both).contains("/a1?a1", "/b2?b2", "/c3?c3");
        }
    }

    @Test
    void random_numbers_cover_their_range_and_follow_the_seed() {
        var values = Map.<String, ValueSource>of("r", new ValueSource.Uniform(3, 5));
        var paths = paths(mix(values, get("/${r}")), 0, 2, 100);
        assertThat(paths).contains("/3", "/4", "/5").containsOnly("/3", "/4", "/5");
        assertThat(paths(mix(values, get("/${r}")), 0, 2, 100)).isEqualTo(paths);
        assertThat(paths(mix(values, get("/${r}")), 1, 2, 100)).isNotEqualTo(paths);
    }

    /// The hash codes of these names are equal.
    @Test
    void two_random_numbers_are_independent() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        var number = new ValueSource.Uniform(0, 99);
        requireIndependent(mix(Map.of("Aa", number, "BB", number), get("/${Aa}/${BB}")));
        requireIndependent(mix(Map.of("Aa", number, "b", number), get("/${Aa}/${b}")));
    }

    @Test
    void random_rows_of_two_files_of_one_name_are_independent() throws IOException {
        var values =
                Map.<String, ValueSource>of(
                        "a", numbers("a/users.csv"), "b", numbers("b/users.csv"));
        requireIndependent(mix(values, get("/${a}/${b}")));
    }

    @Test
    void the_folder_of_a_file_does_not_change_its_rows() throws IOException {
        var here = mix(Map.of("n", numbers("a/users.csv")), get("/${n}"));
        var there = mix(Map.of("n", numbers("b/users.csv")), get("/${n}"));
        assertThat(paths(here, 0, 1, 100)).isEqualTo(paths(there, 0, 1, 100));
    }

    /// A column of the rows 0 to 99 in random order.
    private ValueSource.Column numbers(String file) throws IOException {
        var path = folder.resolve(file);
        Files.createDirectories(path.getParent());
        var rows = IntStream.range(0, 100).mapToObj(i -> i + "\n").collect(joining());
        return new ValueSource.Column(Files.writeString(path, "n\n" + rows), "n", true);
    }

    /// Of 10,000 independent pairs the correlation has a standard deviation of 0.01.
    private static void requireIndependent(RequestMix mix) {
        for (int worker = 0; worker < 2; worker++) {
            var pairs =
                    paths(mix, worker, 2, 10_000).stream()
                            .map(path -> path.split("/", -1))
                            .toList();
            var first = pairs.stream().mapToDouble(pair -> Double.parseDouble(pair[1])).toArray();
            var second = pairs.stream().mapToDouble(pair -> Double.parseDouble(pair[2])).toArray();
            assertThat(first).isNotEqualTo(second);
            assertThat(correlation(first, second)).isCloseTo(0, within(0.05));
        }
    }

    private static double correlation(double[] x, double[] y) {
        double meanX = Descriptive.mean(x);
        double meanY = Descriptive.mean(y);
        double xy = 0;
        double xx = 0;
        double yy = 0;
        for (int i = 0; i < x.length; i++) {
            xy += (x[i] - meanX) * (y[i] - meanY);
            xx += (x[i] - meanX) * (x[i] - meanX);
            yy += (y[i] - meanY) * (y[i] - meanY);
        }
        return xy / Math.sqrt(xx * yy);
    }

    /// 1 in 4 of 4000 is 1000, with a standard deviation of 27.
    @Test
    void requests_are_picked_by_their_weights() {
        var heavy = new Request("heavy", 3, "GET", "/h", Map.of(), "", TIMEOUT);
        var paths = paths(mix(Map.of(), get("/l"), heavy), 0, 1, 4_000);
        assertThat(paths.stream().filter("/l"::equals).count()).isBetween(840L, 1_160L);
    }

    @Test
    void a_value_is_percent_encoded_in_a_path_and_unchanged_elsewhere() throws IOException {
        var mix =
                mix(
                        Map.of("c", column("c", false, "c\n\"é /?&%~\"\n")),
                        new Request("PUT", "/${c}", Map.of(), "${c}", TIMEOUT));
        assertThat(next(mix, 0, 1, 1).getFirst())
                .startsWith("PUT /%C3%A9%20%2F%3F%26%25~ HTTP/1.1\r\nContent-Length: 8\r\n")
                .endsWith("\r\n\r\né /?&%~");
    }

    @Test
    void the_length_is_that_of_each_body() {
        var mix = mix(Map.of("i", new ValueSource.Counter(8)), put(Map.of(), "${i}:${i}!"));
        assertThat(next(mix, 0, 1, 4))
                .containsExactly(
                        withBody("8:8!"), withBody("9:9!"), withBody("10:10!"), withBody("11:11!"));
    }

    private static String withBody(String body) {
        return "PUT / HTTP/1.1\r\nContent-Length: %d\r\nHost: 127.0.0.1:81\r\n\r\n%s"
                .formatted(body.getBytes(US_ASCII).length, body);
    }

    @Test
    void a_cell_that_would_break_a_header_is_rejected() throws IOException {
        var values =
                Map.<String, ValueSource>of(
                        "c", column("c", false, "c\nfine\n\"a\r\nHost: evil\"\n"));
        var mix = mix(values, put(Map.of("X", "${c}"), ""));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> mix.forWorker(0, 1, 1, 1))
                .withMessageContaining("row 2 has other characters");
        assertThat(next(mix(values, put(Map.of(), "${c}")), 0, 1, 2).getLast())
                .endsWith("\r\n\r\na\r\nHost: evil");
    }

    @Test
    void a_cell_with_a_line_break_is_rejected_in_a_line() throws IOException {
        var values =
                Map.<String, ValueSource>of("c", column("c", false, "c\nfine\n\"two\nlines\"\n"));
        var mix = mix(values, Request.line("${c}", TIMEOUT));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> mix.forWorker(0, 1, 1, 1))
                .withMessageContaining("is used in a line, and row 2 has a line break");
    }

    @Test
    void requests_that_exceed_the_memory_limit_are_rejected() {
        var mix =
                mix(
                        Map.of("i", new ValueSource.Counter(1)),
                        put(Map.of(), "${i}" + "x".repeat(1 << 20)));
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> mix.forWorker(0, 1, 2_000, 2_000))
                .withMessageContaining("exceed the limit of 1 GiB");
    }

    @Test
    void a_fixed_request_is_shared_by_all_connections() {
        var requests = mix(Map.of(), get("/")).forWorker(0, 1, 2, 2);
        assertThat(requests.prepare(requests.kind(0), 0))
                .isSameAs(requests.prepare(requests.kind(0), 1));
    }
}
