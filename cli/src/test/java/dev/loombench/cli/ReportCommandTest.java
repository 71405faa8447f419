package dev.loombench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.report.export.OutputFormat;
import dev.loombench.report.run.RunReport;
import dev.loombench.report.run.SweepReports;
import dev.loombench.result.SweepRuns;
import dev.loombench.result.TrialResult;
import dev.loombench.result.store.ResultStore;
import dev.loombench.result.store.SweepStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/// `report` finds runs by path and name, and reads untrusted folders safely.
class ReportCommandTest extends ReportFixture {
    private static final Instant NOON = Instant.parse("2026-01-31T12:00:00Z");

    /// A run with one trial of each variant.
    private Path run(String experiment, Instant started) {
        return run(experiment, started, SampleRun.trials().subList(0, 2));
    }

    private Path run(String experiment, Instant started, List<TrialResult> trials) {
        var sample = SampleRun.manifest();
        var manifest =
                SampleRun.manifest(
                        SampleRun.named(experiment, sample.experiment()),
                        sample.environment(),
                        started,
                        sample.seed(),
                        true,
                        sample.plan(),
                        Map.of());
        try (var store = ResultStore.create(results, manifest)) {
            trials.forEach(store::append);
            return store.folder();
        }
    }

    private SweepReports sweep(List<Integer> levels, List<RunReport> runs) {
        var sweep = SweepReports.of("compare-sweep", results, levels, runs);
        sweep.writeList(results);
        return sweep;
    }

    private static Path copy(Path run, Path to) throws IOException {
        Files.createDirectory(to);
        Files.copy(run.resolve("run.json"), to.resolve("run.json"));
        return to;
    }

