package dev.loombench.report.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleFindings;
import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.ResultFinding;
import dev.loombench.analysis.validity.generator.GeneratorStarved;
import dev.loombench.analysis.validity.generator.LateCause;
import dev.loombench.analysis.validity.generator.ScheduleLagged;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Cause;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.finding.Kind;
import dev.loombench.finding.Severity;
import dev.loombench.text.RecordJson;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/// The keys that findings of results and of services have.
class FindingJsonTest {
    private static final String[] KEYS = {
        "severity", "kind", "variants", "message", "impact", "remedy", "figures"
    };

    private static final ResultFinding STARVED = new GeneratorStarved("a", 0.2, 3, true);
    private static final ResultFinding LATE =
            new ScheduleLagged("a", 0.5, 0.1, LateCause.CONNECTIONS, OptionalDouble.empty(), false);

    record Blocked(int threads, double blockedShare) {}

    private static FindingJson of(ResultFinding finding, Optional<ResultFinding> cause) {
        return FindingJson.of(finding, finding.severity(), cause, finding.text());
    }

    private static ServiceFinding service(
            String id,
            List<String> evidence,
            List<String> calls,
            Optional<ServiceFinding> cause,
            Optional<Setting> setting) {
        return new ServiceFinding(
                new Kind(id, "rule", "critical"),
                Severity.CRITICAL,
                Confidence.HIGH,
                new FindingText("all carriers are blocked", "nothing runs", "wait elsewhere"),
                evidence,
                new Blocked(2, 0.5),
                calls,
                0.75,
                cause.map(finding -> new Cause(finding, false)),
                setting,
                Optional.empty());
    }

    private static ServiceFinding bare(String id) {
        return service(id, List.of(), List.of(), Optional.empty(), Optional.empty());
    }

    private static ServiceFinding full() {
        return service(
                "carriers-blocked",
                List.of("in 4 of 4 readings"),
                List.of("a.A.read"),
                Optional.of(bare("cpu-throttled")),
                Optional.of(new Setting(Setting.CARRIERS, 2, 48)));
    }

    private static JsonNode json(FindingJson finding) {
        return RecordJson.tree(finding);
    }

    @Test
    void every_finding_of_a_result_has_the_common_keys_alone() {
        assertThat(SampleFindings.ALL)
                .allSatisfy(finding ->
                        assertThat(json(of(finding, Optional.empty())).propertyNames())
                                .containsExactly(KEYS));
    }

    @Test
    void a_finding_of_a_service_has_the_common_keys_in_the_same_order() {
        var json = json(FindingJson.of(bare("carriers-blocked")));
        assertThat(json.propertyNames())
                .startsWith(KEYS)
                .endsWith("confidence", "evidence", "calls", "lostShare")
                .hasSize(KEYS.length + 4);
        assertThat(json.at("/evidence").toString()).isEqualTo("[]");
        assertThat(json.at("/calls").toString()).isEqualTo("[]");
        assertThat(json.at("/confidence").asString()).isEqualTo("high");
        assertThat(json.at("/lostShare").asDouble()).isEqualTo(0.75);
        assertThat(json.at("/variants").toString()).isEqualTo("[]");
    }

    @Test
    void what_explains_a_finding_has_one_key_at_one_place() {
        var late = json(of(LATE, Optional.of(STARVED)));
        assertThat(late.at("/consequenceOf").asString()).isEqualTo("generator-starved");
        var blocked = json(FindingJson.of(full()));
        assertThat(blocked.at("/consequenceOf").asString()).isEqualTo("cpu-throttled");
        assertThat(blocked.propertyNames()).startsWith(late.propertyNames().toArray(String[]::new));
    }

    @Test
    void a_finding_of_a_service_has_its_own_keys_behind_the_common_ones() {
        var json = json(FindingJson.of(full()));
        assertThat(json.propertyNames())
                .endsWith("confidence", "evidence", "calls", "lostShare", "setting")
                .hasSize(KEYS.length + 6);
        assertThat(json.at("/figures").toString())
                .isEqualTo("{\"threads\":2,\"blockedShare\":0.5}");
        assertThat(json.at("/setting/proposed").asLong()).isEqualTo(48);
    }

    /// An inspection masks secrets by writing and reading it.
    @Test
    void a_finding_is_read_as_it_was_written() {
        var late = of(LATE, Optional.empty());
        assertThat(List.of(late, FindingJson.of(bare("carriers-blocked")), FindingJson.of(full())))
                .allSatisfy(finding ->
                        assertThat(
                                        RecordJson.withTexts(
                                                finding,
                                                FindingJson.class,
                                                UnaryOperator.identity()))
                                .isEqualTo(finding));
    }
}
