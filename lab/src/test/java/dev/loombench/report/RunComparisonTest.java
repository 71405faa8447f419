package dev.loombench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.markdown.MarkdownReport;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.RunComparisonText;
import dev.loombench.result.Environment;
import dev.loombench.result.RunManifest;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RunComparisonTest {
    private static final Analysis BEFORE = Analysis.of(SampleRun.manifest(), SampleRun.trials());

    private static Analysis after() {
        var m = SampleRun.manifest();
        var e = m.environment();
        var machine =
                new Environment(
                        e.taken().plus(Duration.ofDays(1)),
                        e.cpu(),
                        4,
                        e.memoryBytes(),
                        e.system(),
                        "26",
                        e.loadAverage(),
                        e.othersBusyShare(),
                        e.stealShare(),
                        e.openFileLimit(),
                        e.processor());
        return Analysis.of(
                new RunManifest(m.spec(), machine, m.started(), 43, m.exclusive(), m.plan()),
                SampleRun.trials());
    }

    @Test
    void differences_of_specs_and_machines_are_listed_without_the_time() {
        assertThat(RunComparison.of("before", BEFORE, "after", after()).changes())
                .containsExactly(
                        new RunComparison.Change("machine.cores", "2", "4"),
                        new RunComparison.Change("machine.jdk", "25.0.3+9", "26"),
                        new RunComparison.Change("seed", "42", "43"));
    }

    @Test
    void a_run_compared_with_itself_has_no_difference() {
        var same = RunComparison.of("a", BEFORE, "b", BEFORE);
        assertThat(same.changes()).isEmpty();
        assertThat(same.rows()).hasSize(2);
        var row = same.rows().getFirst();
        assertThat(row.first()).isEqualTo(row.second());
        assertThat(row.ratio()).startsWith("1.000× [");
        assertThat(RunComparisonText.of(same, AnsiStyle.of(false)))
                .contains("Specs and machines are the same.");
    }

    @Test
    void the_page_shows_both_runs() {
        assertThat(HtmlReport.of(RunComparison.of("before", BEFORE, "<after>", after())))
                .contains(
                        "before compared with &lt;after&gt;",
                        "machine.cores",
                        RunComparison.CAUTION)
                .contains("1.000× [");
    }

    @Test
    void markdown_has_a_table_and_escaped_text() {
        assertThat(MarkdownReport.of(BEFORE))
                .contains(
                        "### What do virtual threads change when a handler waits 100 ms?",
                        "**Recommended: tomcat virtual (4.00× the throughput of tomcat platform-pool 100).**",
                        "| --- |" + " ---: |".repeat(11))
                .anyMatch(l -> l.startsWith("| tomcat virtual | 4.00 \\["));
        assertThat(MarkdownReport.text("<b>|@all| `x` & *y*"))
                .isEqualTo("\\<b\\>\\|@\u200ball\\| \\`x\\` &amp; \\*y\\*");
        assertThat(List.of(MarkdownReport.text("one\ntwo"))).containsExactly("one\uFFFDtwo");
    }
}
