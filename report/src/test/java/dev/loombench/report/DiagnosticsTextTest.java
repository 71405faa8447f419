package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.server.ThreadSummary;
import dev.loombench.analysis.server.ThreadSummary.ThreadLocation;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosticsTextTest {
    private static ThreadSummary summary(int carriers, int excess) {
        var locations =
                List.of(
                        new ThreadLocation(ThreadKind.VIRTUAL, 1, "in Thread.sleep", ""),
                        new ThreadLocation(ThreadKind.CARRIER, carriers, "idle", ""));
        return new ThreadSummary(6, carriers, 1, locations, excess);
    }

    @Test
    void threads_are_counted_in_singular_and_plural() {
        assertThat(DiagnosticsText.threads(summary(2, 0)))
                .isEqualTo(
                        "9 threads (6 platform, 2 carriers, 1 virtual) under load: 1 virtual in Thread.sleep, 2 carriers idle, 6 elsewhere");
        assertThat(DiagnosticsText.threads(summary(1, 0)))
                .contains("(6 platform, 1 carrier, 1 virtual)", ", 1 carrier idle, ");
    }

    @Test
    void a_list_that_is_not_a_snapshot_is_named() {
        assertThat(DiagnosticsText.threads(summary(2, 1)))
                .endsWith(
                        "; the list is not a snapshot: 1 further virtual thread started or ended while it was taken");
        assertThat(DiagnosticsText.threads(summary(2, 3)))
                .endsWith(": 3 further virtual threads started or ended while it was taken");
    }
}
