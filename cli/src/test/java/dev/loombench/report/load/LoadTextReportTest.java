package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.cli.SampleLoad;
import dev.loombench.report.text.AnsiStyle;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadTextReportTest {
    private static String text(LoadSummary summary, AnsiStyle style, int width) {
        return String.join("\n", LoadTextReport.of(summary, style, width)) + "\n";
    }

    @Test
    void the_report_of_an_invalid_load_is_complete() {
        assertThat(text(SampleLoad.with(), AnsiStyle.NONE, 44))
                .isEqualToNormalizingNewlines(
                        """
                        INVALID: 10 requests (1.00 %) failed: reset
                          1, status-5xx 9
                          Impact: throughput and response times are
                            those of the good responses alone.
                            Remedy: the server's log; --fail-if
                            'errors>N' if errors are expected.

                        GET http://127.0.0.1:8080/hello: open model,
                          100 requests/s, constant arrivals, 8
                          connections, 10s after a warm-up of 2s

                        throughput   99.0 good responses/s
                        requests     1,000 sent, 990 succeeded, 10 failed, 0 unfinished
                        errors       reset 1, status-5xx 9
                        connections  8 requested, 8 established, 1 reconnects
                        received     2.00 MiB, 205 KiB/s
                        generator    nio, 10.0 µs CPU per request
                                     busy 5 % of the time
                        send lag     p50 100 µs, p99 100 µs, max 100 µs

                                  response time  service time  responses beyond
                          p50           10.0 ms       10.0 ms               495
                          p75           10.0 ms       10.0 ms               247
                          p90           10.0 ms       10.0 ms                99
                          p95           10.0 ms       10.0 ms                49
                          p99           80.0 ms       80.0 ms                 9
                          p99.9         80.0 ms       80.0 ms                 0
                          p99.99        80.0 ms       80.0 ms                 0
                          max           80.0 ms       80.0 ms
                          mean          11.4 ms       11.4 ms

                          response time up to, and the share of requests in that range
                            10.0 ms  ████████████████████    98.0 %
                            12.0 ms
                            15.0 ms
                            20.0 ms
                            25.0 ms
                            30.0 ms
                            40.0 ms
                            50.0 ms
                            60.0 ms
                            80.0 ms  ▍                       2.02 %
                        """);
    }

    @Test
    void a_closed_load_has_the_responses_beyond_the_percentiles_of_an_arriving_request() {
        assertThat(text(SampleLoad.paused(), AnsiStyle.NONE, 80).lines())
                .anyMatch(
                        line -> line.matches(" +service time +arriving request +responses beyond"))
                .anyMatch(line -> line.matches(" +p50 +1\\.00 ms +4,752"))
                .anyMatch(line -> line.matches(" +p99 +1\\.00 ms +79\\.9 ms +5"));
    }

    @Test
    void colour_does_not_change_the_text() {
        var plain = text(SampleLoad.with(), AnsiStyle.NONE, 80);
        var painted = text(SampleLoad.with(), AnsiStyle.ANSI, 80);
        assertThat(painted).isNotEqualTo(plain);
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void an_interruption_is_reported_before_the_problems() {
        var whole = SampleLoad.with();
        var cut = SampleLoad.summary(whole.request(), whole.result(), true);
        assertThat(text(cut, AnsiStyle.NONE, 80))
                .startsWith(
                        "INTERRUPTED: after 10.0 s of 10s; the figures are of that time\nINVALID: ");
    }

    @Test
    void the_headline_of_a_page_says_whether_the_load_is_invalid() {
        assertThat(LoadOutline.of(SampleLoad.with()).status()).isEqualTo("invalid");
        for (var load : List.of(SampleLoad.with(), SampleLoad.paused())) {
            var outline = LoadOutline.of(load);
            assertThat(outline.headline().startsWith("Invalid result"))
                    .isEqualTo(outline.status().equals("invalid"));
        }
    }
}
