package dev.loombench.report.outline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.export.PageTable;
import dev.loombench.report.Reported;
import dev.loombench.report.RunTable;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.ErrorPolicy;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RunOutlineTest {
    private static String report(List<TrialResult> results) {
        return report(results, 120);
    }

    private static String report(List<TrialResult> results, int width) {
        return String.join("\n", Reported.text(Analysis.of(SampleRun.manifest(), results), width));
    }

    @Test
    void a_report_opens_with_the_question_and_has_the_ratio() {
        var text = report(SampleRun.trials());
        assertThat(text.strip())
                .startsWith("What do virtual threads change when a handler waits 100 ms?");
        assertThat(text.replaceAll("\\s+", " "))
                .contains(
                        "tomcat virtual: better by at least a factor of 3.9: 4.00 times the throughput [")
                .containsPattern("tomcat virtual █+ 4,000/s 4\\.00× \\[")
                .contains(
                        "Holds for: 400 users without think time, GET /sleep?ms=100; 2 cores of a processor")
                .contains("3 blocks would miss it with probability 0.73.")
                .contains("seed 42");
    }

    @Test
    void the_scope_names_expected_errors() {
        var load = new LoadModel.Closed(400, Duration.ZERO);
        var manifest = SampleRun.manifest(SampleRun.experiment(load, ErrorPolicy.EXPECTED));
        var lines = Reported.text(Analysis.of(manifest, SampleRun.trials()), 120);
        assertThat(String.join(" ", lines).replaceAll("\\s+", " "))
                .contains(
                        "GET /sleep?ms=100, errors expected: good responses within 30.0 s count; 2 cores");
    }

    @Test
    void the_row_of_a_variant_has_all_its_figures() {
        var row =
                report(SampleRun.trials(), 160)
                        .lines()
                        .filter(l -> l.contains("182 MiB"))
                        .findFirst()
                        .orElseThrow();
        assertThat(row)
                .matches(
                        " *tomcat platform-pool 100 +1,000 +400 ms +400 ms +400 ms +\\(400 ms\\) +400 ms +100 µs +182 MiB +23 +0");
    }

    /// About 2,000 responses of the pool in a window.
    @Test
    void a_percentile_with_fewer_than_ten_responses_beyond_is_marked() {
        var text = report(SampleRun.trials(), 160).replaceAll("\\s+", " ");
        assertThat(text)
                .containsPattern(
                        "Beyond p99 arriving: \\d+, p99\\.9 arriving: [12] responses or more in each window")
                .contains(
                        "A p99.9 in parentheses has fewer than ten in a window, or was not steady.");
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(RunTable.of(analysis).rows().getFirst())
                .contains(PageTable.Cell.remarked("400 ms", "few responses"));
    }

    @Test
    void findings_that_make_the_result_invalid_are_below_a_headline_that_says_so() {
        var outcome = SampleRun.completed(1_000, 400, Map.of(), 300, 0.2);
        var text =
                report(
                        SampleRun.manifest().plan().stream()
                                .map(t -> SampleRun.result(t, outcome))
                                .toList());
        assertThat(text.strip().lines().toList().get(1)).startsWith("Invalid result.");
        assertThat(text.replaceAll("\\s+", " "))
                .containsSubsequence(
                        "400 connections were requested and 300 established", "█", "Why");
    }

    @Test
    void a_variant_that_failed_has_a_reason_and_no_figures() {
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        t.variant().equals(SampleRun.POOL)
                                                ? SampleRun.completed(1_000, 400)
                                                : new Failed(
                                                        "launch",
                                                        "said \u001b[2Jnothing",
                                                        List.of())))
                        .toList();
        var text = report(results, 160);
        assertThat(text)
                .contains("tomcat virtual: no verdict: no trial was completed")
                .doesNotContain("\u001b");
        assertThat(text.replaceAll("\\s+", " ")).contains("launch: said \uFFFD[2Jnothing");
        assertThat(text.lines().filter(l -> l.contains("n/a")).toList())
                .anyMatch(l -> l.strip().matches("tomcat virtual( +n/a){10}"));
    }

    @Test
    void sentences_fit_the_width() {
        var lines = Reported.text(Analysis.of(SampleRun.manifest(), SampleRun.trials()), 80);
        assertThat(lines).allMatch(l -> l.codePointCount(0, l.length()) <= 80);
    }

    @Test
    void colour_is_used_only_on_request() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(String.join("", Reported.text(analysis, 120))).doesNotContain("\u001b");
        var outline = RunOutline.onTerminal(analysis);
        assertThat(String.join("", OutlineText.of(outline, AnsiStyle.ANSI, 120, true)))
                .contains("\u001b[32m");
    }
}
