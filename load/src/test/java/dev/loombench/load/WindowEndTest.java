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
}
