package dev.loombench.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.base.Window;
import dev.loombench.load.record.CompressedInterval;
import dev.loombench.load.record.MergedIntervals;
import dev.loombench.load.result.ErrorCodes;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Counts;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResult.Generator;
import dev.loombench.load.result.LoadResult.RequestCounts;
import dev.loombench.load.result.LoadResult.Second;
import dev.loombench.load.result.LoadResult.Stalls;
import dev.loombench.load.result.LoadResults;
import dev.loombench.load.result.Streams;
import dev.loombench.result.store.ResultJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class MergedResultTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void counts_are_added_and_the_window_reaches_from_the_first_start_to_the_last_end() {
        var merged =
                new MergedResult(List.of(share(0, 10 * SECOND, 1, 0.2), share(5, SECOND, 3, 0.6)))
                        .result(0, List.of());
        assertThat(merged.window()).isEqualTo(new Window(0, 10 * SECOND));
        assertThat(merged.counts())
                .isEqualTo(
                        new Counts(
                                20,
                                16,
                                Map.of("timeout", 2L, "status-5xx", 2L),
                                0,
                                14,
                                2_000,
                                Map.of(503, 2L)));
        assertThat(merged.connections().requested()).isEqualTo(8);
        assertThat(merged.connections().established()).isEqualTo(8);
        assertThat(merged.connections().inFlight()).isEqualTo(3);
        assertThat(merged.requests())
                .containsExactly(
                        new RequestCounts("a", 6, 4, Map.of("timeout", 2L)),
                        new RequestCounts("b", 14, 12, Map.of("status-5xx", 2L)));
    }

    /// Two shares of four connections have arrived, and one of three is lost.
    @Test
    void connections_of_a_lost_agent_were_requested() {
        var shares = List.of(share(0, SECOND, 1, 0.2), share(0, SECOND, 1, 0.2));
        var connections = new MergedResult(shares).result(3, List.of()).connections();
        assertThat(connections.requested()).isEqualTo(11);
        assertThat(connections.established()).isEqualTo(8);
    }

    /// One thread was busy for 0.2 of its time, three for 0.6: 2.0 of 4.
    @Test
    void shares_of_time_are_means_over_all_threads() {
        var generator =
                new MergedResult(List.of(share(0, SECOND, 1, 0.2), share(0, SECOND, 3, 0.6)))
                        .result(0, List.of())
                        .generator();
        assertThat(generator.threads()).isEqualTo(4);
        assertThat(generator.busyShare()).isCloseTo(0.5, within(1e-12));
        assertThat(generator.runQueueWaitShare().orElseThrow()).isCloseTo(0.1, within(1e-12));
        assertThat(generator.cpuNanos()).isEqualTo(200);
        assertThat(generator.lateArrivals()).hasValue(8);
        assertThat(generator.transport()).isEqualTo("nio");
        assertThat(generator.sendLag().getTotalCount()).isEqualTo(4);
        assertThat(generator.stalls()).isEqualTo(new Stalls(2, 400, 200, OptionalLong.of(50), 10));
    }

    /// The agent of the first of two equal ones began 7 ns late, and stalled 50 ns after that.
    @Test
    void the_longest_stall_is_at_its_time_of_the_whole_window() {
        var shares = List.of(share(7, SECOND, 1, 0.2), share(0, SECOND, 1, 0.2));
        var generator = new MergedResult(shares).result(0, List.of()).generator();
        assertThat(generator.stalls().longestAtNanos()).hasValue(57);
    }

    /// Three agents with two workers each, ten seconds, a million values: merged over the wire
    /// format they equal one recording of all, bit for bit.
    @Test
    void merged_histograms_equal_one_recording_of_all_values() {
        var random = new SplittableRandom(5);
        var merged = new MergedIntervals();
        var whole = histogram();
        for (int second = 0; second < 10; second++) {
            for (int worker = 0; worker < 6; worker++) {
                var part = histogram();
                for (int i = 0; i < 1_000_000 / 60; i++) {
                    long value = (long) (-Math.log(1 - random.nextDouble()) * 5_000_000);
                    part.recordValue(value);
                    whole.recordValue(value);
                }
                var window = new Window(second * SECOND, (second + 1) * SECOND);
                var sent = CompressedInterval.of(new Second(window, part, part));
                merged.add(
                        CompressedInterval.received(
                                sent.window(), sent.responseTime(), sent.serviceTime()),
                        0);
            }
        }
        assertThat(merged.merged()).hasSize(10);
        var sum = histogram();
        merged.merged().forEach(interval -> sum.add(interval.responseTime()));
        assertThat(sum.getTotalCount()).isEqualTo(whole.getTotalCount());
        assertThat(sum).isEqualTo(whole);
        assertThat(sum.getMaxValue()).isEqualTo(whole.getMaxValue());
    }

    @Test
    void a_result_arrives_with_all_its_figures() {
        var sent = share(5, SECOND, 3, 0.6);
        var arrived =
                ResultJson.MAPPER.readValue(
                        ResultJson.MAPPER.writeValueAsString(sent), LoadResult.class);
        assertThat(ResultJson.MAPPER.writeValueAsString(arrived))
                .isEqualTo(ResultJson.MAPPER.writeValueAsString(sent));
        assertThat(arrived.generator()).isEqualTo(sent.generator());
    }

    /// Two agents with three events each, on clocks that are 1 s ahead.
    @Test
    void events_are_added_whatever_the_clock_of_an_agent() {
        var events = new Events(3, 1, 2, histogram(), histogram(), Map.of("1000", 1L), Map.of());
        var plain = share(SECOND, SECOND, 1, 0.2);
        var there =
                new LoadResult(
                        plain.window(),
                        plain.counts(),
                        plain.connections(),
                        plain.generator(),
                        plain.requests(),
                        plain.intervals(),
                        Optional.of(events));
        var here = AgentShare.here(there, new ClockOffset(SECOND, 10, 0));
        assertThat(here).isEqualTo(there.within(new Window(0, SECOND)));
        var sum = new MergedResult(List.of(here, here)).result(0, List.of()).events().orElseThrow();
        assertThat(sum.count()).isEqualTo(6);
        assertThat(sum.withoutEvent()).isEqualTo(2);
        assertThat(sum.unrequested()).isEqualTo(4);
        assertThat(sum.closed()).isEqualTo(Map.of("1000", 2L));
    }

    /// Streams of two agents: the lower limit, and the sums.
    @Test
    void streams_are_added() {
        var first =
                new Streams(
                        10,
                        OptionalLong.of(100),
                        1,
                        new ErrorCodes(Map.of("ENHANCE_YOUR_CALM", 1L), Map.of("CANCEL", 5L)),
                        2,
                        3,
                        4,
                        Map.of(8, 4L, -1, 1L),
                        histogram(),
                        Optional.empty());
        var second =
                new Streams(
                        10,
                        OptionalLong.of(128),
                        10,
                        new ErrorCodes(
                                Map.of("ENHANCE_YOUR_CALM", 2L, "PROTOCOL_ERROR", 1L), Map.of()),
                        20,
                        30,
                        40,
                        Map.of(8, 6L),
                        histogram(),
                        Optional.empty());
        var sum = first.plus(second);
        assertThat(sum.errorCodes())
                .isEqualTo(
                        new ErrorCodes(
                                Map.of("ENHANCE_YOUR_CALM", 3L, "PROTOCOL_ERROR", 1L),
                                Map.of("CANCEL", 5L)));
        assertThat(sum.errorCodes().connections()).isEqualTo(4);
        assertThat(sum.limit()).hasValue(100);
        assertThat(sum.goAways()).isEqualTo(11);
        assertThat(sum.refused()).isEqualTo(22);
        assertThat(sum.waited()).isEqualTo(33);
        assertThat(sum.heldEnded()).isEqualTo(44);
        assertThat(sum.grpcStatuses()).isEqualTo(Map.of(8, 10L, -1, 1L));
        var unlimited =
                new Streams(
                        10,
                        OptionalLong.empty(),
                        0,
                        ErrorCodes.NONE,
                        0,
                        0,
                        0,
                        Map.of(),
                        histogram(),
                        Optional.empty());
        assertThat(unlimited.plus(unlimited).limit()).isEmpty();
        assertThat(unlimited.plus(first).limit()).hasValue(100);
        var arrived =
                ResultJson.MAPPER.readValue(
                        ResultJson.MAPPER.writeValueAsString(sum), Streams.class);
        assertThat(ResultJson.MAPPER.writeValueAsString(arrived))
                .isEqualTo(ResultJson.MAPPER.writeValueAsString(sum));
    }

    private static Histogram histogram() {
        return new Histogram(64, 3_600_000_000_000L, 3);
    }

    private static LoadResult share(long start, long length, int threads, double busy) {
        var lag = histogram();
        lag.recordValueWithCount(1_000, 2);
        return new LoadResult(
                new Window(start, start + length),
                new Counts(
                        10,
                        8,
                        Map.of("timeout", 1L, "status-5xx", 1L),
                        0,
                        7,
                        1_000,
                        Map.of(503, 1L)),
                LoadResults.connections(4, 4, 1, 0, 0, 1.5, histogram()),
                new Generator(
                        "nio",
                        "",
                        "exact",
                        OptionalLong.empty(),
                        threads,
                        100,
                        busy,
                        OptionalLong.of(4),
                        OptionalDouble.of(0.1),
                        lag,
                        new Stalls(1, 200, 200, OptionalLong.of(50), 10)),
                List.of(
                        new RequestCounts("a", 3, 2, Map.of("timeout", 1L)),
                        new RequestCounts("b", 7, 6, Map.of("status-5xx", 1L))),
                List.of());
    }
}