    @Test
    void a_run_of_too_many_variants_is_refused() throws IOException {
        var file = run("many", NOON).resolve("run.json");
        var json = (ObjectNode) JsonMapper.shared().readTree(file.toFile());
        var variants = (ArrayNode) json.at("/experiment/variants");
        var first = variants.get(0).toString();
        for (int i = variants.size(); i < 201; i++) {
            variants.add(JsonMapper.shared().readTree(first));
            ((ObjectNode) variants.get(i)).put("name", "variant " + i);
        }
        Files.writeString(file, json.toString());
        assertThat(report("many")).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString())
                .contains("an experiment has at most 200 variants, found 201")
                .doesNotContain("\tat ");
    }

    @Test
    void without_a_name_it_shows_the_latest_run() {
        run("other", NOON);
        var latest = run("quickstart", NOON.plusSeconds(60));
        run("zebra", NOON.minusSeconds(60));
        assertThat(report()).as(err.toString()).isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString()).contains("loombench report --open " + latest);
        out.getBuffer().setLength(0);
        assertThat(report("latest")).isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString()).contains("loombench report --open " + latest);
    }

    /// Each run has one trial per variant, too few for an interval.
    @Test
    void conditions_are_judged_by_the_runs_on_disk() {
        var before = run("before", NOON);
        var after = run("after", NOON.plusSeconds(60));
        assertThat(report(before, "--fail-if", "throughput<1/s")).isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString()).contains("throughput above 1/s");
        assertThat(report(before, after)).isEqualTo(ExitCode.OK);
        assertThat(report(before, after, "--fail-if", "p99>1.1x")).isEqualTo(ExitCode.UNDECIDED);
        assertThat(err.toString())
                .contains(
                        "p99 has fewer than two trials in one of the runs",
                        "(--fail-if 'p99>1.1x')");
        assertThat(report(before, after, "--fail-if", "p99>5ms")).isEqualTo(ExitCode.USAGE);
        assertThat(report(before, "--fail-if", "nothing<1x")).isEqualTo(ExitCode.USAGE);
    }

    @Test
    void a_sweep_is_reported_from_the_list_of_its_runs() throws IOException {
        var runs =
                List.of(
                        RunReport.read(run("compare-50", NOON)),
                        RunReport.read(run("compare-200", NOON.plusSeconds(60))));
        var ended = sweep(List.of(50, 200, 800), runs);
        var sweep = ended.folder();
        assertThat(report("compare-sweep")).as(err.toString()).isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString())
                .containsPattern("users +\\S.*\n +50 .*\n +200 ")
                .doesNotContainPattern("\n +800 ")
                .contains("Interrupted: the level of 800 users has not ended.")
                .contains("charts of all levels: " + sweep.resolve("report.html"))
                .contains("compare-200");
        assertThat(sweep.resolve("report.html")).as("without --open").doesNotExist();
        assertThat(ended.writePage())
                .content()
                .contains("../../compare-50/" + sweep.getFileName() + "/report.html");
        out.getBuffer().setLength(0);
        assertThat(report("-o", "json", sweep)).as(err.toString()).isEqualTo(ExitCode.UNDECIDED);
        var json = json();
        assertThat(json.at("/complete").asBoolean()).isFalse();
        assertThat(json.at("/verdict").asString()).isNotEqualTo("decided");
        assertThat(json.at("/sentence").asString()).contains("800 users has not ended");
        var levels = json.at("/levels");
        assertThat(levels.valueStream().map(level -> level.at("/users").asInt()))
                .containsExactly(50, 200);
        assertThat(levels.at("/1/run/experiment").asString()).isEqualTo("compare-200");
        assertThat(report(sweep, "--verbose")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--verbose goes with one run");
    }

    /// Virtual threads have 4.04, 4.00 and 3.96 times the throughput of the pool, by block.
    @Test
    void the_exit_code_of_a_sweep_is_the_worst_of_its_runs() {
        var few = run("compare-50", NOON);
        var first = run("compare-200", NOON.plusSeconds(60), SampleRun.trials());
        var second = run("compare-800", NOON.plusSeconds(120), SampleRun.trials());
        var decided = sweep(List.of(200, 800), read(first, second)).folder();
        var condition = "--fail-if=tomcat virtual<";
        assertThat(report(decided, condition + "3.5x")).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).isEmpty();
        assertThat(report(decided, condition + "4.5x")).isEqualTo(ExitCode.THRESHOLD);
        assertThat(err.toString()).contains("compare-200: ", "compare-800: ").hasLineCount(2);
        assertThat(report(decided, "--fail-if=nothing<1x")).isEqualTo(ExitCode.USAGE);
        var undecided = sweep(List.of(50, 200, 800), read(few, first, second)).folder();
        assertThat(report(undecided, condition + "3.5x")).isEqualTo(ExitCode.UNDECIDED);
    }

    private static List<RunReport> read(Path... runs) {
        return Stream.of(runs).map(RunReport::read).toList();
    }

    @ParameterizedTest
    @EnumSource(OutputFormat.class)
    void a_run_a_sweep_and_two_runs_have_every_form(OutputFormat format) {
        var first = run("compare-50", NOON);
        var second = run("compare-200", NOON.plusSeconds(60));
        var runs = List.of(RunReport.read(first), RunReport.read(second));
        var sweep = sweep(List.of(50, 200), runs).folder();
        assertThat(report("-o", format, first)).isEqualTo(ExitCode.UNDECIDED);
        assertThat(report("-o", format, sweep)).as(err.toString()).isEqualTo(ExitCode.UNDECIDED);
        assertThat(report("-o", format, first, second)).as(err.toString()).isEqualTo(ExitCode.OK);
        assertThat(err.toString()).isEmpty();
        assertThat(out.toString()).endsWith("\n");
    }

    @Test
    void the_form_has_one_option_as_in_other_commands() {
        assertThat(report(run("quickstart", NOON), "--format=json")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("--format");
    }

    @Test
    void what_is_reported_is_also_exported() {
        var run = run("quickstart", NOON);
        assertThat(
                        report(
                                run,
                                "--export=json=" + results.resolve("run.json"),
                                "--export=csv=" + results.resolve("run.csv")))
                .as(err.toString())
                .isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString()).contains("loombench report --open " + run);
        out.getBuffer().setLength(0);
        report(run, "-o", "json");
        assertThat(results.resolve("run.json")).content().isEqualTo(out.toString());
        assertThat(results.resolve("run.csv")).content().hasLineCount(3);
    }

    @Test
    void a_wrong_export_is_wrong_usage_and_reports_nothing() {
        var run = run("quickstart", NOON);
        assertThat(report(run, "--export=json=" + results)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(results + " is no regular file").hasLineCount(1);
        assertThat(out.toString()).isEmpty();
    }

    @Test
    void a_sweep_names_no_run_outside_the_results() throws IOException {
        var elsewhere = run("compare-50", NOON);
        var inner = results.resolve("inner/compare-sweep/2026-01-31T12-00-00");
        SweepStore.write(
                inner,
                new SweepRuns(
                        List.of(
                                new SweepRuns.LevelRun(
                                        50,
                                        Optional.of("../compare-50/" + elsewhere.getFileName())))));
        assertThat(report(inner)).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString()).contains("which is outside this folder");
        assertThat(inner.resolve("report.html")).doesNotExist();
        Files.writeString(inner.resolve("sweep.json"), "{\"format\":1,\"levels\":[]}");
        assertThat(report(inner)).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString()).contains("sweep.json names no run");
        Files.writeString(inner.resolve("sweep.json"), "{\"format\":1,");
        assertThat(report(inner)).isEqualTo(ExitCode.INTERNAL_ERROR);
        assertThat(err.toString()).contains("sweep.json is not the record of a sweep");
    }

    @Test
    void the_name_of_an_experiment_selects_its_newest_run() throws IOException {
        var first = run("quickstart", NOON);
        Path newest = first;
        for (int number : new int[] {2, 9, 10}) { // of the same second
            newest = copy(first, first.resolveSibling(first.getFileName() + "-" + number));
        }
        run("other", NOON.plusSeconds(60));
        assertThat(report("quickstart")).isEqualTo(ExitCode.INVALID); // it has no trial
        assertThat(out.toString()).contains("loombench report --open " + newest);
        assertThat(report(results.resolve("quickstart"))).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void a_run_is_found_from_the_folder_of_the_results() {
        var run = run("quickstart", NOON);
        run("quickstart", NOON.plusSeconds(60));
        assertThat(report(results.relativize(run))).isEqualTo(ExitCode.UNDECIDED);
        assertThat(out.toString()).contains("loombench report --open " + run);
    }

    @Test
    void without_a_run_it_says_how_to_start_one() {
        assertThat(report()).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString())
                .contains("no run below " + results, "loombench run", "--results");
    }

    @Test
    void a_misspelt_name_gets_a_suggestion() {
        run("quickstart", NOON);
        assertThat(report("quickstrat")).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("no run \"quickstrat\"", "did you mean \"quickstart\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "run.json",
                "trials.jsonl",
                "trial-001/latency.hlog",
                "trial-001/series.csv"
            })
    void a_pipe_among_the_files_does_not_block_it(String name) throws Exception {
        var run = run("quickstart", NOON);
        var file = run.resolve(name);
        Files.delete(file);
        pipe(file);
        int code = report(run, "--output", "json");
        assertThat(out.toString() + err)
                .contains("a pipe, socket or device where a regular file is expected")
                .doesNotContain("\tat ");
        assertThat(code).isIn(ExitCode.INTERNAL_ERROR, ExitCode.INVALID);
    }

    @Test
    void a_pipe_in_place_of_a_run_is_no_run() throws Exception {
        var pipe = results.resolve("pipe");
        pipe(pipe);
        assertThat(report(pipe)).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains("is no run");
    }

    private static void pipe(Path file) throws Exception {
        var made = new ProcessBuilder("mkfifo", file.toString()).start();
        assertThat(made.waitFor()).isZero();
    }

    @Test
    void writing_the_page_follows_no_symbolic_link(@TempDir Path elsewhere) throws IOException {
        var mine = Files.writeString(elsewhere.resolve("mine"), "precious");
        var run = run("quickstart", NOON);
        for (var name : new String[] {"report.html", "report.html.new"}) {
            Files.createSymbolicLink(run.resolve(name), mine);
        }
        var page = RunReport.read(run).writePage();
        assertThat(mine).hasContent("precious");
        assertThat(page).isRegularFile().isNotEqualTo(mine).content().contains("<!doctype html>");
        assertThat(Files.isSymbolicLink(page)).isFalse();
    }
}
