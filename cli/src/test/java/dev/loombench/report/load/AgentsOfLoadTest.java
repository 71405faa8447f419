package dev.loombench.report.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.load.LoadSummary;
import dev.loombench.analysis.validity.agent.AgentBehind;
import dev.loombench.analysis.validity.agent.AgentFinding;
import dev.loombench.analysis.validity.agent.AgentLate;
import dev.loombench.base.Window;
import dev.loombench.cli.SampleLoad;
import dev.loombench.load.result.LoadResults;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.AgentFigures;
import dev.loombench.result.RoundTrips;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AgentsOfLoadTest {
    private static final RoundTrips ROUND_TRIPS = new RoundTrips(9, 400_000, 500_000, 2_000_000);

    @Test
    void agents_with_equal_shares_have_no_problem() {
        assertThat(kinds(agent("a:1", 500, 0), agent("b:1", 500, 0))).isEmpty();
    }

    @Test
    void an_agent_that_sent_fewer_than_the_others_is_named() {
        // 450 are 5 % below the mean of 475.
        var problems = problems(agent("a:1", 500, 0), agent("b:1", 450, 0));
        assertThat(problems).extracting(ResultFinding::kind).containsExactly(AgentBehind.KIND);
        assertThat(problems.getFirst().ofLoad().message())
                .isEqualTo("the agent b:1 sent 450 requests, and the agents 475 on average");
    }

    @Test
    void a_clock_that_moved_is_a_problem() {
        // The error is 0.2 ms, half of the round trip.
        assertThat(kinds(agent("a:1", 500, 49_000_000), agent("b:1", 500, 0))).isEmpty();
        assertThat(kinds(agent("a:1", 500, -50_000_000), agent("b:1", 500, 0)))
                .containsExactly("agent-clock");
    }

    /// 200 ms are 2 % of the window of 10 s, and half of that is 1 % of the load.
    @Test
    void an_agent_that_began_late_is_a_note_until_it_lacks_one_percent_of_the_load() {
        assertThat(kinds(agent("a:1", 500, 0), late("b:1", 200_000_000))).isEmpty();
        assertThat(summary(agent("a:1", 500, 0), late("b:1", 200_000_000)).notes())
                .contains(new AgentLate("this load", "b:1", 200_000_000, 0.02, 0.01));
        assertThat(kinds(agent("a:1", 500, 0), late("b:1", 200_000_001)))
                .containsExactly("agent-late");
        assertThat(summary(agent("a:1", 500, 0), late("b:1", 200_000_001)).notes())
                .noneMatch(AgentLate.class::isInstance);
    }

    @Test
    void a_busy_agent_is_a_problem_though_the_mean_is_not() {
        assertThat(kinds(busy("a:1", 0.95), busy("b:1", 0.1)))
                .containsExactly("generator-saturated");
        assertThat(problems(busy("a:1", 0.95), busy("b:1", 0.1)).getFirst().ofLoad().message())
                .startsWith("agent a:1: ");
    }

    @Test
    void a_lost_agent_comes_first_with_its_share() {
        var summary = summary(agent("a:1", 500, 0), lost());
        var text = String.join("\n", new LoadDocument(summary).lines(AnsiStyle.NONE, 400)) + "\n";
        assertThat(text)
                .containsPattern("Invalid result: .*\n\n  Invalid: the agent c:1 left")
                .contains(
                        "Invalid: the agent c:1 left, 3.00 s after the start of the window; its"
                                + " share is missing, 4 of 8 connections (50 %);")
                .contains("agent  connections  responses/s")
                .containsPattern("a:1 +4 +50\\.0 +100 µs .* 500 µs +200 µs")
                .containsPattern("c:1 +4 +lost\n");
    }

    @Test
    void the_agents_are_in_the_json() {
        var json =
                RecordJson.tree(LoadJson.of(summary(agent("a:1", 500, 7), lost()))).path("agents");
        assertThat(json.at("/0/address").asString()).isEqualTo("a:1");
        assertThat(json.at("/0/sent").asLong()).isEqualTo(500);
        assertThat(json.at("/0/throughputPerSecond").asDouble()).isEqualTo(50);
        assertThat(json.at("/0/clockErrorNanos").asLong()).isEqualTo(200_000);
        assertThat(json.at("/0/clockDriftNanos").asLong()).isEqualTo(7);
        assertThat(json.at("/0/roundTrip/medianNanos").asLong()).isEqualTo(500_000);
        assertThat(json.at("/1/lost").asString()).isEqualTo("left");
        assertThat(json.at("/1/lostAfterNanos").asLong()).isEqualTo(3_000_000_000L);
        assertThat(json.at("/1/sent").isMissingNode()).isTrue();
    }

    private static List<String> kinds(AgentFigures... agents) {
        return problems(agents).stream().map(f -> f.kind().id()).toList();
    }

    private static List<ResultFinding> problems(AgentFigures... agents) {
        return summary(agents).problems().stream().filter(AgentFinding.class::isInstance).toList();
    }

    private static LoadSummary summary(AgentFigures... agents) {
        var sample = SampleLoad.with();
        return new LoadSummary(
                sample.request(),
                sample.result(),
                false,
                OptionalLong.empty(),
                Optional.empty(),
                OptionalLong.empty(),
                List.of(agents),
                false,
                Optional.empty());
    }

    private static AgentFigures agent(String address, long sent, long drift) {
        return agent(address, sent, drift, 0.05);
    }

    private static AgentFigures busy(String address, double share) {
        return agent(address, 500, 0, share);
    }

    private static AgentFigures agent(String address, long sent, long drift, double busy) {
        return agent(address, SampleLoad.with().result().window(), sent, drift, busy);
    }

    /// Its window began later, and ended with that of the load.
    private static AgentFigures late(String address, long nanos) {
        var window = SampleLoad.with().result().window();
        var rest = new Window(window.startNanos() + nanos, window.endNanos());
        return agent(address, rest, 500, 0, 0.05);
    }

    private static AgentFigures agent(
            String address, Window window, long sent, long drift, double busy) {
        var lag = SampleLoad.with().result().generator().sendLag();
        var result =
                LoadResults.of(
                        window,
                        LoadResults.counts(sent, sent, Map.of(), 0, sent, 1_000),
                        LoadResults.connections(4, 4, 0, List.of()),
                        LoadResults.generator("nio", 5_000_000, busy, lag),
                        List.of());
        return new AgentFigures(
                address,
                false,
                new AgentFigures.Share(4, 8),
                Optional.of(result),
                new AgentFigures.Clock(ROUND_TRIPS, 200_000, OptionalLong.of(drift)),
                AgentFigures.Network.UNKNOWN,
                Optional.empty());
    }

    private static AgentFigures lost() {
        return new AgentFigures(
                "c:1",
                false,
                new AgentFigures.Share(4, 8),
                Optional.empty(),
                new AgentFigures.Clock(ROUND_TRIPS, 200_000, OptionalLong.empty()),
                AgentFigures.Network.UNKNOWN,
                Optional.of(new AgentFigures.Loss("left", 3_000_000_000L)));
    }
}
