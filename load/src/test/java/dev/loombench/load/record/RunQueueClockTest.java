package dev.loombench.load.record;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class RunQueueClockTest {
    @Test
    void the_second_number_is_the_time_waited() {
        assertThat(RunQueueClock.secondNumber(bytes("9155017 130841 24\n"))).isEqualTo(130_841);
        assertThat(RunQueueClock.secondNumber(bytes("0 0 0\n"))).isZero();
        assertThat(RunQueueClock.secondNumber(bytes(""))).isZero();
    }

    @Test
    void it_agrees_with_schedstat() throws Exception {
        try (var clock = RunQueueClock.ofThisThread()) {
            long before = SchedStat.waitedNanos().orElse(0);
            long between = clock.waitedNanos();
            assertThat(between).isBetween(before, SchedStat.waitedNanos().orElse(0));
        }
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(US_ASCII));
    }
}
