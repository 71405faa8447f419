package dev.loombench.load.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.export.AnswerStatus;
import dev.loombench.load.api.GeneratorProblem.GeneratorSaturated;
import dev.loombench.load.api.Problem;
import dev.loombench.load.api.ResponseProblem.Errors;
import dev.loombench.load.api.Result;
import dev.loombench.load.api.ShortfallProblem.Overloaded;
import dev.loombench.load.limit.Backlog;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.threshold.LoadThreshold;
import dev.loombench.load.threshold.LoadThreshold.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/// Of 1,000 requests in 10 s, 970 had a response after 10 ms, 20 after 80 ms, and 10 none.
class MeasuredLoadTest {
    private static final List<Problem> PROBLEMS =
            List.of(
                    new Errors(10, 0.01, new TreeMap<>(Map.of("reset", 10L))),
                    new Overloaded(new Backlog(100, 97, 0, 3)),
                    new GeneratorSaturated(0.95));

    private static MeasuredLoad load(OptionalLong requests, String... thresholds) {
        var times = new Histogram(3);
        times.recordValueWithCount(10_000_000, 970);
        times.recordValueWithCount(80_000_000, 20);
        var window = new Window(0, 10_000_000_000L);
        var intervals = List.of(new LoadResult.Second(window, times, times));
        var measured =
                LoadResults.of(
                        window,
                        LoadResults.counts(1_000, 990, Map.of("reset", 10L), 0, 990, 0),
                        LoadResults.connections(8, 8, 0, intervals),
                        LoadResults.generator("nio", 1_000, 0.1, new Histogram(3)),
                        intervals);
        return new MeasuredLoad(
                "http://a/",
                new Result(measured, true, Optional.empty(), Optional.empty(), PROBLEMS),
                requests,
                Stream.of(thresholds).map(LoadThreshold::parse).toList());
    }

    private static MeasuredLoad load(String... thresholds) {
        return load(OptionalLong.empty(), thresholds);
    }

    /// What is printed goes to a terminal as it is.
    @Test
    void no_form_has_control_characters() {
        var hostile =
                new MeasuredLoad(
                        "http://a/\u001b[2J", load().result(), OptionalLong.empty(), List.of());
        assertThat(ResultFormat.values())
                .allSatisfy(form ->
                        assertThat(form.export(hostile)).as(form.name()).doesNotContain("\u001b"));
        assertThat(ResultFormat.text.export(hostile)).contains("http://a/\uFFFD[2J");
    }

    @Test
    void a_condition_that_holds_fails_the_load() {
        var load = load("p99>50ms", "p99>90ms", "rps<99", "errors>=1%");
        assertThat(load.thresholds(Outcome.FAILED))
                .extracting(load::message)
                .containsExactly(
                        "p99 is 80.0 ms (--fail-if 'p99>50ms')",
                        "errors is 1.00 % (--fail-if 'errors>=1%')");
        assertThat(load.thresholds(Outcome.UNDECIDED)).isEmpty();
    }

    /// Of 990 responses one lies beyond p99.9.
    @Test
    void a_percentile_of_few_responses_is_undecided_and_names_the_option() {
        var load = load("p99.9>1s");
        assertThat(load.thresholds(Outcome.UNDECIDED))
                .extracting(load::message)
                .containsExactly(
                        "0 of 990 responses lie beyond p99.9, which is judged from 10 on: measure with -d 102s (--fail-if 'p99.9>1s')");
        var counted = load(OptionalLong.of(1_000), "p99.9>1s");
        assertThat(counted.message(counted.thresholds().getFirst()))
                .contains("measure with -n 10102 (");
    }

    @Test
    void a_threshold_replaces_the_limit_of_what_it_limits() {
        assertThat(load().problems()).isEqualTo(PROBLEMS);
        assertThat(load("errors>5%", "rps<1").problems())
                .containsExactly(new GeneratorSaturated(0.95));
        assertThat(load("errors<5%", "rps>1").problems()).isEqualTo(PROBLEMS);
    }

    @Test
    void findings_have_their_figures_by_name() {
        var findings =
                JsonMapper.shared().readTree(ResultFormat.json.export(load())).path("findings");
        assertThat(findings.path(0).propertyNames())
                .containsExactly("severity", "kind", "message", "figures");
        assertThat(findings.path(0).path("figures").toString())
                .isEqualTo("{\"errors\":10,\"share\":0.01,\"kinds\":{\"reset\":10}}");
        assertThat(findings.at("/1/figures/backlog/growth").asDouble()).isEqualTo(3);
        assertThat(findings.at("/2/kind").asString()).isEqualTo("generator-saturated");
        assertThat(findings.at("/2/severity").asString()).isEqualTo("invalid");
    }

