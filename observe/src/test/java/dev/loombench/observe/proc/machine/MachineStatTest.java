package dev.loombench.observe.proc.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MachineStatTest {

    @Test
    void busy_time_excludes_idle_waiting_and_stolen_time_and_counts_guests_once() {
        var stat = MachineStat.parse("cpu  1000 200 300 40000 50 6 7 80 900 100");

        // busy 1000 + 200 + 300 + 6 + 7 ticks of 10 ms; total 40000 + 50 + 80 ticks more.
        assertThat(stat)
                .isEqualTo(
                        new MachineStat(
                                15_130_000_000L, OptionalLong.of(800_000_000L), 416_430_000_000L));
    }

    @Test
    void processors_that_are_online_have_a_line_each() {
        var text = "cpu  4 0 0 0 0 0 0 0 0 0\ncpu0 2 0 0 0\ncpu10 2 0 0 0\nintr 7 cpu1 2\n";
        assertThat(MachineStat.processors(text)).hasValue(2);
        assertThat(MachineStat.parse(text).busyNanos()).isEqualTo(40_000_000);
        assertThat(MachineStat.processors(text.substring(0, 40))).as("cut off").isEmpty();
    }

    @Test
    void the_line_of_one_processor_is_rejected() {
        assertThatThrownBy(() -> MachineStat.parse("cpu0 1 2 3 4 5 6 7 8 9 10"))
                .hasMessageContaining("cpu0 1 2 3");
    }
}
