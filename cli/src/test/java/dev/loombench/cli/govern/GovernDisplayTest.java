package dev.loombench.cli.govern;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jvm.GovernorClient.Status;
import java.io.BufferedWriter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class GovernDisplayTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private GovernDisplay display(boolean live) {
        return new GovernDisplay(7, new PrintWriter(out), new PrintWriter(err), live);
    }

    private static Status status(int parallelism, int changes, String... decisions) {
        return new Status(
                parallelism, 2, 64, 9, 8, 3, "a carrier is free", changes, List.of(decisions));
    }

    @Test
    void each_decision_is_printed_once() {
        var display = display(false);
        display.show(status(8, 1, "2 -> 8: first"));
        display.show(status(8, 1, "2 -> 8: first"));
        display.show(status(20, 2, "2 -> 8: first", "8 -> 20: second"));
        assertThat(out.toString().lines()).containsExactly("  2 -> 8: first", "  8 -> 20: second");
        assertThat(err.toString()).isEmpty();
    }

    /// The service changed its number after the count was read and before the decisions were.
    @Test
    void a_decision_that_is_not_counted_yet_is_printed_once_too() {
        var display = display(false);
        display.show(status(20, 1, "2 -> 8: first", "8 -> 20: second"));
        display.show(status(20, 2, "2 -> 8: first", "8 -> 20: second"));
        display.show(status(8, 3, "8 -> 20: second", "20 -> 8: third")); // keeps two
        assertThat(out.toString().lines())
                .containsExactly("  2 -> 8: first", "  8 -> 20: second", "  20 -> 8: third");
        assertThat(display.endMessage(2)).contains(": 3 changes,");
    }

    @Test
    void decisions_that_the_service_no_longer_keeps_are_counted() {
        var display = display(false);
        display.show(status(20, 5, "8 -> 20: fifth"));
        assertThat(out.toString().lines())
                .containsExactly("  … 4 more changes", "  8 -> 20: fifth");
    }

    /// A list that has moved on by a whole cycle of the same decisions looks as it did.
    @Test
    void a_cycle_of_decisions_that_looks_like_the_last_one_is_counted_at_once() {
        var display =
                new GovernDisplay(
                        7, new PrintWriter(new BufferedWriter(out)), new PrintWriter(err), false);
        display.show(status(2, 2, "2 -> 8: up", "8 -> 2: down"));
        display.show(status(2, 4, "2 -> 8: up", "8 -> 2: down")); // keeps two
        assertThat(out.toString().lines())
                .containsExactly("  2 -> 8: up", "  8 -> 2: down", "  … 2 more changes");
    }

    @Test
    void a_terminal_has_a_status_line() {
        display(true).show(status(20, 0));
        assertThat(err.toString())
                .contains(
                        "parallelism 20 (2 to 64)  carriers 9  mounted 8  queued 3  a carrier is free");
    }

    @Test
    void the_end_message_has_the_highest_and_the_restored_number() {
        var display = display(false);
        display.show(status(20, 3));
        display.show(status(4, 4));
        assertThat(display.endMessage(2))
                .isEqualTo("governed process 7: 4 changes, at most 20 carriers; restored 2");
    }
}
