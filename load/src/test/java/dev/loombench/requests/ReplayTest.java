package dev.loombench.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.requests.log.JsonLogLine;
import dev.loombench.requests.log.LogLine;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The times of access logs.
class ReplayTest {
    private static final Path FILE = Path.of("access.log");
    private static final long SECOND = 1_000_000_000;

    /// nginx, `combined`: three requests within a second, one 2 s later; a POST and a 404 between
    /// them.
    private static final String SECONDS =
            """
            192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /a HTTP/1.1" 200 612 "-" "-"
            192.0.2.7 - - [12/Nov/2026:06:25:24 +0000] "GET /b HTTP/1.1" 200 612 "-" "-"
            192.0.2.8 - - [12/Nov/2026:06:25:24 +0000] "GET /a HTTP/1.1" 304 0 "-" "-"
            192.0.2.8 - - [12/Nov/2026:06:25:25 +0000] "POST /orders HTTP/1.1" 201 2 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:25 +0000] "GET /missing HTTP/1.1" 404 153 "-" "-"
            192.0.2.9 - - [12/Nov/2026:06:25:26 +0000] "GET /b HTTP/1.1" 200 1 "-" "-"
            """;

    /// nginx with `$msec` in brackets; the second line was written before the first.
    private static final String MILLIS =
            """
            192.0.2.7 - - [1794464724.250] "GET /a HTTP/1.1" 200 612
            192.0.2.7 - - [1794464724.000] "GET /b HTTP/1.1" 200 612
            192.0.2.7 - - [1794464724.250] "GET /b HTTP/1.1" 200 612
            192.0.2.7 - - [1794464724.600] "GET /c HTTP/1.1" 200 612
            """;

    private static AccessLog.Replayed replay(String text, boolean ownRequests) {
        return AccessLog.replay(FILE, text, ownRequests, 1);
    }

    private static long[] nanos(RecordedArrivals arrivals) {
        return IntStream.range(0, arrivals.count()).mapToLong(arrivals::nanos).toArray();
    }

    private static int[] requests(RecordedArrivals arrivals) {
        return IntStream.range(0, arrivals.count()).map(arrivals::request).toArray();
    }

    @Test
    void whole_seconds_are_spread_within_each_by_the_seed() {
        var log = replay(SECONDS, true);
        var times = nanos(log.arrivals());
        assertThat(times).hasSize(4).isSorted();
        assertThat(times[2]).isBetween(0L, SECOND - 1);
        assertThat(times[3]).isBetween(2 * SECOND, 3 * SECOND - 1);
        assertThat(times).doesNotHaveDuplicates();
        assertThat(requests(log.arrivals())).containsExactly(0, 1, 0, 1);
        assertThat(log.requests().orElseThrow().requests())
                .extracting(Request::path)
                .containsExactly("/a", "/b");
        assertThat(log.replay().length()).isEqualTo(Duration.ofSeconds(3));
        assertThat(log.replay().rate()).isCloseTo(4 / 3.0, within(1e-12));
        assertThat(nanos(replay(SECONDS, true).arrivals())).isEqualTo(times);
        assertThat(nanos(AccessLog.replay(FILE, SECONDS, true, 2).arrivals())).isNotEqualTo(times);
        assertThat(log.notes().getFirst())
                .isEqualTo(
                        "4 arrivals over 3.00 s, 1.33/s on average; times of the log are whole seconds, spread within each at random (seed 1)");
        assertThat(log.notes())
                .contains(
                        "requests left out, with other methods than GET and HEAD: 1",
                        "requests left out, with a status of 4xx, 5xx or below 200: 1");
    }

    /// The mean of 3,000 uniform times in a second is 0.5 s; its standard error is 0.0053 s, and
    /// the tolerance four of them.
    @Test
    void times_within_a_second_are_uniform() {
        var text = SECONDS.lines().findFirst().orElseThrow() + '\n';
        var arrivals = replay(text.repeat(3_000), false).arrivals();
        double mean = IntStream.range(0, 3_000).mapToLong(arrivals::nanos).average().orElseThrow();
        assertThat(mean / SECOND).isCloseTo(0.5, within(0.021));
    }

    /// The time that the log covers ends a mean gap, 600 / 3 ms, after its last entry.
    @Test
    void finer_times_are_taken_as_they_are() {
        var log = replay(MILLIS, true);
        assertThat(nanos(log.arrivals())).containsExactly(0, 250_000_000, 250_000_000, 600_000_000);
        assertThat(requests(log.arrivals())).containsExactly(1, 0, 1, 2);
        assertThat(log.replay().length()).isEqualTo(Duration.ofMillis(800));
        assertThat(log.replay().resolution()).isEqualTo(Duration.ofMillis(1));
        assertThat(log.notes())
                .containsExactly(
                        "4 arrivals over 800 ms, 5/s on average; times of the log are in steps of 1ms",
                        "no entry has a duration that is known: its time is taken as that of the arrival");
    }

