package dev.loombench.report.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRuntimes;
import dev.loombench.observe.result.RunningJvm;
import dev.loombench.text.RecordJson;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JvmTableTest {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    static final List<RunningJvm> JVMS =
            List.of(
                    new RunningJvm(
                            4711,
                            "shop.jar",
                            Optional.of(SampleRuntimes.hotSpot("25.0.3")),
                            Optional.of(NOW.minusSeconds(90)),
                            Optional.empty()),
                    new RunningJvm(
                            12,
                            "evil\u001b[2J",
                            Optional.empty(),
                            Optional.empty(),
                            Optional.of("it runs on OpenJ9")));

    @Test
    void each_jvm_has_a_line_and_a_reason_where_it_cannot_be_inspected() {
        assertThat(JvmTable.text(JVMS, List.of(), NOW))
                .containsExactly(
                        "JVMs of this user; loombench inspect PID or NAME inspects one:",
                        "program    PID                        JDK  runs for",
                        "shop.jar  4711  25.0.3 (Eclipse Adoptium)     1 min",
                        "evil\uFFFD[2J    12                        n/a       n/a",
                        "  cannot be inspected: it runs on OpenJ9");
    }

    @Test
    void no_jvm_is_said() {
        assertThat(JvmTable.text(List.of(), List.of(), NOW).getFirst())
                .startsWith("No JVM of this user runs on this machine.");
    }

    @Test
    void processes_of_other_users_are_named_with_these() {
        assertThat(JvmTable.text(List.of(), List.of("812 of tomcat"), NOW))
                .hasSize(2)
                .endsWith(
                        "Processes named java of other users, which only these can inspect (sudo -u USER): 812 of tomcat");
        assertThat(JvmTable.text(JVMS, Collections.nCopies(7, "812 of tomcat"), NOW).getLast())
                .endsWith(", 812 of tomcat and 2 more");
    }

    @Test
    void programs_get_the_same() {
        var json = RecordJson.tree(JvmsJson.of(JVMS));
        assertThat(json.at("/format").asInt()).isEqualTo(1);
        assertThat(json.at("/jvms/0/pid").asInt()).isEqualTo(4711);
        assertThat(json.at("/jvms/0/program").asString()).isEqualTo("shop.jar");
        assertThat(json.at("/jvms/0/jdk/version").asString()).isEqualTo("25.0.3");
        assertThat(json.at("/jvms/0/started").asString()).isEqualTo("2026-01-02T03:02:35Z");
        assertThat(json.at("/jvms/0/refusal").isNull()).isTrue();
        assertThat(json.at("/jvms/1/jdk").isNull()).isTrue();
        assertThat(json.at("/jvms/1/refusal").asString()).isEqualTo("it runs on OpenJ9");
    }

    @ParameterizedTest
    @CsvSource({"59, 59 s", "60, 1 min", "3600, 1 h 0 min", "86399, 23 h 59 min", "93600, 1 d 2 h"})
    void an_age_has_two_units_at_most(long seconds, String text) {
        assertThat(JvmTable.age(Duration.ofSeconds(seconds))).isEqualTo(text);
    }
}
