package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.BottleneckAnalysis;
import dev.loombench.analysis.Bound;
import dev.loombench.analysis.PinningSummary.PinnedLocation;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoundTextTest {
    private static final Bound PINNED =
            new Bound.Pinned(
                    2,
                    0.010,
                    new PinnedLocation(
                            396, 3_960_000_000L, "in Thread.sleep", "Thread.sleep < Work.lock"));

    private static String text(double measured, Bound... bounds) {
        return BoundText.of(new BottleneckAnalysis(List.of(bounds), measured, Optional.empty()));
    }

    @Test
    void observed_carriers_have_arithmetic_and_location() {
        assertThat(text(198, PINNED))
                .isEqualTo(
                        "bound by its carriers: 2 carriers / 10.0 ms pinned per request = 200/s;"
                                + " measured 198/s; pinned at Thread.sleep < Work.lock,"
                                + " 396 waits of 10.0 ms");
    }

    @Test
    void the_location_is_named_with_pauses_too() {
        assertThat(text(100, new Bound.Pauses(PINNED, 0.5)))
                .startsWith(
                        "bound by garbage collection: 50 % of the time remains for its carriers: 2")
                .contains("; pinned at Thread.sleep < Work.lock, 396 waits");
    }

    @Test
    void inferred_carriers_have_no_location_of_waits() {
        assertThat(text(195, new Bound.Carriers(2, 0.010, Optional.empty())))
                .isEqualTo(
                        "bound by its carriers, held while threads wait: 2 carriers / 10.0 ms"
                                + " = 200/s; measured 195/s");
        assertThat(text(195, new Bound.Carriers(2, 0.010, Optional.of("NativeWait.poll"))))
                .endsWith("measured 195/s; mounted: NativeWait.poll");
    }

    @Test
    void other_bounds_have_no_location() {
        assertThat(text(100, new Bound.Pool(10, 0.1), PINNED)).doesNotContain("pinned");
    }
}
