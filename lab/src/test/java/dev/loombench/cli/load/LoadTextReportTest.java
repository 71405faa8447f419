package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.cli.SampleLoad;
import dev.loombench.report.text.AnsiStyle;
import org.junit.jupiter.api.Test;

class LoadTextReportTest {
    @Test
    void everything_stands_in_its_place() {
        assertThat(LoadTextReport.of(SampleLoad.with(), AnsiStyle.NONE, 44))
                .isEqualToNormalizingNewlines(
                        """
                        DOUBTFUL: 10 of 1000 requests failed

                        GET http://127.0.0.1:8080/hello: open model, 100 requests/s, constant arrivals, 8 connections, 10s after a warm-up of 2s

                        throughput   99.0 good answers/s
                        requests     1,000 sent, 990 answered, 10 failed, 0 unfinished
                        errors       reset 1, status-5xx 9
                        connections  8 asked, 8 achieved, 1 reopened
                        received     2.00 MiB, 205 KiB/s
                        generator    nio, 10.0 µs CPU a request, busy 5 % of the time
                        send lag     p50 100 µs, p99 100 µs, max 100 µs

                                  response time  service time
                          p50           10.0 ms       10.0 ms
                          p75           10.0 ms       10.0 ms
                          p90           10.0 ms       10.0 ms
                          p95           10.0 ms       10.0 ms
                          p99           80.0 ms       80.0 ms
                          p99.9         80.0 ms       80.0 ms
                          p99.99        80.0 ms       80.0 ms
                          max           80.0 ms       80.0 ms
                          mean          11.4 ms       11.4 ms

                          response time up to, and the share of requests there
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
    void colour_changes_nothing_but_colour() {
        var plain = LoadTextReport.of(SampleLoad.with(), AnsiStyle.NONE, 80);
        var painted = LoadTextReport.of(SampleLoad.with(), AnsiStyle.ANSI, 80);
        assertThat(painted).isNotEqualTo(plain);
        assertThat(painted.replaceAll("\u001b\\[\\d+m", "")).isEqualTo(plain);
    }

    @Test
    void an_interrupted_load_says_so_before_its_doubts() {
        var whole = SampleLoad.with();
        var cut = new LoadSummary(whole.order(), whole.result(), true);
        assertThat(LoadTextReport.of(cut, AnsiStyle.NONE, 80))
                .startsWith(
                        "INTERRUPTED: after 10.0 s of 10s; the figures are of that time\nDOUBTFUL: ");
    }
}
