package dev.loombench.load.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/// Users over a pause, with times of the test's own.
class ClosedWorkerTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final long start = 7 * SECOND;

    /// Users start 10 ms apart; the pause begins 3 ms after the start of the first.
    @Test
    void a_timer_stands_still_within_a_pause() {
        var worker = worker();
        worker.start();
        worker.pauses(start + 3 * MILLI);
        assertThat(isArmed(worker, 0)).isFalse();
        assertThat(isArmed(worker, 1)).isFalse();

        worker.resumes(start + 500 * MILLI);
        assertThat(deadline(worker, 0)).isEqualTo(start + 500 * MILLI); // it was due
        assertThat(deadline(worker, 1)).isEqualTo(start + 507 * MILLI);
    }

    /// Both users await a response when the pause begins at 20 ms; the responses arrive 10 ms and
    /// 110 ms later.
    @Test
    void users_keep_their_distance_over_a_pause() {
        var worker = worker();
        worker.connections.get(0).hasRequest = true;
        worker.connections.get(1).hasRequest = true;
        worker.pauses(start + 20 * MILLI);
        worker.responded(worker.connections.get(0), start + 30 * MILLI);
        worker.responded(worker.connections.get(1), start + 130 * MILLI);

        worker.resumes(start + 500 * MILLI);
        assertThat(deadline(worker, 0)).isEqualTo(start + 510 * MILLI);
        assertThat(deadline(worker, 1)).isEqualTo(start + 610 * MILLI);
    }

    private ClosedWorker worker() {
        var config = WorkerFixture.config(new StubTransport((_, _) -> {}), 2, start);
        return new ClosedWorker(config, new LoadModel.Closed(2, Duration.ZERO), 1);
    }

    private static boolean isArmed(ClosedWorker worker, int user) {
        return worker.connections.isArmed(worker.connections.get(user));
    }

    private static long deadline(ClosedWorker worker, int user) {
        return worker.connections.deadline(worker.connections.get(user));
    }
}
