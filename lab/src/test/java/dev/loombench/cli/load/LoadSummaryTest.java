package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.SampleRun;
import dev.loombench.cli.SampleLoad;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.LoadResult;
import dev.loombench.result.LoadResult.Stalls;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.ConnectionPolicy;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.yaml.LoadProfileParser;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// When the figures of a load are in doubt. The sample has 990 answers within 10 s: 99 a second, in
/// 10 ms at the median.
class LoadSummaryTest {
    private static final LoadModel OPEN = new LoadModel.Open(100, Arrival.CONSTANT, 8);

    @Test
    void up_to_one_error_in_a_thousand_is_told_and_no_doubt() {
        assertThat(SampleLoad.with(OPEN, 10, 0).doubts()).isEmpty();
        assertThat(SampleLoad.with(OPEN, 11, 0).doubts())
                .containsExactly("11 of 10000 requests failed");
    }

    @Test
    void a_loop_that_was_kept_from_its_cpu_for_most_of_the_time_is_a_doubt() {
        assertThat(SampleLoad.with(OPEN, 0, 0.5).doubts()).isEmpty();
        assertThat(SampleLoad.with(OPEN, 0, 0.6).doubts())
                .singleElement()
                .asString()
                .startsWith("this load: the load generator was ready to run and kept from CPU 60 %")
                .contains("missed 7 arrivals", "; what helps: a core");
        assertThat(LoadTextReport.of(SampleLoad.with(OPEN, 0, 0.25), AnsiStyle.NONE, 80))
                .contains("busy 5 % of the time, kept from CPU 25 %\n")
                .contains("; 7 arrivals missed\n");
    }

    @Test
    void a_generator_that_stood_still_for_over_a_second_or_2_percent_is_a_doubt() {
        assertThat(stalled(new Stalls(1, 190_000_000, 190_000_000, OptionalLong.of(0), 0)).doubts())
                .isEmpty();
        assertThat(
                        stalled(
                                        new Stalls(
                                                2,
                                                3_400_000_000L,
                                                3_000_000_000L,
                                                OptionalLong.of(1_500_000_000L),
                                                0))
                                .doubts())
                .singleElement()
                .asString()
                .startsWith(
                        "this load: the load generator stood still for 3.4 s of a window of 10.0 s"
                                + " (2 times, the longest 3.0 s, 1.5 s after its beginning), so")
                .contains("; what helps: another measurement");
        assertThat(stalled(new Stalls(0, 0, 0, OptionalLong.empty(), 40_000_000_000L)).doubts())
                .singleElement()
                .asString()
                .startsWith("this load: the machine was suspended for 40.0 s within the window");
        assertThat(
                        LoadTextReport.of(
                                stalled(
                                        new Stalls(
                                                1,
                                                190_000_000,
                                                190_000_000,
                                                OptionalLong.of(0),
                                                0)),
                                AnsiStyle.NONE,
                                80))
                .contains("kept from CPU 0 %, stood still for 190 ms\n");
    }

    @Test
    void a_server_that_was_stopped_for_over_a_second_is_a_doubt() {
        var sample = SampleLoad.with(OPEN, 0, 0);
        assertThat(stopped(sample, 1_100_000_000L).doubts())
                .singleElement()
                .asString()
                .startsWith("this load: the server was stopped for 1.1 s of a window of ");
        assertThat(stopped(sample, 0).doubts()).isEmpty();
    }

    private static LoadSummary stopped(LoadSummary sample, long nanos) {
        return new LoadSummary(sample.order(), sample.result(), false, OptionalLong.of(nanos));
    }

    @Test
    void redirects_that_were_not_expected_are_named_with_their_status() {
        var sample = SampleLoad.with(OPEN, 0, 0);
        var result = sample.result();
        var counts =
                new LoadResult.Counts(
                        3_000_000,
                        2_998_765,
                        Map.of("status-3xx", 1_234L, "status-4xx", 1L),
                        0,
                        990,
                        0,
                        Map.of(302, 1_230L, 301, 4L, 404, 1L));
        var redirected =
                new LoadSummary(
                        sample.order(),
                        new LoadResult(
                                result.window(),
                                counts,
                                result.connections(),
                                result.generator(),
                                result.intervals()),
                        false);
        assertThat(redirected.doubts())
                .singleElement()
                .asString()
                .startsWith("301 x 4, 302 x 1,230: not expected; redirects are not followed");
    }

    /// 990 answers, and a connection opened anew for each.
    @Test
    void connections_that_the_server_closes_are_named_as_the_cause_of_those_that_lack() {
        assertThat(reopened(7, 990).doubts())
                .containsExactly(
                        "only 7 of 8 connections were open at once: the server closed 990"
                                + " connections, one for every 1.0 responses (--no-keep-alive, if"
                                + " it is meant to)");
        assertThat(reopened(7, 3).doubts())
                .containsExactly("only 7 of 8 connections were open at once");
    }

