package dev.loombench.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import org.junit.jupiter.api.Test;

class VerdictBarsTest {
    private final Analysis analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());

    @Test
    void a_line_has_name_bar_figure_and_ratio() {
        assertThat(VerdictBars.of(analysis, AnsiStyle.NONE, 60))
                .hasSize(2)
                .last()
                .asString()
                .matches("tomcat virtual +█+  4,000/s  4\\.00× \\[.*]");
    }

    /// The name of the pool has 24 columns, and the rest of its line 35.
    @Test
    void names_that_leave_no_space_stand_above_their_bars() {
        var lines = VerdictBars.of(analysis, AnsiStyle.NONE, 40);
        assertThat(lines).hasSize(4).allMatch(line -> Table.width(line) <= 38);
        assertThat(lines.get(0)).isEqualTo(SampleRun.POOL);
        assertThat(lines.get(2)).isEqualTo(SampleRun.VIRTUAL);
        assertThat(lines.get(3)).matches("  █+  4,000/s  4\\.00× \\[.*]");
    }
}
