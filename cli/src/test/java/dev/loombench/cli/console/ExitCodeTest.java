package dev.loombench.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Claim.Relation;
import dev.loombench.experiment.Claim.Target;
import dev.loombench.experiment.Metric;
import dev.loombench.experiment.yaml.ComparisonThreshold;
import dev.loombench.report.outline.RunOutline;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.report.text.OutlineText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The throughput of the sample's pool is 1,000/s, give or take 12.
class ExitCodeTest {
    private static final Claim RIGHT = claim("right", new Relation.Above(), 900);
    private static final Claim WRONG = claim("wrong", new Relation.Below(), 900);
    private static final Claim OPEN = claim("open", new Relation.Below(), 1_010);

    @Test
    void a_contradicted_claim_outweighs_an_undecided_one() {
        assertThat(ExitCode.worse(ExitCode.UNDECIDED, ExitCode.INVALID))
                .isEqualTo(ExitCode.INVALID);
        assertThat(ExitCode.worse(ExitCode.INVALID, ExitCode.THRESHOLD))
                .isEqualTo(ExitCode.INVALID);
        assertThat(ExitCode.worse(ExitCode.OK, ExitCode.UNDECIDED)).isEqualTo(ExitCode.UNDECIDED);
        assertThat(exit(RIGHT)).isEqualTo(ExitCode.OK);
        assertThat(exit(RIGHT, OPEN)).isEqualTo(ExitCode.UNDECIDED);
        assertThat(exit(RIGHT, OPEN, WRONG)).isEqualTo(ExitCode.THRESHOLD);
    }

    private static String text(Analysis analysis) {
        var outline = RunOutline.onTerminal(analysis);
        return String.join("\n", OutlineText.of(outline, AnsiStyle.NONE, 200, true));
    }

    @Test
    void an_invalid_run_contradicts_no_claim() {
        var experiment = SampleRun.experiment(List.of(WRONG));
        var invalid =
                SampleRun.manifest(experiment).plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t, SampleRun.completed(1_000, 400, Map.of(), 300, 0.2)))
                        .toList();
        var analysis = Analysis.of(SampleRun.manifest(experiment), invalid);
        assertThat(ExitCode.of(analysis)).isEqualTo(ExitCode.INVALID);
        assertThat(text(analysis))
                .containsPattern("wrong: invalid by [a-z-]+: 1,000/s")
                .doesNotContain("contradicted");
    }

    @Test
    void the_report_shows_the_outcome_of_each_claim() {
        assertThat(text(analysis(RIGHT, OPEN, WRONG)))
                .containsPattern("right: supported: 1,000/s \\[9\\d\\d/s, 1,0\\d\\d/s]")
                .containsPattern("open: undecided after 3 blocks: .* trials per variant needed")
                .containsPattern("wrong: contradicted: 1,000/s");
    }

    /// Virtual threads have 4.04, 4.00 and 3.96 times the throughput of the pool, by block.
    @Test
    void a_condition_holds_or_does_not_or_its_limit_is_in_the_interval() {
        assertThat(failIf("tomcat virtual<4.5x")).isEqualTo(ExitCode.THRESHOLD);
        assertThat(failIf("tomcat virtual throughput>3.5x")).isEqualTo(ExitCode.THRESHOLD);
        assertThat(failIf("tomcat virtual<3.5x")).isEqualTo(ExitCode.OK);
        assertThat(failIf("tomcat virtual<4x")).isEqualTo(ExitCode.UNDECIDED);
        assertThat(failIf("throughput<900/s")).isEqualTo(ExitCode.OK);
    }

    private static int failIf(String condition) {
        return exit(
                ComparisonThreshold.claims(condition, SampleRun.experiment())
                        .toArray(Claim[]::new));
    }

    private static int exit(Claim... claims) {
        return ExitCode.of(analysis(claims));
    }

    private static Analysis analysis(Claim... claims) {
        var experiment = SampleRun.experiment(List.copyOf(Arrays.asList(claims)));
        return Analysis.of(SampleRun.manifest(experiment), SampleRun.trials());
    }

    private static Claim claim(String text, Relation relation, double requestsPerSecond) {
        return new Claim(
                text,
                SampleRun.POOL,
                Metric.THROUGHPUT,
                relation,
                new Target.FixedValue(requestsPerSecond));
    }
}
