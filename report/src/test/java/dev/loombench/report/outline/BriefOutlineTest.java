package dev.loombench.report.outline;

import static dev.loombench.ChangedSampleRun.grown;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.seen;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.ChangedSampleRun;
import dev.loombench.SampleRun;
import dev.loombench.SampleRuntimes;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.VariantSummary;
import dev.loombench.analysis.bottleneck.BottleneckAnalysis;
import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.experiment.Metric;
import dev.loombench.export.PageTable;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation.Libraries;
import dev.loombench.report.Reported;
import dev.loombench.report.RunTable;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import dev.loombench.result.Steadiness;
import dev.loombench.result.Steadiness.State;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialOutcome.WarmUp;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class BriefOutlineTest {
    private static List<String> lines(List<TrialResult> results, AnsiStyle style) {
        return lines(Analysis.of(SampleRun.manifest(), results), style);
    }

    private static List<String> lines(Analysis analysis, AnsiStyle style) {
        return OutlineText.compact(BriefOutline.of(analysis), style, 100);
    }

    private static String report(List<TrialResult> results) {
        return String.join("\n", lines(results, AnsiStyle.NONE));
    }

    /// `RunReport` adds up to five lines of next steps.
    @Test
    void it_fits_one_screen() {
        var lines = lines(SampleRun.trials(), AnsiStyle.NONE);
        assertThat(lines)
                .hasSizeLessThanOrEqualTo(23)
                .allMatch(l -> l.codePointCount(0, l.length()) <= 100);
    }

    /// The compilers use 40 % of the CPU: CPU per request is higher than it will be.
    @Test
    void a_figure_that_contains_the_work_of_the_compilers_is_not_to_be_read() {
        var results =
                results(
                        SampleRun.manifest(),
                        _ -> seen(SampleRun.completed(1_000, 400), grown(MetricId.JIT_TIME, 8e7)));
        assertThat(report(results))
                .containsPattern("400 ms +400 ms +\\(100 µs\\) ")
                .containsPattern("= 1\\.000× +… +=")
                .containsPattern(
                        "Not steady: cpu-per-request: the\\s+compilers\\s+used\\s+40\\s+%\\s+of the\\s+CPU\\s+time,\\s+--warm-up\\s+\\d+s\\.")
                .doesNotContain("still-compiling");
        assertThat(RunTable.of(Analysis.of(SampleRun.manifest(), results)).rows())
                .allSatisfy(row ->
                        assertThat(row)
                                .filteredOn(c -> c.remark().equals("invalid: still-compiling"))
                                .extracting(PageTable.Cell::text)
                                .containsExactly("100 µs"));
    }

    /// A hundred of 400 connections were not established, which concerns every figure.
    @Test
    void the_table_of_pages_marks_each_figure_that_the_terminal_marks() {
        var results =
                results(
                        SampleRun.manifest(),
                        _ -> SampleRun.completed(1_000, 400, Map.of(), 300, 0.2));
        assertThat(report(results)).containsPattern("! 1,000 +! 400 ms");
        assertThat(RunTable.of(Analysis.of(SampleRun.manifest(), results)).rows())
                .allSatisfy(row ->
                        assertThat(row)
                                .filteredOn(
                                        c -> c.remark().equals("invalid: connections-not-achieved"))
                                .extracting(PageTable.Cell::text)
                                .contains("1,000", "400 ms", "100 µs"));
    }

    /// `loombench doctor` names the defects of the JDKs of a machine.
    @Test
    void defects_of_the_jdk_that_were_not_seen_are_in_the_long_report_alone() {
        var jdk = SampleRuntimes.hotSpot("21.0.8");
        var results =
                results(
                        SampleRun.manifest(),
                        _ ->
                                seen(
                                        SampleRun.completed(1_000, 400),
                                        new Libraries(
                                                "libraries", jdk, true, List.of(), List.of())));
        assertThat(report(results)).doesNotContain("known-defects");
        assertThat(
                        String.join(
                                " ",
                                Reported.text(Analysis.of(SampleRun.manifest(), results), 1_000)))
                .contains("known defects apply and were not seen");
        var caffeine = List.of(new Library("caffeine", "3.2.0"));
        assertThat(
                        report(
                                results(
                                        SampleRun.manifest(),
                                        _ ->
                                                seen(
                                                        SampleRun.completed(1_000, 400),
                                                        new Libraries(
                                                                "libraries",
                                                                jdk,
                                                                true,
                                                                caffeine,
                                                                List.of())))))
                .contains("known-defects");
    }

    /// Three responses of 300 are beyond the p99 of a window.
    @Test
    void a_figure_that_a_finding_makes_invalid_is_marked_so() {
        var manifest =
                ChangedSampleRun.like(new LoadModel.Closed(12, Duration.ZERO), Metric.THROUGHPUT);
        var results = results(manifest, _ -> SampleRun.completed(30, 400));
        assertThat(String.join("\n", lines(Analysis.of(manifest, results), AnsiStyle.NONE)))
                .containsPattern("= 1\\.000× +! += 1\\.000×")
                .containsPattern("! invalid by a\\s+finding")
                .contains("few-responses-beyond");
        assertThat(String.join("\n", lines(Analysis.of(manifest, results), AnsiStyle.ANSI)))
                .contains(" \u001b[33m!\u001b[0m 400 ms");
    }

    @Test
    void what_slices_do_not_judge_has_a_mark_and_the_command_that_judges_it() {
        var lines = lines(ChangedSampleRun.inSlices(24), AnsiStyle.NONE);
        assertThat(String.join("\n", lines))
                .containsPattern("= 1\\.000× +· 1\\.000× +=")
                .containsPattern("· not\\s+judged\\s+in\\s+slices")
                .contains(
                        "Not judged in slices: p99, peak-rss (compare --metric p99, or mode: sequential in a file).")
                .doesNotContain("not-judged-in-slices");
        assertThat(lines).hasSizeLessThanOrEqualTo(26);
    }

    /// 3,000 of about 10,000 requests before the window.
    @Test
    void a_metric_that_is_not_steady_has_no_ratio_and_says_what_it_lacks() {
        var results =
                results(SampleRun.manifest(), _ -> withFewCalls(SampleRun.completed(1_000, 400)));
        assertThat(report(results))
                .containsPattern("400 ms +400 ms +\\(100 µs\\) ")
                .containsPattern("= 1\\.000× +… +=")
                .containsPattern("… \\(figure\\):\\s+not steady")
                .containsPattern(
                        "Not steady: cpu-per-request: 3,000 of about 10,000 requests for the compiler, --warm-up\\s+10s\\.")
                .doesNotContain("not-steady");
        assertThat(String.join("\n", lines(results, AnsiStyle.ANSI)))
                .contains(" \u001b[2m(100 µs)\u001b[0m");
    }

    /// The pool, whose compilers explain that it is not steady, needs twenty times as many
    /// requests.
    @Test
    void the_warm_up_that_is_offered_does_for_every_variant() {
        var results =
                results(
                        SampleRun.manifest(),
                        t -> {
                            var trial = SampleRun.completed(1_000, 400);
                            return t.variant().equals(SampleRun.POOL)
                                    ? seen(
                                            notSteady(trial, 500, State.TOO_FEW_CALLS),
                                            grown(MetricId.JIT_TIME, 8e7))
                                    : notSteady(trial, 3_000, State.FALLING);
                        });
        assertThat(report(results))
                .containsPattern("Not steady: cpu-per-request: still falling, --warm-up\\s+1m\\.");
    }

    private static Completed withFewCalls(Completed trial) {
        return notSteady(trial, 3_000, State.TOO_FEW_CALLS);
    }

    private static Completed notSteady(Completed trial, long responses, State state) {
        var cpu = Steadiness.not(Metric.CPU_PER_REQUEST, state);
        return SampleRun.completed(
                new WarmUp(trial.warmUp().window(), responses, List.of(cpu)),
                trial.load(),
                trial.unloaded(),
                trial.observations());
    }

    @Test
    void a_variant_without_figures_has_no_marks() {
        var results =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        t.variant().equals(SampleRun.POOL)
                                                ? SampleRun.completed(1_000, 400)
                                                : new Failed("launch", "no", List.of())))
                        .toList();
        assertThat(report(results))
                .contains("Invalid result", "tomcat virtual: no trial was completed")
                .contains("launch: no")
                .doesNotContain("✓", "Ratio to");
    }

    @Test
    void findings_that_make_the_result_invalid_are_below_the_headline_with_their_remedy() {
        var outcome = SampleRun.completed(1_000, 400, Map.of(), 300, 0.2);
        var text =
                report(
                        SampleRun.manifest().plan().stream()
                                .map(t -> SampleRun.result(t, outcome))
                                .toList());
        assertThat(text.lines().toList().get(1)).startsWith("Invalid result.");
        assertThat(text.replaceAll("\\s+", " "))
                .containsSubsequence(
                        "400 connections were requested and 300 established", "Remedy: ", "█")
                .doesNotContain("Recommended");
    }

    @Test
    void missing_trials_are_said() {
        var first = SampleRun.trials().subList(0, 2);
        assertThat(report(first)).contains("2 of 6 planned trials have ended");
    }

    /// 100 users: 60 wait for a connection of the first variant, 90 for one of the second.
    @Test
    void one_next_step_is_shown_that_of_most_waiting_requests() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        var first = limited(analysis.variants().get(0), "HikariCP", 40);
        var second = limited(analysis.variants().get(1), "DBCP", 10);
        var changed =
                new Analysis(
                        analysis.manifest(),
                        List.of(first, second),
                        analysis.scorecard(),
                        analysis.recommendation(),
                        analysis.claims(),
                        analysis.findings(),
                        analysis.mode(),
                        analysis.confidence(),
                        analysis.windowLength(),
                        analysis.agents(),
                        analysis.code());
        assertThat(lines(changed, AnsiStyle.NONE))
                .filteredOn(line -> line.contains("Try "))
                .containsExactly("  Try DBCP's size 50 in place of 10");
        assertThat(Reported.text(changed, 100))
                .filteredOn(line -> line.contains("Try "))
                .hasSize(2);
    }

    private static VariantSummary limited(VariantSummary summary, String library, long capacity) {
        var reason =
                new ConcurrencyReason(
                        Optional.empty(),
                        Optional.empty(),
                        OptionalInt.of(100),
                        Optional.of(new ImpliedConcurrency(1_000, 0.01, Optional.empty())),
                        Optional.of(
                                new ConcurrencyLimit(
                                        library,
                                        "size",
                                        capacity,
                                        Basis.CONFIGURED,
                                        OptionalLong.empty(),
                                        OptionalLong.empty(),
                                        Optional.empty())));
        return new VariantSummary(
                summary.variant(),
                summary.counts(),
                summary.throughput(),
                summary.latency(),
                summary.cost(),
                summary.elapsed(),
                new BottleneckAnalysis(List.of(), 1_000, Optional.empty(), Optional.of(reason)),
                summary.verdict(),
                summary.diagnostics());
    }

    @Test
    void marks_have_colours_on_a_terminal() {
        assertThat(String.join("", lines(SampleRun.trials(), AnsiStyle.ANSI)))
                .contains("\u001b[32m✓\u001b[0m 4.00×");
    }
}
