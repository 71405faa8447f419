package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.SampleThreads.PARK;
import static dev.loombench.diagnose.SampleThreads.PARKED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.CollectionHistory.Each;
import dev.loombench.diagnose.evidence.CollectionHistory.Stops;
import dev.loombench.diagnose.evidence.ThreadHistory;
import dev.loombench.diagnose.evidence.ThreadMoment;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.finding.Severity;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Stops of all threads within 30 s.
class SafepointsTest {
    private static final long MILLI = 1_000_000;

    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), KnownDefects.load());
    }

    /// @param millis of all stops
    /// @param reaching of these, until all threads had stopped
    /// @param pauses of collections
    private static SampleEvidence stopping(long millis, OptionalLong reaching, long pauses) {
        return new SampleEvidence()
                .collections(
                        SampleCollections.stopping(
                                millis, reaching, new Bean("Copy", 300, pauses)));
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
        assertThat(figure(finding, "otherShare")).isCloseTo(0.37, within(0.005));
        assertThat(finding.text().message()).contains("37 %");
        assertThat(finding.evidence())
                .containsExactly(
                        "all threads were stopped for 42 % of the time, of it 3 % by collections",
                        "until all had stopped, threads waited for 2 % of the time, 2.00 ms at a stop on average");
    }

    @Test
    void threads_that_stop_late_are_named() {
        var finding = findings(stopping(4_500, OptionalLong.of(3_600), 600)).getFirst();
        assertThat(finding.id()).isEqualTo(Safepoints.ID);
        assertThat(figure(finding, "reachingShare")).isCloseTo(0.12, within(0.005));
        assertThat(finding.text().message()).contains("12 %");
    }

    /// Each of many stops takes its moment, the longer the more threads there are.
    @ParameterizedTest
    @CsvSource({"361, 0", "360, 1"})
    void threads_stop_late_where_a_stop_takes_10_ms_on_average(long stops, int findings) {
        assertThat(findings(late(stops))).hasSize(findings);
    }

    private static SampleEvidence late(long stops) {
        return late(stops, Optional.empty());
    }

    private static SampleEvidence late(long stops, Optional<Each> each) {
        return new SampleEvidence()
                .collections(
                        SampleCollections.stopping(
                                new Stops(
                                        4_500 * MILLI,
                                        OptionalLong.of(3_600 * MILLI),
                                        OptionalLong.of(stops),
                                        each),
                                new Bean("Copy", 300, 600)));
    }

    /// Of 3.6 s until threads stopped, at 3,600 stops; 3 s are 10 % of the time.
    @ParameterizedTest
    @CsvSource({"2990, 0", "3010, 1"})
    void of_a_log_the_stops_that_are_late_are_added_up(long lateMillis, int findings) {
        var each = new Each(Map.of(), true, lateMillis * MILLI);
        assertThat(findings(late(3_600, Optional.of(each)))).hasSize(findings);
    }

    /// Of two processors; a thread that has none reaches no safepoint.
    @ParameterizedTest
    @CsvSource({"1.5, 1", "1.6, 0"})
    void threads_that_may_lack_a_processor_are_not_called_late(double used, int findings) {
        var container = SampleEvidence.container(OptionalDouble.empty(), 0, used);
        assertThat(findings(late(300).container(container))).hasSize(findings);
    }

    /// A quota of one processor used up for 8 s of 30 s, which takes 21 %, beside 20 s of stops.
    @Test
    void a_quota_is_named_before_the_stops_that_it_makes_longer() {
        var findings =
                findings(
                        stopping(20_300, OptionalLong.of(300), 0)
                                .container(SampleEvidence.container(OptionalDouble.of(1), 8)));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(ContainerRules.THROTTLED, Safepoints.ID);
        assertThat(findings.getLast().severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.getLast().isConsequenceOf(findings.getFirst())).isTrue();
        assertThat(findings(late(300).container(SampleEvidence.container(OptionalDouble.of(1), 6))))
                .as("late stops may be its doing")
                .extracting(ServiceFinding::id)
                .containsExactly(ContainerRules.THROTTLED);
    }

    /// It takes 5 %, and the stops 67 %.
    @Test
    void a_quota_that_takes_much_less_explains_no_stops() {
        var findings =
                findings(
                        stopping(20_300, OptionalLong.of(300), 0)
                                .container(SampleEvidence.container(OptionalDouble.of(1), 1.6)));
        assertThat(findings)
                .extracting(ServiceFinding::id, ServiceFinding::severity)
                .containsExactly(
                        tuple(Safepoints.ID, Severity.CRITICAL),
                        tuple(ContainerRules.THROTTLED, Severity.WARNING));
        assertThat(findings).allSatisfy(f -> assertThat(f.cause()).isEmpty());
    }

    /// @param operations -> ms after all threads had stopped
    private static Optional<Each> each(Map<String, Long> operations) {
        var nanos =
                operations.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue() * MILLI));
        return Optional.of(new Each(nanos, false, 0));
    }

    private static SampleEvidence printing(Map<String, Long> operations) {
        return new SampleEvidence()
                .collections(
                        SampleCollections.stopping(
                                new Stops(
                                        12_600 * MILLI,
                                        OptionalLong.of(600 * MILLI),
                                        OptionalLong.of(300),
                                        each(operations)),
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
                .as("no known operation takes more than half of 11.1 s, and the log names them")
                .startsWith("find what requests these operations");
        var few = findings(printing(Map.of("ThreadDump", 5_400L))).getFirst();
        assertThat(few.text().remedy())
                .as("most of 11.1 s is not named")
                .startsWith("find what stops them");
    }

    @Test
    void operations_of_one_cause_count_together() {
        var printing =
                printing(Map.of("ThreadDump", 3_000L, "PrintThreads", 2_900L, "Odd", 5_200L));
        assertThat(findings(printing).getFirst().text().remedy())
                .as("5.9 of 11.1 s")
                .startsWith("a monitoring agent, a profiler or a timer prints threads");
    }

    /// As by a recording: no operation has the time until all had stopped in it.
    @Test
    void named_operations_are_known_apart_from_collections() {
        var each = each(Map.of("ThreadDump", 4_500L));
        var stops = new Stops(10_500 * MILLI, OptionalLong.empty(), OptionalLong.of(300), each);
        var evidence =
                new SampleEvidence()
                        .collections(
                                SampleCollections.stopping(stops, new Bean("Copy", 300, 6_000)));
        assertThat(findings(evidence))
                .extracting(ServiceFinding::id, ServiceFinding::confidence)
                .contains(tuple(Safepoints.ID, Confidence.HIGH));
    }

    /// A job that runs at the first three of four moments, and requests that run at all of them,
    /// and at one.
    ///
    /// @param late first moments for which the threads stopped after a time
    private static ThreadHistory printed(int late, long millis) {
        var job =
                Prints.thread(
                        "job", 31, 1, "RUNNABLE", "Shop.sum(Shop.java:9)", "Jobs.run(Jobs.java:3)");
        var request = Prints.thread("http", 32, 1, "RUNNABLE", "Shop.order(Shop.java:30)");
        var waits =
                Prints.thread("main", 33, 1, PARKED, PARK, "Shop.main(Shop.java:7)")
                        + Prints.thread("sort", 34, 1, "RUNNABLE", "Shop.sort(Shop.java:50)");
        return reaching(
                Prints.history(job + waits, job + request + waits, job + waits, waits),
                late,
                millis);
    }

    private static ThreadHistory reaching(ThreadHistory prints, int late, long millis) {
        var moments = new ArrayList<ThreadMoment>();
        for (var moment : prints.moments()) {
            long reaching = moments.size() < late ? millis * MILLI : 0;
            moments.add(moment.withReaching(OptionalLong.of(reaching)));
        }
        return new ThreadHistory(moments);
    }

    private static ServiceFinding late(ThreadHistory printed, String bean) {
        var stops =
                new Stops(
                        15_300 * MILLI,
                        OptionalLong.of(11_400 * MILLI),
                        OptionalLong.of(300),
                        Optional.empty());
        var evidence =
                new SampleEvidence()
                        .collections(SampleCollections.stopping(stops, new Bean(bean, 1, 0)))
                        .printed(printed);
        return findings(evidence).stream()
                .filter(finding -> finding.id().equals(Safepoints.ID))
                .findFirst()
                .orElseThrow();
    }

    /// Of 15.3 s in 30 s, 11.4 s until all had stopped, 38 ms at a stop: it takes more than the
    /// stops do after that.
    @ParameterizedTest
    @CsvSource({"3, 10, HIGH", "2, 10, HIGH", "1, 10, MEDIUM", "3, 9, MEDIUM"})
    void the_call_in_which_the_thread_runs_that_stops_last_is_named(
            int late, long millis, Confidence confidence) {
        var finding = late(printed(late, millis), "Copy");
        assertThat(finding.text().message()).contains("38 %");
        assertThat(finding.text().remedy())
                .contains("+UseCountedLoopSafepoints", "take 13 %: ")
                .as("for the stops themselves")
                .contains("VM.log");
        assertThat(finding.confidence()).isEqualTo(confidence);
        assertThat(finding.frames())
                .isEqualTo(
                        confidence == Confidence.HIGH
                                ? List.of("Shop.sum(Shop.java:9) called by Jobs.run(Jobs.java:3)")
                                : List.of());
    }

    /// It would have made the other moments late, too.
    @Test
    void a_thread_that_runs_at_all_moments_is_not_the_one_that_stops_last() {
        var sort = Prints.thread("sort", 34, 1, "RUNNABLE", "Shop.sort(Shop.java:50)");
        var finding = late(reaching(Prints.four(sort), 2, 10), "Copy");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(finding.frames()).isEmpty();
    }

    /// G1 has safepoints in loops unless an option takes them away.
    @Test
    void what_gives_a_loop_safepoints_depends_on_the_collector() {
        assertThat(late(printed(3, 10), "G1 Young Generation").text().remedy())
                .contains("-XX:-UseCountedLoopSafepoints")
                .doesNotContain("+UseCountedLoopSafepoints");
    }

    /// Of 20 stops per second few are late: 6 ms on average.
    @Test
    void a_thread_that_was_seen_to_stop_last_counts_among_many_quick_stops() {
        var stops =
                new Stops(
                        4_500 * MILLI,
                        OptionalLong.of(3_600 * MILLI),
                        OptionalLong.of(600),
                        Optional.empty());
        var evidence =
                new SampleEvidence()
                        .collections(SampleCollections.stopping(stops, new Bean("Copy", 1, 0)));
        assertThat(findings(evidence)).isEmpty();
        assertThat(findings(evidence.printed(printed(3, 100))))
                .extracting(ServiceFinding::id)
                .contains(Safepoints.ID);
    }

    /// A thread that asks for the stacks of all threads at some of four moments.
    @ParameterizedTest
    @CsvSource({"2, true", "1, false"})
    void the_thread_that_asks_for_stops_is_named(int asking, boolean named) {
        var asks =
                Prints.thread(
                        "thread-monitor",
                        31,
                        1,
                        "RUNNABLE",
                        "sun.management.ThreadImpl.dumpThreads0(java.management@25.0.4/Native Method)",
                        "sun.management.ThreadImpl.dumpAllThreads(java.management@25.0.4/T.java:536)",
                        "Shop.watch(Shop.java:9)");
        var rests = Prints.thread("thread-monitor", 31, 1, PARKED, PARK, "Shop.watch(Shop.java:8)");
        var prints =
                IntStream.range(0, 4)
                        .mapToObj(i -> i < asking ? asks : rests)
                        .toArray(String[]::new);
        var evidence = stopping(12_600, OptionalLong.of(600), 900).printed(Prints.history(prints));
        var finding =
                findings(evidence).stream()
                        .filter(f -> f.id().equals(Safepoints.ID))
                        .findFirst()
                        .orElseThrow();
        assertThat(finding.text().remedy().contains("\"thread-monitor\"")).isEqualTo(named);
        assertThat(finding.text().remedy().contains("VM.log")).isNotEqualTo(named);
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
        assertThat(findings(evidence))
                .extracting(ServiceFinding::id)
                .containsExactly(Safepoints.ID);
    }

    @Test
    void both_stops_and_collections_are_named() {
        assertThat(findings(stopping(15_000, OptionalLong.of(0), 6_000)))
                .extracting(ServiceFinding::id)
                .containsExactly(Safepoints.ID, GarbageCollections.ID);
    }
}
