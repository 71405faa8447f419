package dev.loombench.load.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult.Stalls;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class StallLogTest {
    private static final Window WINDOW = new Window(1_000, 2_000);

    @Test
    void overlapping_stalls_of_several_workers_are_one() {
        var first = log(1_100, 1_300);
        first.add(1_700, 1_750);
        var second = log(1_200, 1_350);
        assertThat(StallLog.within(WINDOW, List.of(first, second), 0))
                .isEqualTo(new Stalls(2, 300, 250, OptionalLong.of(100), 0));
    }

    @Test
    void a_stall_is_clipped_to_the_window() {
        var log = log(500, 1_050);
        log.add(1_990, 3_000);
        log.add(100, 400);
        log.add(2_000, 2_500);
        assertThat(StallLog.within(WINDOW, List.of(log), 7))
                .isEqualTo(new Stalls(2, 60, 50, OptionalLong.of(0), 7));
    }

    @Test
    void without_stalls_there_is_no_longest() {
        assertThat(StallLog.within(WINDOW, List.of(new StallLog()), 0)).isEqualTo(Stalls.NONE);
    }

    private static StallLog log(long from, long to) {
        var log = new StallLog();
        log.add(from, to);
        return log;
    }
}