    @Test
    void every_form_has_the_thresholds_or_the_figures() {
        var load = load("p99>50ms", "p99.9>1s");
        var rows = ResultFormat.csv.export(load).lines().toList();
        assertThat(rows).hasSize(2);
        assertThat(rows.getFirst())
                .startsWith("url,connect_to,interrupted,seconds,throughput_per_second,sent,")
                .endsWith(",thresholds_failed,thresholds_undecided,findings");
        assertThat(rows.getLast()).startsWith("http://a/,,false,10,99,1000,");
        var thresholds =
                JsonMapper.shared().readTree(ResultFormat.json.export(load)).path("thresholds");
        assertThat(thresholds.path(0).path("failed").asBoolean()).isTrue();
        assertThat(thresholds.path(1).path("undecided").asBoolean()).isTrue();
        assertThat(ResultFormat.hlog.export(load))
                .contains(
                        "#[invalid: the load generator was busy 95 % of the time]",
                        "Tag=response,", "Tag=service,");
        assertThat(ResultFormat.text.export(load)).startsWith("invalid: ").endsWith("\n");
    }

    @Test
    void the_headline_of_a_load_that_was_stopped_early_says_so() {
        var whole = load().result();
        var cut =
                new MeasuredLoad(
                        "http://a/",
                        new Result(
                                whole.measured(),
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                List.of()),
                        OptionalLong.empty(),
                        List.of());
        assertThat(ResultOutline.of(cut).status()).isEqualTo(AnswerStatus.UNDECIDED);
        assertThat(ResultOutline.of(cut).headline()).startsWith("Interrupted: 99.0 good");
    }

    @Test
    void text_and_markdown_have_the_same_figures() {
        assertThat(ResultFormat.text.export(load("errors>5%", "rps<1")))
                .isEqualTo(
                        """
                        invalid: the load generator was busy 95 % of the time (generator-saturated)
                        http://a/
                          measured       10.0 s
                          throughput     99.0 good responses/s
                          requests       1,000 sent, 990 succeeded, 10 failed, 0 unfinished
                          errors         reset 10
                          connections    8 requested, 8 established, 0 closed
                          received       0.00 KiB, 0.00 KiB/s
                          generator      nio, 1 ns CPU per request
                                         busy 10 % of the time
                          send lag       p50 n/a, p99 n/a, max n/a
                          response time  p50 10.0 ms  p90 10.0 ms  p99 80.0 ms  p99.9 80.0 ms  max 80.0 ms
                          service time   p50 10.0 ms  p90 10.0 ms  p99 80.0 ms  p99.9 80.0 ms  max 80.0 ms
                          beyond         p50 495  p90 99  p99 9  p99.9 0 responses
                        """);
        assertThat(ResultFormat.markdown.export(load("errors>5%", "rps<1")))
                .isEqualTo(
                        """
                        ### http://a/

                        **Invalid result: 99.0 good responses/s; response time p50 10.0 ms, p99 80.0 ms.**

                        > **Invalid:** the load generator was busy 95 % of the time (generator-saturated)

                        - **measured**: 10.0 s
                        - **throughput**: 99.0 good responses/s
                        - **requests**: 1,000 sent, 990 succeeded, 10 failed, 0 unfinished
                        - **errors**: reset 10
                        - **connections**: 8 requested, 8 established, 0 closed
                        - **received**: 0.00 KiB, 0.00 KiB/s
                        - **generator**: nio, 1 ns CPU per request; busy 10 % of the time
                        - **send lag**: p50 n/a, p99 n/a, max n/a

                        #### Latency

                        |  | response time | service time | responses beyond |
                        | --- | ---: | ---: | ---: |
                        | p50 | 10.0 ms | 10.0 ms | 495 |
                        | p75 | 10.0 ms | 10.0 ms | 247 |
                        | p90 | 10.0 ms | 10.0 ms | 99 |
                        | p95 | 10.0 ms | 10.0 ms | 49 |
                        | p99 | 80.0 ms | 80.0 ms | 9 |
                        | p99.9 | 80.0 ms | 80.0 ms | 0 |
                        | p99.99 | 80.0 ms | 80.0 ms | 0 |
                        | max | 80.0 ms | 80.0 ms |  |
                        | mean | 11.4 ms | 11.4 ms |  |
                        """);
    }
}
