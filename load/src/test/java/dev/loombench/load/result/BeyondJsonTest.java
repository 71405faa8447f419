package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class BeyondJsonTest {
    private static Histogram times(long count, long millis) {
        var times = new Histogram(3);
        times.recordValueWithCount(1_000_000 * millis, count);
        return times;
    }

    @Test
    void of_the_requests_sent_the_share_above_a_percentile_is_beyond_it() {
        assertThat(BeyondJson.of(times(1_000, 5), Optional.empty()))
                .contains(new BeyondJson(500, 250, 100, 50, 10, 1, 0));
        assertThat(BeyondJson.of(times(0, 5), Optional.empty())).isEmpty();
    }

    /// 30 users met a pause of 100 ms, in which a fifth of all arrivals come.
    @Test
    void of_an_arriving_request_the_requests_sent_that_took_as_long_are() {
        var sent = times(970, 5);
        sent.add(times(30, 100));
        var arriving = times(800, 5);
        arriving.add(times(200, 100));
        assertThat(BeyondJson.of(sent, Optional.of(arriving)))
                .contains(new BeyondJson(500, 250, 30, 30, 10, 1, 0));
    }

    @Test
    void the_window_with_the_fewest_responses_counts() {
        var few = new BeyondJson(500, 250, 30, 50, 10, 1, 0);
        var more = new BeyondJson(900, 450, 180, 20, 18, 1, 0);
        assertThat(BeyondJson.fewest(List.of(more, few)))
                .contains(new BeyondJson(500, 250, 30, 20, 10, 1, 0));
        assertThat(BeyondJson.fewest(List.of())).isEmpty();
    }
}
