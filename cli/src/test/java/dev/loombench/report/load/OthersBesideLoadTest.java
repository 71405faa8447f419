package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.cli.SampleLoad;
import dev.loombench.finding.Severity;
import dev.loombench.observe.result.OthersShare;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/// A load on a machine that other processes use within its window.
class OthersBesideLoadTest {
    /// Over 15 % of the machine, or 2 % stolen, as in a run.
    @Test
    void other_processes_within_the_window_are_a_note() {
        assertThat(contention(beside(0.14, 0.019))).isEmpty();
        assertThat(contention(beside(0.16, 0)))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.othersShare()).isEqualTo(0.16);
                    assertThat(found.stealShare()).isZero();
                    assertThat(found.severity()).isEqualTo(Severity.NOTE);
                });
        assertThat(contention(beside(0, 0.021)))
                .singleElement()
                .satisfies(found -> assertThat(found.stealShare()).isEqualTo(0.021));
        assertThat(beside(0.16, 0.021).problems()).isEmpty();
    }

    @Test
    void nothing_is_said_where_they_are_not_known() {
        assertThat(contention(SampleLoad.paused())).isEmpty();
    }

    private static List<CpuContentionDuring> contention(LoadSummary summary) {
        return summary.notes().stream()
                .filter(CpuContentionDuring.class::isInstance)
                .map(CpuContentionDuring.class::cast)
                .toList();
    }

    private static LoadSummary beside(double busy, double stolen) {
        var sample = SampleLoad.paused("errors>50%");
        return new LoadSummary(
                sample.request(),
                sample.result(),
                false,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                List.of(),
                false,
                Optional.of(new OthersShare(OptionalDouble.of(busy), OptionalDouble.of(stolen))));
    }
}
