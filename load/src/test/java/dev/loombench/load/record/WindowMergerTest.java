package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.load.result.LoadResult;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class WindowMergerTest {
    private static final long START = 5_000_000_000L;
    private static final long LENGTH = 1_000_000_000;

    @Test
    void the_busy_share_is_the_time_that_no_worker_waited() {
        assertThat(busyShare(0.25)).isCloseTo(0.75, within(1e-9));
        assertThat(busyShare(0, 0.5)).isCloseTo(0.75, within(1e-9));
        assertThat(busyShare(1, 1)).isZero();
    }

    @Test
    void the_window_reaches_from_the_first_start_to_the_last_end() {
        var early = part(START, LENGTH, 0);
        var late = part(START + 1_000, LENGTH + 2_000, 0);
        var window = merged(List.of(early, late)).window();
        assertThat(window.startNanos()).isEqualTo(START);
        assertThat(window.endNanos()).isEqualTo(START + LENGTH + 3_000);
    }

    /// One worker has a connection on which the server allowed no stream yet.
    @Test
    void the_lowest_limit_of_streams_is_none_only_where_it_is_that_of_all_workers() {
        assertThat(streamLimit(0, 250, 100)).hasValue(100);
        assertThat(streamLimit(100, 0)).hasValue(100);
        assertThat(streamLimit(0, Long.MAX_VALUE)).hasValue(0);
        assertThat(streamLimit(Long.MAX_VALUE)).isEmpty();
    }

    /// Of workers with these lowest limits, or without one.
    private static OptionalLong streamLimit(long... limits) {
        var parts = Arrays.stream(limits).mapToObj(_ -> part(START, LENGTH, 0)).toList();
        for (int i = 0; i < limits.length; i++) {
            parts.get(i).protocol.streamLimit = limits[i];
        }
        var streams = Optional.of(new GeneratorInfo.StreamsInfo(300));
        return merged(parts, streams).connections().streams().orElseThrow().limit();
    }

    /// Of workers that waited for these shares of one window.
    private static double busyShare(double... waited) {
        var parts =
                Arrays.stream(waited)
                        .mapToObj(share -> part(START, LENGTH, (long) (share * LENGTH)))
                        .toList();
        return merged(parts).generator().busyShare();
    }

    private static LoadResult merged(List<RecordedWindow> parts) {
        return merged(parts, Optional.empty());
    }

    private static LoadResult merged(
            List<RecordedWindow> parts, Optional<GeneratorInfo.StreamsInfo> streams) {
        return new WindowMerger(parts, _ -> 1, List.of("GET /"), 0)
                .result(
                        new GeneratorInfo(
                                "nio",
                                "",
                                "closed-loop",
                                OptionalLong.empty(),
                                false,
                                Optional.empty(),
                                streams),
                        List.of());
    }

    /// The count of the transport goes on from window to window.
    private static RecordedWindow part(long start, long length, long waited) {
        long waitedBefore = 77_000_000;
        var collector = new IntervalCollector(1, _ -> {});
        var part = new RecordedWindow(collector, true, true, RecordedWindow.Goal.NONE, 1);
        part.beginAt(start);
        assertThat(part.shouldBegin(start)).isTrue();
        part.begin(start, waitedBefore, 1);
        part.finish(start + length, waitedBefore + waited, 0);
        return part;
    }
}
