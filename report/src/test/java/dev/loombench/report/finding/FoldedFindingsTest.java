package dev.loombench.report.finding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.machine.CpuContentionDuring;
import dev.loombench.analysis.validity.machine.ProcessorFinding.ClockRateVaried;
import java.util.List;
import org.junit.jupiter.api.Test;

class FoldedFindingsTest {
    private static ResultFinding disturbed(String variant, int probes) {
        return new ProbesDisturbed(variant, probes, 6, "cpu-contention-during");
    }

    private static List<FindingText> folded(ResultFinding... findings) {
        return FoldedFindings.of(List.of(findings), SampleRun.experiment());
    }

    @Test
    void findings_that_differ_by_their_variant_only_are_one() {
        var alone = disturbed("a", 1).text(SampleRun.experiment());
        assertThat(folded(disturbed("a", 1))).containsExactly(alone);
        assertThat(folded(disturbed("a", 1), disturbed("b", 1)))
                .containsExactly(alone.withMessage(alone.message().replaceFirst("^a: ", "a, b: ")));
    }

    @Test
    void figures_that_differ_stand_beside_each_other_with_one_remedy() {
        var a = disturbed("a", 1).text(SampleRun.experiment());
        var b = disturbed("b", 2).text(SampleRun.experiment());
        assertThat(folded(disturbed("a", 1), disturbed("b", 2)))
                .containsExactly(a.withMessage(a.message() + "; " + b.message()));
    }

    /// Their subjects are in their messages.
    @Test
    void findings_of_the_whole_run_are_all_told() {
        var slow = new ClockRateVaried(1e9, 2e9);
        var slower = new ClockRateVaried(1e9, 3e9);
        assertThat(folded(slow, slow)).containsExactly(slow.text(SampleRun.experiment()));
        assertThat(folded(slow, slower))
                .singleElement()
                .satisfies(text ->
                        assertThat(text.message()).contains(slow.message(), slower.message()));
    }

    @Test
    void findings_of_other_kinds_stay_apart_and_in_order() {
        var contention = new CpuContentionDuring(List.of("a"), 0.3, 0, List.of());
        assertThat(folded(disturbed("a", 1), contention, disturbed("b", 1)))
                .hasSize(2)
                .last()
                .isEqualTo(contention.text(SampleRun.experiment()));
    }
}
