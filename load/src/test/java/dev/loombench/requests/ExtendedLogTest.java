package dev.loombench.requests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.requests.log.ExtendedFormat;
import dev.loombench.requests.log.JsonLogLine;
import dev.loombench.requests.log.LogDay;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Access logs in the extended format of W3C.
class ExtendedLogTest {
    private static final long SECOND = 1_000_000_000;

    private static AccessLog.Replayed replay(String text, boolean ownRequests) {
        return AccessLog.replay(Path.of("access.log"), text, ownRequests, 1);
    }

    /// IIS: whole seconds, and durations in ms. A restart of the server names the columns again.
    /// The first arrival is half a second before a time in its second.
    @Test
    void a_log_of_iis_has_columns_by_name() {
        var text =
                """
                #Software: Microsoft Internet Information Services 10.0
                #Version: 1.0
                #Date: 2026-11-12 06:25:20
                #Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) sc-status sc-substatus sc-win32-status time-taken
                2026-11-12 06:25:24 10.0.0.4 GET /a color=red 80 - 192.0.2.7 Mozilla/5.0+(X11) - 200 0 0 500
                2026-11-12 06:25:24 10.0.0.4 POST /orders - 80 - 192.0.2.7 Mozilla/5.0+(X11) - 201 0 0 15
                2026-11-12 06:25:26 10.0.0.4 GET /b - 80 - 192.0.2.7 - - 404 0 2 15
                #Fields: date time cs-method cs-uri-stem cs-uri-query sc-status time-taken
                2026-11-12 06:25:27 HEAD /b - 304 250
                """;
        var log = replay(text, true);
        assertThat(log.requests().orElseThrow().requests())
                .extracting(Request::name)
                .containsExactly("GET /a?color=red", "HEAD /b");
        assertThat(log.replay().resolution()).isEqualTo(Duration.ofSeconds(1));
        var times = IntStream.range(0, 2).mapToLong(log.arrivals()::nanos).toArray();
        assertThat(times[0]).isBetween(SECOND / 2, 3 * SECOND / 2);
        assertThat(times[1]).isBetween(15 * SECOND / 4, 19 * SECOND / 4);
        assertThat(replay(text, false).arrivals().count()).isEqualTo(4);
        assertThat(replay(text, false).notes())
                .contains(
                        "the durations of 4 of 4 entries are subtracted from their times, which are those of the ends");
    }

    /// As of older versions of IIS. The second entry was written late, the third a day on, and the
    /// last after 22 quiet hours. The date of the standard's own example has another form.
    @Test
    void a_log_without_dates_has_the_day_of_its_beginning() {
        var text =
                """
                #Date: 2026-11-12 23:00:00
                #Fields: time cs-method cs-uri-stem sc-status
                23:30:00.5 GET /a 200
                23:29:59.5 GET /a 200
                00:30:00.5 GET /a 200
                22:30:00.5 GET /a 200
                """;
        var log = replay(text, true);
        assertThat(IntStream.range(0, 4).mapToLong(log.arrivals()::nanos))
                .containsExactly(0L, SECOND, 3_601 * SECOND, (23 * 3_600 + 1) * SECOND);
        var other = text.replace("2026-11-12", "12-Nov-2026");
        assertThat(replay(other, true).arrivals().count()).isEqualTo(4);
        assertThatThrownBy(() -> replay(text.replace("#Date: ", "#Remark: "), true))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("has no times to replay");
    }

    /// Tabs between values, and durations in seconds; the last line lacks a value.
    @Test
    void a_log_of_cloudfront_has_columns_by_name() {
        var line = "2026-11-12\t06:25:24\tGET\t/a%20b\tx=1\t200\tHTTP/3.0\t0.125\n";
        var text =
                "#Version: 1.0\n"
                        + "#Fields: date time cs-method cs-uri-stem cs-uri-query sc-status cs-protocol-version time-taken\n"
                        + line.repeat(200)
                        + "2026-11-12\t06:25:24\tGET\n";
        var log = replay(text, false);
        assertThat(log.arrivals().count()).isEqualTo(200);
        assertThat(log.notes()).anyMatch(note -> note.contains("the first is line 203"));
        var names = text.lines().skip(1).findFirst().orElseThrow();
        var format = ExtendedFormat.of(names, new LogDay());
        var entry = format.orElseThrow().parse(line.strip()).orElseThrow();
        assertThat(entry.durationNanos()).hasValue(125_000_000);
        assertThat(entry.nanos()).hasValue(1_794_464_724_000_000_000L);
        assertThat(entry.parts()).containsExactly("GET", "/a%20b?x=1", "HTTP/3.0");
    }

    /// The same columns as keys, of which one may be a finer time.
    @Test
    void a_log_of_cloudfront_may_be_in_json() {
        var line =
                "{\"date\":\"2026-11-12\",\"time\":\"06:25:24\",\"cs-method\":\"GET\",\"cs-uri-stem\":\"/a\",\"cs-uri-query\":\"-\",\"sc-status\":\"200\",\"time-taken\":\"0.125\"";
        var coarse = JsonLogLine.parse(line + "}").orElseThrow();
        assertThat(coarse.nanos()).hasValue(1_794_464_724_000_000_000L);
        assertThat(coarse.durationNanos()).hasValue(125_000_000);
        assertThat(coarse.parts()).containsExactly("GET", "/a", "HTTP/1.1");
        var fine = JsonLogLine.parse(line + ",\"timestamp(ms)\":\"1794464724123\"}").orElseThrow();
        assertThat(fine.nanos()).hasValue(1_794_464_724_123_000_000L);
        var other = JsonLogLine.parse(line.replace("cs-method", "method") + "}").orElseThrow();
        assertThat(other.durationNanos()).as("its unit is not known").isEmpty();
    }

    /// Tomcat writes the headers of requests in quotes, with two for one.
    @Test
    void a_value_in_quotes_may_have_blanks() {
        var format =
                ExtendedFormat.of(
                                "#Fields: date time cs-method cs-uri sc-status cs(User-Agent) time-taken",
                                new LogDay())
                        .orElseThrow();
        var entry =
                format.parse(
                                "2026-11-12 06:25:24 GET /a?x=1 200 'Mozilla/5.0 ''X'' (X11)' 0.250"
                                        .replace('\'', '"'))
                        .orElseThrow();
        assertThat(entry.parts()).containsExactly("GET", "/a?x=1", "HTTP/1.1");
        assertThat(entry.durationNanos()).hasValue(250_000_000);
        assertThat(format.parse("2026-11-12 06:25:24 GET /a?x=1 200 Mozilla/5.0 (X11) 0.250"))
                .isEmpty();
        assertThat(format.parse("2026-11-12 06:25:24 GET /a?x=1 - - 0.250")).isEmpty();
    }

    /// Without the line that names them, columns mean nothing.
    @Test
    void a_log_without_the_names_of_its_columns_is_refused() {
        assertThatThrownBy(() -> replay("2026-11-12 06:25:24 GET /a - 200 15\n", true))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("#Fields");
    }
}
