package dev.loombench.analysis.validity.agent;

import static dev.loombench.ChangedSampleRun.findings;
import static dev.loombench.ChangedSampleRun.like;
import static dev.loombench.ChangedSampleRun.results;
import static dev.loombench.ChangedSampleRun.severity;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.SampleRun;
import dev.loombench.analysis.Analysis;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.GeneratorSaturated;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.machine.NetworkCrossed;
import dev.loombench.analysis.validity.machine.SharedMachine;
import dev.loombench.base.Window;
import dev.loombench.experiment.Metric;
import dev.loombench.finding.Severity;
import dev.loombench.load.result.LoadResults;
import dev.loombench.report.Reported;
import dev.loombench.report.html.HtmlReport;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.RoundTrips;
import dev.loombench.result.Trial;
import dev.loombench.result.TrialOutcome.Completed;
import dev.loombench.result.TrialOutcome.Failed;
import dev.loombench.result.TrialResult;
import dev.loombench.traffic.Arrival;
import dev.loombench.traffic.LoadModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/// Findings about the agents of a run, and their rows in its reports.
class AgentFindingTest {
    private static final LoadModel OPEN = new LoadModel.Open(1_000, Arrival.CONSTANT, 400);

    @Test
    void a_load_from_other_machines_has_the_network_in_place_of_the_shared_machine() {
        var found = findings(SampleRun.manifest(), _ -> driven(agent("a:1"), agent("b:1")));
        assertThat(found)
                .noneMatch(SharedMachine.class::isInstance)
                .noneMatch(AgentFinding.class::isInstance);
        // 2 of 1,000 segments each, and the shortest connects took 0.2 ms.
        assertThat(found)
                .filteredOn(NetworkCrossed.class::isInstance)
                .singleElement()
                .extracting(f -> f.text().message())
                .isEqualTo(
                        "the load crossed a network: round trip 200 µs, 0.20 % of the TCP segments retransmitted");
    }

    @Test
    void an_agent_on_the_machine_of_the_server_shares_it() {
        var found = findings(SampleRun.manifest(), _ -> driven(local("a:1"), agent("b:1")));
        assertThat(found)
                .anyMatch(SharedMachine.class::isInstance)
                .noneMatch(NetworkCrossed.class::isInstance);
    }

    /// The processors of the server's machine do not drive a load from elsewhere.
    @Test
    void only_local_generators_count_as_load_of_the_servers_machine() {
        assertThat(driven(agent("a:1"), agent("b:1")).localGeneratorNanos()).isZero();
        assertThat(driven(local("a:1"), agent("b:1")).localGeneratorNanos()).isEqualTo(5_000_000);
    }

    @Test
    void an_agent_that_sent_fewer_requests_makes_an_open_load_invalid() {
        // 900 are 5.3 % below the mean of 950.
        var found =
                findings(
                        like(OPEN, Metric.P99),
                        _ -> driven(agent("a:1"), agent("b:1", 900, 0.1, 0)));
        assertThat(found)
                .filteredOn(AgentBehind.class::isInstance)
                .hasSize(2) // in each variant
                .allMatch(f -> f.severity() == Severity.INVALID)
                .first()
                .extracting(f -> f.text().message())
                .asString()
                .endsWith(": the agent b:1 sent 900 requests, and the agents 950 on average");
    }

    /// 0.98 x 980.5 - 1 = 959.9 and 0.98 x 978.5 - 1 = 957.9; 0.98 x 9 - 1 = 7.8 and 0.98 x 8.5 - 1
    /// = 7.3.
    @ParameterizedTest
    @CsvSource({"1000, 961, none", "1000, 957, invalid", "10, 8, none", "10, 7, invalid"})
    void an_agent_is_behind_from_two_percent_and_one_request_on(
            long most, long fewest, String severity) {
        Function<Trial, Completed> unequal =
                _ -> driven(agent("a:1", most, 0.1, 0), agent("b:1", fewest, 0.1, 0));
        assertThat(severity(AgentBehind.class, findings(like(OPEN, Metric.P99), unequal)))
                .isEqualTo(severity);
        assertThat(severity(AgentBehind.class, findings(SampleRun.manifest(), unequal)))
                .as("in a closed load, where responses decide how many each sends")
                .isEqualTo("none");
    }