    private static LoadSummary reopened(int achieved, long reopened) {
        var sample = SampleLoad.with(OPEN, 0, 0);
        var result = sample.result();
        return new LoadSummary(
                sample.order(),
                new LoadResult(
                        result.window(),
                        new LoadResult.Counts(990, 990, Map.of(), 0, 990, 0),
                        new LoadResult.Connections(8, achieved, reopened),
                        result.generator(),
                        result.intervals()),
                false);
    }

    /// Half of the responses took 10 ms, then 80 ms.
    @Test
    void a_lag_counts_from_10_ms_and_from_half_of_the_median_response_time_on() {
        assertThat(lagging(9, 10).doubts()).isEmpty();
        assertThat(lagging(11, 10).doubts())
                .containsExactly(
                        "requests left late (p99 11.0 ms): all connections were busy, or the"
                                + " generator was kept from its CPU");
        assertThat(lagging(39, 80).doubts()).isEmpty();
        assertThat(lagging(41, 80).doubts()).hasSize(1);
    }

    private static LoadSummary lagging(int lagMillis, int responseMillis) {
        var sample = SampleLoad.with(OPEN, 0, 0);
        var result = sample.result();
        var generator = result.generator();
        var responses = SampleRun.histogram(990, responseMillis);
        return new LoadSummary(
                sample.order(),
                new LoadResult(
                        result.window(),
                        result.counts(),
                        result.connections(),
                        new LoadResult.Generator(
                                generator.transport(),
                                generator.cpuNanos(),
                                generator.busyShare(),
                                SampleRun.histogram(990, lagMillis)),
                        List.of(new LoadResult.Interval(result.window(), responses, responses))),
                false);
    }

    private static LoadSummary stalled(Stalls stalls) {
        var sample = SampleLoad.with(OPEN, 0, 0);
        var result = sample.result();
        return new LoadSummary(
                sample.order(),
                new LoadResult(
                        result.window(),
                        result.counts(),
                        result.connections(),
                        result.generator().with(stalls),
                        result.intervals()),
                false);
    }

    /// From 0 to 200 a second within 10 s the mean is 100 a second; at 202 it is 101, of which 2 %
    /// less is 98.98.
    @Test
    void a_course_is_held_against_its_mean() {
        assertThat(SampleLoad.with(course("0..200/10s"), 0, 0).doubts()).isEmpty();
        assertThat(SampleLoad.with(course("0..202/10s"), 0, 0).doubts()).isEmpty();
        assertThat(SampleLoad.with(course("0..210/10s"), 0, 0).doubts())
                .containsExactly("99 answers/s came where 105 requests/s were asked");
    }

    /// From 20 to 900,000 a second at the very end: the mean is 108.9, and what is under way when
    /// the window ends is as much as the 8 connections carry: 0.8 a second, which explains too
    /// little; where there are 200, it explains all.
    @Test
    void what_is_under_way_at_the_end_of_a_rise_is_no_shortfall() {
        var steep = "20/9998ms,20..900k/2ms";
        assertThat(SampleLoad.with(course(steep), 0, 0).doubts())
                .containsExactly("99 answers/s came where 110 requests/s were asked");
        var rate = LoadProfileParser.ofRates().line(steep);
        var wide = new LoadModel.Open(rate, Arrival.CONSTANT, 200);
        assertThat(SampleLoad.with(wide, 0, 0).doubts()).isEmpty();
    }

    @Test
    void connections_cannot_be_held_and_closed_with_each_answer() {
        var policy = new ConnectionPolicy(false, Optional.empty(), List.of());
        var traffic =
                new TrafficSpec(
                        List.of(Request.get("/hello", Duration.ofSeconds(1))), Map.of(), policy);
        assertThatExceptionOfType(SpecError.class)
                .isThrownBy(() -> traffic.requireCompatible(new LoadModel.HeldConnections(10, 5)))
                .withMessageContaining("held connections stay open and need keep-alive");
    }

    @Test
    void a_count_that_time_cut_short_is_a_doubt() {
        var whole = SampleLoad.with(OPEN, 0, 0);
        var order =
                new LoadRequest(
                        whole.order().url(),
                        OPEN,
                        TrafficSpec.of(Request.get("/hello", Duration.ofSeconds(1))),
                        Duration.ZERO,
                        Duration.ofSeconds(10),
                        OptionalLong.of(20_000),
                        1,
                        List.of());
        assertThat(new LoadSummary(order, whole.result(), false).doubts())
                .containsExactly("only 10,000 of 20,000 requests were sent within 10s");
        assertThat(new LoadSummary(order, whole.result(), true).doubts()).isEmpty();
    }

    private static LoadModel course(String text) {
        return new LoadModel.Open(LoadProfileParser.ofRates().line(text), Arrival.CONSTANT, 8);
    }
}
