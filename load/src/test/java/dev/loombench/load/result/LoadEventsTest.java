package dev.loombench.load.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.load.result.LoadResult.Events;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LoadEventsTest {
    private static String shown(String fault) {
        var none = new Histogram(3);
        return new Events(0, 0, 0, none, none, Map.of(), Map.of("malformed", fault))
                .faults()
                .get("malformed");
    }

    /// As of an agent of a load, whose result is untrusted.
    @Test
    void what_was_wrong_is_printable_and_not_long() {
        assertThat(shown("a\u001b[2Jb\nc")).isEqualTo("a\uFFFD[2Jb\uFFFDc");
        assertThat(shown("x".repeat(100_000))).hasSizeLessThan(2_000);
        assertThat(shown("a malformed chunk")).isEqualTo("a malformed chunk");
    }

    /// Although the secret is a word of the generator.
    @Test
    void a_mask_of_what_the_server_said_does_not_change_what_a_time_out_cut_off() {
        var none = new Histogram(3);
        var faults = Map.of("timeout", Events.UNSENT, "go-away", "no such server");
        var events = new Events(0, 0, 0, none, none, Map.of(), faults);
        var masked = events.withFaults(text -> text.replace("server", "***"));
        assertThat(masked.began()).isFalse();
        assertThat(masked.faults()).containsEntry("go-away", "no such ***");
    }
}
