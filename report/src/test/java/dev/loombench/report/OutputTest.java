package dev.loombench.report;

import static dev.loombench.ChangedSampleRun.sliced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.SampleProfile;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.experiment.Claim;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutputTest {
    private static final Path FOLDER = Path.of("results/sample/then");

    private static Analysis good() {
        return Analysis.of(SampleRun.manifest(), SampleRun.trials());
    }

    private static Analysis withFailedVariant() {
        List<TrialResult> results =
                SampleRun.manifest().plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        t.variant().equals(SampleRun.POOL)
                                                ? SampleRun.completed(1_000, 400)
                                                : new Failed("launch", "it died", List.of())))
                        .toList();
        return Analysis.of(SampleRun.manifest(), results);
    }

    @Test
    void the_document_conforms_to_its_published_schema() throws IOException {
        assertConforms(good());
        assertConforms(withFailedVariant());
        assertConforms(Analysis.of(SampleRun.manifest(), SampleProfile.trials()));
        assertConforms(interleaved());
    }

    private static Analysis interleaved() {
        var manifest = SampleRun.interleaved(SampleRun.experiment());
        return Analysis.of(
                manifest,
                manifest.plan().stream()
                        .map(t ->
                                SampleRun.result(t, sliced(SampleRun.completed(1_000, 400), 21, 0)))
                        .toList());
    }

    @Test
    void an_interleaved_run_says_what_its_servers_did_in_their_rests() {
        var rests = json(interleaved()).at("/mode/rests");
        assertThat(rests.valueStream().map(r -> r.at("/variant").asString()))
                .containsExactly(SampleRun.POOL, SampleRun.VIRTUAL);
        assertThat(rests.at("/0/workShare").asDouble(-1)).isZero();
        assertThat(rests.at("/0/connectionsClosedPerRest").asDouble(-1)).isZero();
        assertThat(json(good()).at("/mode/rests").isEmpty()).isTrue();
    }

    @Test
    void an_interleaved_run_does_not_judge_p99() {
        var scorecard = json(interleaved()).at("/variants/1/scorecard");
        assertThat(scorecard.at("/p99/verdict").asString()).isEqualTo("invalid");
        assertThat(scorecard.at("/p99/invalidBy").asString()).isEqualTo("not-judged-in-slices");
        assertThat(scorecard.at("/throughput/verdict").asString()).isEqualTo("no-difference");
        assertThat(json(good()).at("/variants/1/scorecard/p99/verdict").asString())
                .isEqualTo("better");
    }

    private static void assertConforms(Analysis analysis) throws IOException {
        assertThat(PublishedSchema.OUTPUT.errors(Reported.json(analysis, FOLDER))).isEmpty();
    }

    @Test
    void claims_of_all_outcomes_conform_to_the_schema() throws IOException {
        var claims =
                List.of(
                        claim(Metric.THROUGHPUT, 900),
                        claim(Metric.THROUGHPUT, 1_100),
                        claim(Metric.THROUGHPUT, 1_000),
                        claim(Metric.RAMP_UP, 1),
                        claim(Metric.P9999, 1));
        var manifest = SampleRun.manifest(SampleRun.experiment(claims));
        var analysis = Analysis.of(manifest, SampleRun.trials());
        assertConforms(analysis);
        assertThat(json(analysis).at("/claims").valueStream().map(c -> c.at("/outcome").asString()))
                .containsExactly(
                        "supported", "contradicted", "undecided", "no-evidence", "invalid");
    }

    private static Claim claim(Metric metric, double above) {
        return new Claim(
                "a claim",
                SampleRun.POOL,
                metric,
                new Claim.Relation.Above(),
                new Claim.Target.FixedValue(above));
    }

    @Test
    void missing_evidence_is_null_and_never_0() {
        var document = json(withFailedVariant());
        assertThat(document.at("/verdict").asString()).isEqualTo("invalid");
        assertThat(document.at("/rareMode").isNull()).isTrue();
        for (var key :
                List.of(
                        "throughputPerSecond",
                        "cpuPerRequestMicros",
                        "peakRssBytes",
                        "responseTime",
                        "errors",
                        "errorShare",
                        "boundBy/measuredPerSecond")) {
            assertThat(document.at("/variants/1/" + key).isNull()).as(key).isTrue();
        }
    }

    @Test
    void a_ratio_of_trials_that_differ_too_much_has_no_interval() {
        var experiment = SampleRun.experiment(2, 2);
        var manifest = SampleRun.manifest(experiment);
        var trials =
                manifest.plan().stream()
                        .map(t ->
                                SampleRun.result(
                                        t,
                                        t.block() == 1 == t.variant().equals(SampleRun.POOL)
                                                ? SampleRun.completed(4_000, 100)
                                                : SampleRun.completed(1_000, 400)))
                        .toList();
        var noisy = Analysis.of(manifest, trials);

        assertThat(noisy.findings(Severity.INVALID)).isEmpty();
        var row = json(noisy).at("/variants/1");
        assertThat(row.at("/comparison/verdict").asString()).isEqualTo("undecided");
        assertThat(row.at("/comparison/ratio").isNull()).isTrue();
        assertThat(row.at("/throughputInterval").isNull()).isTrue();
        assertThat(Reported.csv(noisy, FOLDER).get(2)).contains(",undecided,,,,");
        assertThat(String.join("\n", Reported.text(noisy, 200)))
                .contains("1.000× [too noisy]", "1.000 times the throughput [too noisy]");
        assertThat(String.join("\n", Reported.markdown(noisy))).contains("\\[too noisy\\]");
    }

    @Test
    void a_trial_without_responses_in_its_window_has_no_cost_per_request() throws IOException {
        var like = SampleRun.completed(1_000, 400);
        var counts = like.load().counts();
        var late =
                SampleRun.completed(
                        like.warmUp(),
                        LoadResults.of(
                                like.load().window(),
                                LoadResults.counts(
                                        counts.sent(),
                                        counts.succeeded(),
                                        counts.errors(),
                                        counts.unfinished(),
                                        0,
                                        counts.bytes()),
                                like.load().connections(),
                                like.load().generator(),
                                like.load().intervals()),
                        like.unloaded(),
                        like.observations());
        var trials =
                SampleRun.manifest().plan().stream().map(t -> SampleRun.result(t, late)).toList();
        var analysis = Analysis.of(SampleRun.manifest(), trials);

        assertConforms(analysis);
        assertThat(json(analysis).at("/variants/0/generatorCpuPerRequestMicros").isNull()).isTrue();
    }

    @Test
    void csv_has_a_row_per_variant_with_a_cell_per_column() {
        var lines = Reported.csv(withFailedVariant(), FOLDER);
        assertThat(lines)
                .hasSize(3)
                .allMatch(l -> l.split(",", -1).length == lines.getFirst().split(",", -1).length);
        assertThat(lines.get(2)).startsWith("sample,tomcat virtual,tomcat,virtual,0,3,,");
    }

    private static JsonNode json(Analysis analysis) {
        return JsonMapper.shared().readTree(Reported.json(analysis, FOLDER));
    }
}
