package dev.loombench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowEndTest {
    private static final LoadModel USERS = new LoadModel.Closed(2, Duration.ZERO);
    private static final LoadModel HELD = new LoadModel.HeldConnections(2, 10);

    @ParameterizedTest(name = "time {0}, counted {1}, complete {2}")
    @CsvSource({
        "false, false, false, false",
        "false, false, true, false",
        "false, true, false, false",
        "false, true, true, true",
        "true, false, false, true",
        "true, true, false, true",
    })
    void time_or_a_number_of_requests_ends_a_window(
            boolean time, boolean counted, boolean complete, boolean over) {
        assertThat(WindowEnd.reached(USERS, time, counted, complete)).isEqualTo(over);
    }

    @ParameterizedTest(name = "time {0}, counted {1}, complete {2}")
    @CsvSource({
        "false, false, true, false",
        "false, true, false, false",
        "false, true, true, true",
        "true, false, false, false",
        "true, true, false, false",
        "true, false, true, true",
    })
    void held_connections_had_their_requests_before(
            boolean time, boolean counted, boolean complete, boolean over) {
        assertThat(WindowEnd.reached(HELD, time, counted, complete)).isEqualTo(over);
    }

    /// Of a window of 10 s: 2 % of the time so far, from 20 to 100 ms, and what is left.
    @ParameterizedTest(name = "after {0} ms: {1} ms")
    @CsvSource({"-1, 20", "0, 20", "2000, 40", "7000, 100", "9970, 30", "10000, 100"})
    void the_end_of_a_window_is_looked_for_the_seldomer_the_longer_it_lasts(
            long elapsedMillis, long millis) {
        long look = WindowEnd.nanosUntilLook(elapsedMillis * 1_000_000, Duration.ofSeconds(10));
        assertThat(look).isEqualTo(millis * 1_000_000);
    }
}