    /// Four arrivals in 800 ms at 5/s, and in 400 ms at 10/s.
    @Test
    void a_window_has_each_arrival_once_unless_it_is_longer_or_has_more_requests() {
        var fine = replay(MILLIS, true).replay();
        assertThat(fine.once(5)).isEqualTo(Duration.ofMillis(800));
        assertThat(fine.once(10)).isEqualTo(Duration.ofMillis(400));
        var any = OptionalLong.empty();
        assertThat(fine.during(5, Duration.ofMillis(800), any).repeats()).isFalse();
        assertThat(fine.during(5, Duration.ofMillis(801), any).repeats()).isTrue();
        assertThat(fine.during(5, Duration.ofHours(1), OptionalLong.of(4)).repeats()).isFalse();
        assertThat(fine.during(5, Duration.ofMillis(1), OptionalLong.of(5)).repeats()).isTrue();
        assertThat(replay(SECONDS, true).replay().once(4)).isEqualTo(Duration.ofSeconds(1));
    }

    /// As in the log of Istio beside a service that has a database.
    @Test
    void connections_without_http_are_no_arrivals() {
        var text =
                """
                [2026-11-12T06:25:24.100Z] "GET /a HTTP/1.1" 200 - via_upstream - "-" 0 154 3 2
                [2026-11-12T06:25:24.200Z] "- - -" 0 - - - "-" 1033 1423 10000 -
                [2026-11-12T06:25:24.400Z] "GET /a HTTP/1.1" 503 UF via_upstream - "-" 0 154 3 2
                """;
        var log = replay(text, false);
        assertThat(nanos(log.arrivals())).containsExactly(0, 300_000_000);
        assertThat(log.notes()).contains("requests left out, no valid HTTP: 1");
        assertThat(replay(text, true).arrivals().count()).isEqualTo(1);
    }

    /// The second entry ends first, and began last.
    @Test
    void durations_are_subtracted_from_the_times_of_ends() {
        var text =
                """
                192.0.2.7 - - [1794464724.900] "GET /a HTTP/1.1" 200 612 "-" "Mozilla/5.0 (1.234)" 0.900 61.512
                192.0.2.7 - - [1794464724.750] "GET /b HTTP/1.1" 200 612 "-" "-" ct=61.512 rt=0.250 uct="0.001" urt="0.240"
                192.0.2.7 - - [1794464725.000] "GET /c HTTP/1.1" 200 612 "-" "a 7.777 b"
                {"msec":"1794464725.100","request_time":0.9,"request":"GET /d HTTP/1.1","status":200}
                """;
        var log = replay(text, true);
        assertThat(nanos(log.arrivals()))
                .containsExactly(0, 200_000_000, 500_000_000, 1_000_000_000);
        assertThat(requests(log.arrivals())).containsExactly(0, 3, 1, 2);
        assertThat(log.notes())
                .contains(
                        "the durations of 3 of 4 entries are subtracted from their times, which are those of the ends");
    }

    /// A second is drawn first: 0.5 s before any time in [1 s, 2 s) is one in [0.5 s, 1.5 s), which
    /// is a second.
    @Test
    void whole_seconds_are_spread_before_durations_are_subtracted() {
        var line = SECONDS.lines().findFirst().orElseThrow() + " 0.500\n";
        var log = replay(line.repeat(100), false);
        var times = nanos(log.arrivals());
        assertThat(times).isSorted().doesNotHaveDuplicates();
        assertThat(times[0]).isBetween(0L, SECOND / 2);
        assertThat(times[99]).isBetween(SECOND / 2, SECOND - 1);
        assertThat(log.replay().resolution()).isEqualTo(Duration.ofSeconds(1));
        assertThat(log.replay().length()).isEqualTo(Duration.ofSeconds(1));
    }

    /// Ends of 06:25:24 after 0.9 s and of 06:25:26 after 0.1 s: arrivals from 23.1 to 24.1 s, and
    /// from 25.9 to 26.9 s.
    @Test
    void whole_seconds_with_durations_last_from_the_earliest_arrival_to_the_latest() {
        var lines = SECONDS.lines().toList();
        var log = replay(lines.getFirst() + " 0.900\n" + lines.getLast() + " 0.100\n", false);
        assertThat(log.replay().length()).isEqualTo(Duration.ofMillis(3_800));
        var times = nanos(log.arrivals());
        assertThat(times[0]).isBetween(0L, SECOND - 1);
        assertThat(times[1]).isBetween(2_800_000_000L, 3_800_000_000L - 1);
    }

