package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.jmx.GovernorClient.Status;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class GovernDisplayTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private GovernDisplay watch(boolean live) {
        return new GovernDisplay(7, new PrintWriter(out), new PrintWriter(err), live);
    }

    private static Status view(int parallelism, int changes, String... decisions) {
        return new Status(
                parallelism, 2, 64, 9, 8, 3, "a carrier is free", changes, List.of(decisions));
    }

    @Test
    void each_decision_is_told_once() {
        var watch = watch(false);
        watch.show(view(8, 1, "2 -> 8: first"));
        watch.show(view(8, 1, "2 -> 8: first"));
        watch.show(view(20, 2, "2 -> 8: first", "8 -> 20: second"));
        assertThat(out.toString().lines()).containsExactly("  2 -> 8: first", "  8 -> 20: second");
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void decisions_that_the_service_keeps_no_more_are_counted() {
        var watch = watch(false);
        watch.show(view(20, 5, "8 -> 20: fifth"));
        assertThat(out.toString().lines())
                .containsExactly("  … 4 changes more", "  8 -> 20: fifth");
    }

    @Test
    void on_a_terminal_one_line_says_how_things_stand() {
        watch(true).show(view(20, 0));
        assertThat(err.toString())
                .contains(
                        "parallelism 20 (2 to 64)  carriers 9  mounted 8  queued 3  a carrier is free");
    }

    @Test
    void the_end_tells_the_highest_number_and_the_one_in_force_again() {
        var watch = watch(false);
        watch.show(view(20, 3));
        watch.show(view(4, 4));
        assertThat(watch.ends(2))
                .isEqualTo(
                        "governed process 7: 4 changes, 20 carriers at most; 2 are in force again");
    }
}
