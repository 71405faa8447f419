package dev.loombench.run.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.observe.ProcessEndedException;
import org.junit.jupiter.api.Test;

class ServerHealthTest {
    private final FakeState server = new FakeState();
    private double seconds;
    private final ServerHealth health = new ServerHealth(server, () -> Math.round(seconds * 1e9));

    private static final class FakeState implements ServerHealth.ServerState {
        private boolean alive = true;
        private boolean stopped;
        private boolean endsDuringCheck;
        private boolean killed;

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public boolean isStopped() {
            if (endsDuringCheck) {
                throw new ProcessEndedException(1);
            }
            return stopped;
        }

        @Override
        public void kill() {
            killed = true;
        }

        @Override
        public String describeEnd() {
            return "ended by itself with exit code 3";
        }
    }

    private void checkAt(double time, boolean stopped) throws ServerFailed {
        seconds = time;
        server.stopped = stopped;
        health.check("measure");
    }

    @Test
    void a_server_that_is_stopped_for_5_seconds_is_killed() throws Exception {
        checkAt(10, true);
        checkAt(14.9, true);
        assertThat(server.killed).isFalse();
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> checkAt(15, true))
                .withMessageContaining("did not continue within 5 s");
        assertThat(server.killed).isTrue();
    }

    @Test
    void a_server_that_continues_is_not_killed() throws Exception {
        checkAt(10, true);
        checkAt(12, false);
        checkAt(14, true);
        assertThatCode(() -> checkAt(18.9, true)).doesNotThrowAnyException();
        assertThat(server.killed).isFalse();
    }

    @Test
    void a_server_that_has_ended_fails_with_its_exit() {
        server.alive = false;
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> checkAt(10, false))
                .withMessage("the server ended by itself with exit code 3");
    }

    @Test
    void a_server_that_ends_during_the_check_fails_too() {
        server.endsDuringCheck = true;
        assertThatExceptionOfType(ServerFailed.class)
                .isThrownBy(() -> checkAt(10, false))
                .withMessage("the server ended by itself with exit code 3");
    }
}