    /// Of 12 arrivals for two agents with four workers each, those of the first have two each and
    /// the others one: 0.98 x 6 - 4 = 1.9. Those of agents with one worker are 6 each.
    @Test
    void each_worker_of_an_agent_may_have_an_arrival_less() {
        var first = agent("a:1", 8, 0.1, 0);
        var second = agent("b:1", 4, 0.1, 0);
        var ofFour = List.of(workers(4, first), workers(4, second));
        assertThat(AgentBehind.of(SampleRun.POOL, OPEN, ofFour)).isEmpty();
        assertThat(AgentBehind.of(SampleRun.POOL, OPEN, List.of(first, second))).hasSize(1);
    }

    private static AgentFigures workers(int count, AgentFigures agent) {
        var result = agent.result().orElseThrow();
        return agent.with(
                LoadResults.of(
                        result.window(),
                        result.counts(),
                        result.connections(),
                        LoadResults.with(result.generator(), count),
                        result.intervals()));
    }

    /// Its offset was known with an error of 0.1 ms before the load.
    @ParameterizedTest
    @CsvSource({"47.5, none", "49.85, none", "49.95, invalid", "-52.5, invalid"})
    void a_clock_that_may_be_wrong_by_over_50_ms_makes_a_trial_invalid(
            double driftMillis, String severity) {
        long drift = Math.round(driftMillis * 1e6);
        Function<Trial, Completed> moved =
                _ -> driven(agent("a:1"), agent("b:1", 1_000, 0.1, drift));
        assertThat(severity(AgentClock.class, findings(SampleRun.manifest(), moved)))
                .isEqualTo(severity);
    }

    /// 20 ms are 1 % of the window of 2 s; half of the connections lack 1 % of the load after 40.
    @ParameterizedTest
    @CsvSource({"0, none", "20, none", "20.001, note", "40, note", "40.001, invalid"})
    void an_agent_that_began_late_lowers_the_throughput(double lateMillis, String severity) {
        Function<Trial, Completed> late = _ -> driven(agent("a:1"), late("b:1", lateMillis));
        assertThat(severity(AgentLate.class, findings(SampleRun.manifest(), late)))
                .isEqualTo(severity);
        Function<Trial, Completed> equal =
                _ -> driven(late("a:1", lateMillis), late("b:1", lateMillis));
        assertThat(severity(AgentLate.class, findings(SampleRun.manifest(), equal)))
                .as("where all began at the same time")
                .isEqualTo("none");
    }

    @Test
    void of_the_windows_of_an_agent_that_counts_which_began_latest() {
        var windows =
                List.of(
                        List.of(agent("a:1"), late("b:1", 60)),
                        List.of(late("a:1", 50), late("b:1", 100)),
                        List.of(agent("a:1"), late("b:1", 10)));
        assertThat(AgentLate.of(SampleRun.POOL, windows, true))
                .containsExactly(new AgentLate(SampleRun.POOL, "b:1", 60_000_000, 0.03, 0.015));
    }

    /// The order to close its window reached one of two agents 60 ms after the other, 3 % of the
    /// window of 2 s; with a number of requests, the other had ended with its own.
    @Test
    void an_agent_that_ended_early_lacks_responses_where_time_ends_a_window() {
        var windows = List.of(List.of(early("a:1", 60), agent("b:1")));
        assertThat(AgentLate.of(SampleRun.POOL, windows, true))
                .containsExactly(new AgentLate(SampleRun.POOL, "a:1", 60_000_000, 0.03, 0.015));
        assertThat(AgentLate.of(SampleRun.POOL, windows, false)).isEmpty();
    }

    /// Each lacks 1.5 % of the load, and both 3 %.
    @Test
    void the_missing_share_is_that_of_all_agents() {
        var windows = List.of(List.of(early("a:1", 60), late("b:1", 60)));
        assertThat(AgentLate.of(SampleRun.POOL, windows, true))
                .containsExactly(
                        new AgentLate(SampleRun.POOL, "a:1", 60_000_000, 0.03, 0.03),
                        new AgentLate(SampleRun.POOL, "b:1", 60_000_000, 0.03, 0.03));
    }

