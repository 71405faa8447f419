package dev.loombench.report.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.comparison.Verdict;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.load.ConnectionsNotAchieved;
import dev.loombench.stats.Interval;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SweepTableTest {
    private static final Interval RATIO = new Interval(3.9, 4, 4.1);
    private static final ResultFinding FINDING =
            new ConnectionsNotAchieved("pool", 400, 300, 0, 0, 1_000);

    @Test
    void a_figure_that_is_invalid_says_so_where_its_comparison_does_not() {
        assertThat(SweepTable.remark(new Verdict.Better(RATIO), Optional.empty()))
                .isEqualTo("4.00× better");
        assertThat(SweepTable.remark(new Verdict.Better(RATIO), Optional.of(FINDING)))
                .isEqualTo("4.00× better; figure invalid: connections-not-achieved");
        assertThat(SweepTable.remark(new Verdict.Invalid(RATIO, FINDING), Optional.of(FINDING)))
                .isEqualTo("4.00× invalid: connections-not-achieved");
    }

    @Test
    void the_first_variant_has_no_comparison() {
        assertThat(SweepTable.remark(new Verdict.Baseline(), Optional.empty())).isEmpty();
        assertThat(SweepTable.remark(new Verdict.Baseline(), Optional.of(FINDING)))
                .isEqualTo("figure invalid: connections-not-achieved");
    }
}
