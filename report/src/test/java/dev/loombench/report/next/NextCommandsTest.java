package dev.loombench.report.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCapacity;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.capacity.Capacity;
import dev.loombench.analysis.capacity.CapacityResult;
import dev.loombench.analysis.capacity.RateProbe;
import dev.loombench.analysis.capacity.objective.Objectives;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ChangedOverTime;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ConnectionsLimited;
import dev.loombench.analysis.validity.capacity.CapacityFinding.FlatBurn;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProbesDisturbed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.ProcessFailed;
import dev.loombench.analysis.validity.capacity.CapacityFinding.TooFewRequests;
import dev.loombench.analysis.validity.machine.ConcurrentRun;
import dev.loombench.experiment.Claim;
import dev.loombench.export.Outline;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.report.json.RunJson;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.Invocation;
import dev.loombench.result.RunManifest;
import dev.loombench.text.RecordJson;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextCommandsTest {
    private static final Path FOLDER = Path.of("results/it's/1");

    private static List<String> lines(RunManifest run) {
        var analysis = Analysis.of(run, List.of());
        return NextCommand.lines(NextCommands.ofRun(analysis, FOLDER, false), AnsiStyle.NONE);
    }

    @Test
    void a_step_says_once_that_it_has_a_mask() {
        var step = new NextCommand("loombench compare 'java -Dpw=***'", "again");
        assertThat(step.why()).startsWith("again").containsOnlyOnce("***");
        assertThat(new NextCommand(step.command(), step.why())).isEqualTo(step);
        assertThat(new NextCommand("ls", "again").why()).isEqualTo("again");
    }

    /// The name of the experiment does not matter: another may be called quickstart.
    @Test
    void only_a_first_run_is_followed_by_others() {
        assertThat(lines(SampleRun.typed("run")))
                .containsExactly(
                        "Next steps",
                        "  loombench report --verbose 'results/it'\\''s/1'  # the details, and each finding explained",
                        "  loombench report --open 'results/it'\\''s/1'  # charts",
                        "  loombench run cpu-bound  # the same for a handler that computes",
                        "  loombench compare app.jar --models pool:200,virtual  # the same for your own service");
        assertThat(lines(SampleRun.typed("run", "--live"))).hasSize(5);
        assertThat(lines(SampleRun.typed("run", "quickstart"))).hasSize(3);
        assertThat(lines(SampleRun.typed())).hasSize(3);
    }

    @Test
    void every_form_of_a_run_has_what_follows() {
        var trials = SampleRun.trials();
        var analysis = Analysis.of(SampleRun.typed("run"), trials);
        var next = NextCommands.ofRun(analysis, FOLDER, true);
        assertThat(RecordJson.tree(RunJson.of(analysis, FOLDER.toString())).at("/next"))
                .isEqualTo(RecordJson.tree(next));
        assertThat(HtmlReport.of(analysis, trials, FOLDER))
                .contains("<pre", "loombench run cpu-bound")
                .doesNotContain("loombench report --open");
        assertThat(NextCommand.section(List.of(new NextCommand("ls -l", "the files"))).parts())
                .containsExactly(new Outline.Item("", "the files"), new Outline.Command("ls -l"));
    }

    @Test
    void nothing_follows_where_there_is_no_command() {
        assertThat(NextCommand.lines(List.of(), AnsiStyle.NONE)).isEmpty();
    }

    @Test
    void an_undecided_search_is_repeated_with_more_processes() {
        var undecided =
                SampleCapacity.claiming(
                        SampleCapacity.claim(
                                new Claim.Relation.Above(), new Claim.Target.FixedValue(905)));
        assertThat(
                        NextCommands.ofCapacity(
                                undecided,
                                new Invocation(
                                        List.of(
                                                "capacity",
                                                "app.jar",
                                                "--processes=4",
                                                "--slo=p99<50ms")),
                                false))
                .singleElement()
                .satisfies(next ->
                        assertThat(next.command())
                                .matches(
                                        "loombench capacity app.jar --processes \\d+ --slo 'p99<50ms'"));
    }

    @Test
    void a_decided_search_of_an_experiment_is_followed_by_a_run_below_the_lowest_capacity() {
        var typed = new Invocation(List.of("capacity", "mine.yaml", "--slo=p99<50ms"));
        assertThat(NextCommands.ofCapacity(SampleCapacity.two(), typed, true))
                .singleElement()
                .satisfies(next ->
                        assertThat(next.command()).isEqualTo("loombench run mine.yaml --rate 720"));
        assertThat(NextCommands.ofCapacity(SampleCapacity.two(), typed, false)).isEmpty();
    }

    @Test
    void a_run_below_the_lowest_capacity_measures_what_the_search_measured() {
        var typed =
                new Invocation(
                        List.of(
                                "capacity",
                                "mine.yaml",
                                "--slo=p99<50ms",
                                "--variant=tomcat virtual",
                                "--path=/heavy",
                                "-c=300",
                                "--hold-time=0s",
                                "--load-on=10.0.0.2:7800",
                                "--key-file=k"));
        assertThat(NextCommands.ofCapacity(SampleCapacity.two(), typed, true))
                .singleElement()
                .satisfies(next ->
                        assertThat(next.command())
                                .isEqualTo(
                                        "loombench run mine.yaml --variant 'tomcat virtual' --path"
                                                + " /heavy -c 300 --load-on 10.0.0.2:7800"
                                                + " --key-file k --rate 720"));
    }

    @Test
    void an_invalid_search_is_repeated_with_what_it_lacked() {
        var typed = new Invocation(List.of("capacity", "mine.yaml", "--slo=p99<50ms", "--no-wait"));
        var same = "loombench capacity mine.yaml --slo 'p99<50ms'";
        var again = same + " --no-wait";
        assertThat(next(new ConcurrentRun(), typed)).isEqualTo(same + " --wait");
        assertThat(next(new ProcessFailed(SampleRun.POOL, 2, "it ended"), typed)).isEqualTo(again);
        assertThat(next(new ProbesDisturbed(SampleRun.POOL, 4, 6, "x"), typed)).isEqualTo(again);
        assertThat(next(new FlatBurn(SampleRun.POOL, 500, 250, 0.9), typed))
                .isEqualTo(again + " --duration 24s");
        assertThat(next(new ChangedOverTime(SampleRun.POOL, 500, 9), typed))
                .startsWith(again + " --warm-up ");
    }

    /// At the lowest rate p99 was 400 ms; or it was 100 ms, and requests failed.
    @Test
    void an_objective_that_no_rate_holds_is_followed_by_one_that_the_lowest_rate_shows() {
        var slow = SampleCapacity.probe(SampleRun.POOL, 1, 1, 2, RateProbe.Outcome.VIOLATED);
        var typed =
                new Invocation(
                        List.of("capacity", "app.jar", "--slo=p99<200ms", "--slo=errors<0.1%"));
        assertThat(next(SampleCapacity.with(new Capacity.NotMet(slow)), typed))
                .isEqualTo("loombench capacity app.jar --slo 'p99<800ms' --slo 'errors<0.1%'");
        var fast = SampleCapacity.probe(SampleRun.POOL, 1, 1, 0.5, RateProbe.Outcome.VIOLATED);
        assertThat(next(SampleCapacity.with(new Capacity.NotMet(fast)), typed))
                .as("errors")
                .endsWith(" --verbose");
        assertThat(
                        NextCommands.ofCapacity(
                                SampleCapacity.with(new Capacity.NotMet(fast)),
                                typed.with("--verbose"),
                                false))
                .as("shown already")
                .isEmpty();
        var timedOut = new RateProbe.Figures(6, 60, 60, 0, 10_000_000_000L, 10_000_000_000L);
        assertThat(next(notMet(timedOut), typed))
                .as("time-outs, which no limit changes")
                .endsWith(" --verbose");
    }

    /// Of 600 requests 20 failed, and p99 was 400 ms.
    @Test
    void errors_that_an_objective_allows_are_no_reason_against_a_looser_limit() {
        var some = notMet(new RateProbe.Figures(6, 600, 20, 96, 150_000_000, 400_000_000));
        var allowing =
                new CapacityResult(
                        some.manifest(),
                        Objectives.parse(List.of("p99<200ms", "errors<5%")),
                        some.variants(),
                        List.of(),
                        true);
        var typed =
                new Invocation(
                        List.of("capacity", "app.jar", "--slo=p99<200ms", "--slo=errors<5%"));
        assertThat(next(allowing, typed))
                .isEqualTo("loombench capacity app.jar --slo 'p99<800ms' --slo 'errors<5%'");
    }

    private static CapacityResult notMet(RateProbe.Figures lowest) {
        return SampleCapacity.with(
                new Capacity.NotMet(
                        new RateProbe(
                                1,
                                SampleRun.POOL,
                                1,
                                1,
                                RateProbe.Purpose.BRACKET,
                                10,
                                lowest,
                                1_000,
                                RateProbe.Outcome.VIOLATED,
                                Optional.empty())));
    }

    private static String next(ResultFinding finding, Invocation typed) {
        return next(SampleCapacity.two(finding), typed);
    }

    private static String next(CapacityResult result, Invocation typed) {
        return NextCommands.ofCapacity(result, typed, false).getFirst().command();
    }

    @Test
    void a_search_that_ended_early_is_followed_by_the_command_that_decides_it() {
        var typed = new Invocation(List.of("capacity", "app.jar", "--slo=p99<50ms"));
        assertThat(NextCommands.ofCapacity(SampleCapacity.interrupted(), typed, false))
                .singleElement()
                .satisfies(next ->
                        assertThat(next.command())
                                .isEqualTo("loombench capacity app.jar --slo 'p99<50ms'"));
        var unconfirmed = SampleCapacity.with(Capacity.Estimated.unconfirmed(900));
        assertThat(NextCommands.ofCapacity(unconfirmed, typed, false))
                .singleElement()
                .satisfies(next -> assertThat(next.command()).endsWith(" --processes 4"));
        var few = SampleCapacity.two(new TooFewRequests(SampleRun.POOL, 2, 100));
        assertThat(NextCommands.ofCapacity(few, typed, false))
                .singleElement()
                .satisfies(next -> assertThat(next.command()).contains(" --duration "));
        assertThat(next(few, typed.with(List.of("-d"), "9s"))).endsWith(" --duration 36s");
        assertThat(next(few, typed.with(List.of("--duration"), "9"))).endsWith(" --duration 36s");
        assertThat(next(few, typed.with(List.of("-d"), "3m"))).endsWith(" --duration 10m");
        assertThat(NextCommands.ofCapacity(few, typed.with(List.of("-d"), "10m"), false)).isEmpty();
        var limited = SampleCapacity.two(new ConnectionsLimited(SampleRun.POOL, 1_950, 1_000));
        assertThat(NextCommands.ofCapacity(limited, typed.with(List.of("-c"), "1000"), false))
                .singleElement()
                .satisfies(next ->
                        assertThat(next.command())
                                .isEqualTo(
                                        "loombench capacity app.jar --slo 'p99<50ms'"
                                                + " --connections 2000"));
    }

    /// A whole number of requests per second would be 1, twice the capacity.
    @Test
    void a_rate_below_a_capacity_below_1_is_below_it_too() {
        assertThat(NextCommands.below(0.5)).isEqualTo("0.4");
        assertThat(NextCommands.below(0.0123)).isEqualTo("0.00984");
        assertThat(NextCommands.below(12.5)).isEqualTo("10");
    }

    @Test
    void a_high_rate_is_whole() {
        assertThat(NextCommands.below(341)).isEqualTo("273");
        assertThat(NextCommands.below(1_000)).isEqualTo("800");
    }
}