    /// A connection that was open for an hour, of a log of one second.
    @Test
    void requests_that_began_before_the_log_are_left_out() {
        var line = MILLIS.lines().findFirst().orElseThrow();
        var log = replay((line + " 0.250\n").repeat(9) + line + " 3600.000\n", false);
        assertThat(log.arrivals().count()).isEqualTo(9);
        assertThat(log.notes()).contains("requests that began before the log left out: 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"request_time\": \"0.004\"} | 4000000",
                "{\"request_time_ms\": 12} | 12000000",
                "{\"duration_ms\": 12.5} | 12500000",
                "{\"duration\": \"1.5ms\"} | 1500000",
                "{\"duration\": \"7µs\"} | 7000",
                "{\"duration\": 0.000929675, \"logger\": \"http.log.access.log0\"} | 929675",
                "{\"responseTime\": 3, \"req\": {\"method\": \"GET\"}} | 3000000"
            })
    void a_duration_in_json_has_its_unit(String fields, long nanos) {
        assertThat(jsonDuration(fields)).hasValue(nanos);
    }

    /// Units that are not known, and entries with the time of their start.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"duration\": 12.5}",
                "{\"duration\": 12}",
                "{\"request_time\": 12}",
                "{\"responseTime\": 3}",
                "{\"elapsedTime\": 3}",
                "{\"StartUTC\": \"2026-11-12T06:25:26Z\", \"duration_ms\": 5}",
                "{\"start_time\": \"2026-11-12T06:25:26Z\", \"duration_ms\": 5}"
            })
    void another_number_in_json_is_no_duration(String fields) {
        assertThat(jsonDuration(fields)).isEmpty();
    }

    private static OptionalLong jsonDuration(String fields) {
        var line =
                "{\"msec\": \"1794464724.250\", \"request\": \"GET /a HTTP/1.1\", \"status\": 200, "
                        + fields.substring(1);
        return JsonLogLine.parse(line).orElseThrow().durationNanos();
    }

    /// Apache's `%D` and `%T` are whole numbers, and stand beside the time of the start.
    @ParameterizedTest
    @ValueSource(strings = {"", " 1234", " 0", " \"a 0.004 b\"", " 0.04", " 1794464724.250"})
    void another_field_of_a_line_is_no_duration(String fields) {
        var line = MILLIS.lines().findFirst().orElseThrow();
        assertThat(LogLine.parse(line + fields).orElseThrow().durationNanos()).isEmpty();
    }

    /// 30 lines of whole seconds, followed by 30 that have ms: the former are no burst, and the
    /// latter are at their times.
    @Test
    void whole_seconds_of_a_log_that_has_finer_times_too_are_spread() {
        var coarse = MILLIS.lines().findFirst().orElseThrow().replace("24.250", "24") + '\n';
        var line = MILLIS.lines().findFirst().orElseThrow() + '\n';
        var fine =
                IntStream.range(0, 30)
                        .mapToObj(i -> line.replace("24.250", "25." + (250 + i)))
                        .collect(Collectors.joining());
        var log = replay(coarse.repeat(30) + fine, true);
        var times = nanos(log.arrivals());
        assertThat(times).isSorted();
        assertThat(Arrays.copyOf(times, 30)).doesNotHaveDuplicates();
        assertThat(times[29]).isBetween(SECOND / 2, SECOND - 1);
        assertThat(Arrays.copyOfRange(times, 30, 60))
                .containsExactly(
                        LongStream.range(250, 280).map(ms -> SECOND + ms * 1_000_000).toArray());
        assertThat(log.replay().resolution()).isEqualTo(Duration.ofMillis(1));
        assertThat(log.notes().getFirst())
                .endsWith(
                        "in steps of 1ms, but 30 of them whole seconds, spread within each at random (seed 1)");
    }

    /// Those of a constant load of 20/s: one in 20 is a whole second.
    @Test
    void whole_seconds_among_times_in_coarser_steps_stay_at_their_times() {
        var line = MILLIS.lines().findFirst().orElseThrow() + '\n';
        var times =
                IntStream.range(0, 40 * 20)
                        .mapToObj(i -> line.replace("24.250", "%.3f".formatted(24 + i * 0.05)))
                        .collect(Collectors.joining());
        var log = replay(times, true);
        assertThat(nanos(log.arrivals())[20]).isEqualTo(SECOND);
        assertThat(nanos(log.arrivals())[40]).isEqualTo(2 * SECOND);
    }

    /// Of times in ms, one in 1,000 is a whole second by chance; here it is one in 101.
    @Test
    void a_few_whole_seconds_among_finer_times_stay_at_their_times() {
        var whole = MILLIS.lines().findFirst().orElseThrow().replace("24.250", "24.000") + '\n';
        var fine = MILLIS.lines().findFirst().orElseThrow() + '\n';
        var log = replay(whole.repeat(30) + fine.repeat(3_000), true);
        assertThat(Arrays.copyOf(nanos(log.arrivals()), 30)).containsOnly(0);
    }

    /// Two days are missing between two entries a second.
    @Test
    void a_long_time_without_arrivals_is_a_note() {
        var later = MILLIS.replace("17944647", "17946375");
        assertThat(replay(MILLIS + later, true).notes().get(1)).contains("172799 s");
        assertThat(replay(MILLIS, true).notes()).noneMatch(note -> note.contains("longest"));
    }

    @Test
    void times_of_different_centuries_are_refused() {
        var text = MILLIS + MILLIS.replace("1794464724", "8000000000");
        assertThatThrownBy(() -> replay(text, true))
                .isInstanceOf(WrongInput.class)
                .hasMessage("the times of the log are more than 100 years apart");
    }

    @Test
    void for_other_requests_each_entry_is_an_arrival() {
        var log = replay(SECONDS, false);
        assertThat(log.arrivals().count()).isEqualTo(6);
        assertThat(requests(log.arrivals())).containsOnly(RecordedArrivals.ANY);
        assertThat(log.requests()).isEmpty();
    }

    @Test
    void json_with_numbers_has_their_fractions() {
        var line =
                """
                {"ts":1794464724.25,"method":"GET","uri":"/a","status":200}
                {"ts":1794464724.75,"method":"GET","uri":"/b","status":200}
                """;
        var log = replay(line, true);
        assertThat(nanos(log.arrivals())).containsExactly(0, 500_000_000);
        assertThat(log.replay().length()).isEqualTo(Duration.ofSeconds(1));
    }

    /// nginx with `$msec` beside the whole second; Traefik, whose `time` is that of the end, also
    /// where its start is a whole second.
    @Test
    void of_several_times_in_json_a_fine_one_of_the_start_is_taken() {
        var lines =
                """
                {"time_local":"12/Nov/2026:06:25:24 +0000","msec":"1794464724.250","request":"GET /a HTTP/1.1","status":"200"}
                {"time_local":"12/Nov/2026:06:25:25 +0000","msec":"1794464725.000","request":"GET /a HTTP/1.1","status":"200"}
                {"time":"2026-11-12T06:25:27Z","StartUTC":"2026-11-12T06:25:26.123456789Z","RequestMethod":"GET","RequestPath":"/b","DownstreamStatus":200}
                {"time":"2026-11-12T06:25:28Z","StartUTC":"2026-11-12T06:25:27Z","RequestMethod":"GET","RequestPath":"/b","DownstreamStatus":200}
                """;
        var log = replay(lines, true);
        assertThat(nanos(log.arrivals()))
                .containsExactly(0, 750_000_000, 1_873_456_789, 2_750_000_000L);
    }

    @Test
    void a_log_without_times_cannot_be_replayed() {
        var line = "{\"method\":\"GET\",\"uri\":\"/a\",\"status\":200}";
        assertThatThrownBy(() -> replay(line, true))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("access.log: has no times to replay, in 1 lines; expected");
    }

    @Test
    void an_agent_gets_the_arrivals_alone(@TempDir Path folder) throws IOException {
        var log = replay(MILLIS, true);
        var sent = Files.writeString(folder.resolve("arrivals"), log.arrivals().text());
        assertThat(log.arrivals().text())
                .isEqualTo(
                        """
                        loombench-arrivals 800000000 1000000
                        0 1
                        250000000 0
                        250000000 1
                        600000000 2
                        """);
        var read = RecordedArrivals.of(log.replay().in(sent).repeating(false));
        assertThat(read.repeats()).isFalse();
        assertThat(RecordedArrivals.of(log.replay().in(sent)).repeats()).isTrue();
        assertThat(nanos(read)).isEqualTo(nanos(log.arrivals()));
        assertThat(requests(read)).isEqualTo(requests(log.arrivals()));
        assertThat(read.lengthNanos()).isEqualTo(log.arrivals().lengthNanos());
    }

    @Test
    void a_file_that_has_changed_is_refused(@TempDir Path folder) throws IOException {
        var file = Files.writeString(folder.resolve("access.log"), SECONDS);
        var replay = AccessLog.replay(file, true, 1).replay();
        assertThat(RecordedArrivals.of(replay).count()).isEqualTo(4);
        Files.writeString(file, SECONDS + SECONDS.lines().findFirst().orElseThrow());
        var other = Files.writeString(folder.resolve("other.log"), SECONDS);
        assertThat(AccessLog.replay(other, true, 1).arrivals().count()).isEqualTo(4); // read last
        assertThatThrownBy(() -> RecordedArrivals.of(replay))
                .isInstanceOf(WrongInput.class)
                .hasMessageEndingWith(
                        "access.log: has other arrivals than when the load was specified: 5 in place of 4");
    }
}