    /// The response times of the requests that were recorded are right.
    @Test
    void a_late_agent_affects_what_is_counted() {
        var late = new AgentLate(SampleRun.POOL, "b:1", 60_000_000, 0.03, 0.015);
        assertThat(invalidates(late, Metric.THROUGHPUT)).isTrue();
        assertThat(invalidates(late, Metric.CPU_PER_REQUEST)).isTrue();
        assertThat(invalidates(late, Metric.P99)).isFalse();
        assertThat(invalidates(late, Metric.PEAK_RSS)).isFalse();
    }

    @Test
    void a_busy_agent_makes_a_trial_invalid_though_the_mean_is_not_busy() {
        var found =
                findings(
                        SampleRun.manifest(),
                        _ -> driven(agent("a:1"), agent("b:1", 1_000, 0.95, 0)));
        assertThat(found)
                .filteredOn(f ->
                        f instanceof AgentGenerator(_, _, var own)
                                && own instanceof GeneratorSaturated)
                .hasSize(2)
                .allMatch(f -> f.kind().equals(GeneratorSaturated.KIND))
                .first()
                .satisfies(f -> {
                    assertThat(f.variants()).containsExactly(SampleRun.POOL);
                    assertThat(f.text().message())
                            .startsWith(
                                    SampleRun.POOL + ", agent b:1: the load generator was busy");
                });
    }

    /// Requests that wait for their generator affect response times; memory and, without late
    /// arrivals, throughput do not depend on it.
    @Test
    void an_agents_generator_affects_the_metrics_that_a_local_one_does() {
        var waiting = starved(0);
        assertThat(waiting.severity()).isEqualTo(Severity.INVALID);
        assertThat(waiting.affects(Metric.P99)).isTrue();
        assertThat(waiting.affects(Metric.THROUGHPUT)).isFalse();
        assertThat(starved(5).affects(Metric.THROUGHPUT)).isTrue();
        assertThat(invalidates(waiting, Metric.P99)).isTrue();
        assertThat(invalidates(waiting, Metric.PEAK_RSS)).isFalse();
        var busy =
                new AgentGenerator(
                        SampleRun.POOL,
                        "b:1",
                        new GeneratorSaturated(SampleRun.POOL, 0.95, 0.97, 3, 3));
        assertThat(invalidates(busy, Metric.PEAK_RSS)).isTrue();
    }

    private static AgentGenerator starved(long lateArrivals) {
        return new AgentGenerator(
                SampleRun.POOL,
                "b:1",
                new GeneratorStarved(SampleRun.POOL, 0.6, lateArrivals, true));
    }

    private static boolean invalidates(ResultFinding finding, Metric metric) {
        return finding.invalidates(metric, SampleRun.POOL, SampleRun.VIRTUAL);
    }

    @Test
    void a_trial_that_lost_an_agent_makes_the_result_invalid() {
        var trials = new ArrayList<TrialResult>(SampleRun.trials());
        var lost = trials.getLast().trial();
        var reason = "the agent b:1 left; its share is missing, 200 of 400 connections";
        trials.set(
                trials.size() - 1, SampleRun.result(lost, new Failed("agents", reason, List.of())));
        assertThat(Analysis.of(SampleRun.manifest(), trials).findings(Severity.INVALID))
                .contains(new LostAgent(lost.variant(), reason));
    }

