package dev.loombench.diagnose.rule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.jvm.GarbageCollectors.Bean;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Stops of all threads within 30 s.
class SafepointsTest {
    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), KnownDefects.load());
    }

    /// @param millis of all stops
    /// @param reaching of these, until all threads had stopped
    /// @param pauses of collections
    private static SampleEvidence stopping(long millis, OptionalLong reaching, long pauses) {
        return new SampleEvidence()
                .collections(
                        SampleEvidence.stopping(millis, reaching, new Bean("Copy", 300, pauses)));
    }

    @ParameterizedTest
    @CsvSource({"4170, ''", "4230, WARNING", "16170, WARNING", "16230, CRITICAL"})
    void stops_count_by_their_share_of_the_time_without_collections(long millis, String severity) {
        var findings = findings(stopping(millis, OptionalLong.of(300), 900));
        assertThat(findings).hasSize(severity.isEmpty() ? 0 : 1);
        findings.forEach(finding -> {
            assertThat(finding.id()).isEqualTo(Safepoints.ID);
            assertThat(finding.severity().name()).isEqualTo(severity);
            assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
        });
    }

    @Test
    void stops_are_named_with_what_collections_took_of_them() {
        var finding = findings(stopping(12_600, OptionalLong.of(600), 900)).getFirst();
        assertThat(finding.text().message())
                .isEqualTo("the JVM stops all threads for 37 % of the time, beside collections");
        assertThat(finding.evidence())
                .containsExactly(
                        "all threads were stopped for 42 % of the time, of it 3 % by collections",
                        "until all had stopped, threads waited for 2 % of the time, 2.00 ms at a stop on average");
    }

    @Test
    void threads_that_stop_late_are_named() {
        var finding = findings(stopping(4_500, OptionalLong.of(3_600), 600)).getFirst();
        assertThat(finding.id()).isEqualTo(Safepoints.ID);
        assertThat(finding.text().message())
                .isEqualTo(
                        "for 12 % of the time threads that have stopped wait until the last one stops");
    }

    /// Each of many stops takes its moment, the longer the more threads there are.
    @ParameterizedTest
    @CsvSource({"361, 0", "360, 1"})
    void threads_stop_late_where_a_stop_takes_10_ms_on_average(long stops, int findings) {
        assertThat(findings(late(stops))).hasSize(findings);
    }

    private static SampleEvidence late(long stops) {
        return new SampleEvidence()
                .collections(
                        SampleEvidence.stopping(
                                stops,
                                4_500,
                                OptionalLong.of(3_600),
                                Map.of(),
                                new Bean("Copy", 300, 600)));
    }

    /// Of two processors; a thread that has none reaches no safepoint.
    @ParameterizedTest
    @CsvSource({"1.5, 1", "1.6, 0"})
    void threads_that_may_lack_a_processor_are_not_called_late(double used, int findings) {
        var container = SampleEvidence.container(OptionalDouble.empty(), 0, used);
        assertThat(findings(late(300).container(container))).hasSize(findings);
    }

    /// A quota of one processor used up for 6 s of 30 s, beside 20 s of stops.
    @Test
    void a_quota_is_named_before_the_stops_that_it_makes_longer() {
        var findings =
                findings(
                        stopping(20_300, OptionalLong.of(300), 0)
                                .container(SampleEvidence.container(OptionalDouble.of(1), 6)));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(ContainerRules.THROTTLED, Safepoints.ID);
        assertThat(findings.getLast().severity()).isEqualTo(Severity.WARNING);
        assertThat(
                        findings(late(300)
                                .container(SampleEvidence.container(OptionalDouble.of(1), 6))))
                .as("late stops may be its doing")
                .extracting(ServiceFinding::id)
                .containsExactly(ContainerRules.THROTTLED);
    }

    private static SampleEvidence printing(Map<String, Long> operations) {
        return new SampleEvidence()
                .collections(
                        SampleEvidence.stopping(
                                300,
                                12_600,
                                OptionalLong.of(600),
                                operations,
                                new Bean("Copy", 300, 900)));
    }

    @Test
    void operations_that_a_log_names_are_shown_with_what_to_do_about_most_of_them() {
        var finding =
                findings(printing(Map.of("ThreadDump", 9_000L, "RedefineClasses", 2_100L)))
                        .getFirst();
        assertThat(finding.evidence())
                .contains("operations: ThreadDump 30 %, RedefineClasses 7 % of the time");
        assertThat(finding.text().remedy())
                .startsWith("a monitoring agent, a profiler or a timer prints threads");
        var others = findings(printing(Map.of("ThreadDump", 5_400L, "Odd", 5_700L))).getFirst();
        assertThat(others.text().remedy())
                .as("no known operation takes more than half of 11.1 s")
                .startsWith("find what stops them");
    }

    /// They may lack a processor, which is another finding.
    @Test
    void threads_that_stop_late_for_most_of_the_time_are_a_warning() {
        var finding = findings(stopping(18_600, OptionalLong.of(18_000), 0)).getFirst();
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    /// Threads stop at each of many collections.
    @Test
    void collections_are_no_stops_of_another_kind() {
        assertThat(findings(stopping(9_900, OptionalLong.of(3_600), 6_000)))
                .extracting(ServiceFinding::id)
                .containsExactly(GarbageCollections.ID);
        assertThat(findings(stopping(9_900, OptionalLong.empty(), 6_000)))
                .as("the times until all had stopped are not known apart")
                .extracting(ServiceFinding::id)
                .containsExactly(GarbageCollections.ID);
    }

    /// Of the carriers' time, 70 % in which they neither ran nor were ready to run are stops.
    @Test
    void stopped_carriers_are_not_called_blocked() {
        var evidence =
                stopping(21_000, OptionalLong.of(300), 0)
                        .history(SampleEvidence.history(2, 18, 0.25, 0.02, 0.7))
                        .stacks(SampleEvidence.passing("com.example.Shop.order(Shop.java:30)"));
        assertThat(findings(evidence)).extracting(ServiceFinding::id).containsExactly(Safepoints.ID);
    }

    @Test
    void both_stops_and_collections_are_named() {
        assertThat(findings(stopping(15_000, OptionalLong.of(0), 6_000)))
                .extracting(ServiceFinding::id)
                .containsExactly(Safepoints.ID, GarbageCollections.ID);
    }
}