    @Test
    void each_report_has_a_row_per_agent() {
        var manifest = SampleRun.manifest();
        var trials = results(manifest, _ -> driven(agent("a:1"), agent("b:1")));
        var analysis = Analysis.of(manifest, trials);
        assertThat(Reported.text(analysis, 200))
                .contains("Agents")
                // 1,000 responses in the 2 s of the window; 5 ms of CPU for them.
                .anyMatch(line ->
                        line.matches(
                                " +tomcat virtual, b:1 +200 +500 .*5\\.00 µs +10 % +200 µs +0\\.20 % +100 µs"));
        assertThat(HtmlReport.of(analysis, trials, Path.of("results")))
                .contains("<h2 id=\"h-agents\">Agents</h2>", "tomcat virtual, b:1");
        assertThat(Reported.markdown(analysis))
                .contains("#### Agents")
                .anyMatch(line -> line.startsWith("| tomcat virtual, b:1 | 200 | 500 | "));
        var rows =
                JsonMapper.shared()
                        .readTree(Reported.json(analysis, Path.of("results")))
                        .path("agents");
        assertThat(rows).hasSize(4); // of two variants
        assertThat(rows.at("/0/address").asString()).isEqualTo("a:1");
        assertThat(rows.at("/0/throughputPerSecond").asDouble()).isEqualTo(500);
        assertThat(rows.at("/0/cpuPerRequestMicros").asDouble()).isEqualTo(5);
        assertThat(rows.at("/0/roundTripMicros").asDouble()).isEqualTo(200);
        assertThat(rows.at("/0/retransmittedShare").asDouble()).isEqualTo(0.002);
        assertThat(rows.at("/0/clockErrorMicros").asDouble()).isEqualTo(100);
    }

    @Test
    void the_json_of_a_run_with_agents_conforms_to_its_published_schema() throws IOException {
        var manifest = SampleRun.manifest();
        var analysis =
                Analysis.of(manifest, results(manifest, _ -> driven(agent("a:1"), agent("b:1"))));
        var json = Reported.json(analysis, Path.of("results"));
        assertThat(PublishedSchema.OUTPUT.errors(json)).isEmpty();
    }

    @Test
    void a_report_of_a_load_without_agents_has_no_rows() {
        var analysis = Analysis.of(SampleRun.manifest(), SampleRun.trials());
        assertThat(Reported.json(analysis, Path.of("results"))).doesNotContain("\"agents\"");
        assertThat(Reported.text(analysis, 200)).doesNotContain("Agents");
        assertThat(Reported.markdown(analysis)).doesNotContain("#### Agents");
    }

    private static Completed driven(AgentFigures... agents) {
        var trial = SampleRun.completed(1_000, 400);
        return new Completed(
                trial.warmUp(),
                trial.load(),
                trial.unloaded(),
                trial.observations(),
                Optional.empty(),
                List.of(agents),
                Optional.empty());
    }

    private static AgentFigures agent(String address) {
        return agent(address, 1_000, 0.1, 0);
    }

    private static AgentFigures local(String address) {
        return figures(address, true, 1_000, 0.1, 0);
    }

    private static AgentFigures agent(String address, long sent, double busy, long drift) {
        return figures(address, false, sent, busy, drift);
    }

    /// Its window began later, and ended with that of the load.
    private static AgentFigures late(String address, double millis) {
        var window = SampleRun.completed(1_000, 400).load().window();
        long start = window.startNanos() + Math.round(millis * 1e6);
        return figures(address, false, new Window(start, window.endNanos()), 1_000, 0.1, 0);
    }

    /// Its window ended before that of the load.
    private static AgentFigures early(String address, long millis) {
        var window = SampleRun.completed(1_000, 400).load().window();
        long end = window.endNanos() - millis * 1_000_000;
        return figures(address, false, new Window(window.startNanos(), end), 1_000, 0.1, 0);
    }

    private static AgentFigures figures(
            String address, boolean local, long sent, double busy, long drift) {
        var window = SampleRun.completed(1_000, 400).load().window();
        return figures(address, local, window, sent, busy, drift);
    }

    private static AgentFigures figures(
            String address, boolean local, Window window, long sent, double busy, long drift) {
        var like = SampleRun.completed(1_000, 400).load();
        var result =
                LoadResults.of(
                        window,
                        LoadResults.counts(sent, sent, Map.of(), 0, sent, 1_000),
                        LoadResults.connections(200, 200, 0, List.of()),
                        LoadResults.generator("nio", 5_000_000, busy, like.generator().sendLag()),
                        List.of());
        return new AgentFigures(
                address,
                local,
                new AgentFigures.Share(200, 400),
                Optional.of(result),
                new AgentFigures.Clock(
                        new RoundTrips(9, 200_000, 250_000, 900_000),
                        100_000,
                        OptionalLong.of(drift)),
                new AgentFigures.Network(
                        OptionalLong.of(200_000), OptionalLong.of(1_000), OptionalLong.of(2)),
                Optional.empty());
    }
}
