package dev.loombench.diagnose.rule.resource;

import static dev.loombench.diagnose.RuleFindings.figure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.analysis.defect.KnownDefects;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.diagnose.evidence.ContainerUse;
import dev.loombench.diagnose.evidence.PoolReading;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.finding.ServiceFinding.Setting;
import dev.loombench.diagnose.rule.Rules;
import dev.loombench.diagnose.rule.carrier.CarriersBlocked;
import dev.loombench.diagnose.rule.carrier.CarriersComputing;
import dev.loombench.finding.Severity;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.result.ContainerLimits;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Collections within 30 s, of a heap of at most 1 GiB.
class GarbageCollectionsTest {
    private static final KnownDefects TABLE = KnownDefects.load();
    private static final long MIB = 1 << 20;
    private static final String SHOP = "com.example.Shop.order(Shop.java:30)";
    private static final String FIFO = "java.io.FileInputStream.readBytes(Native Method)";

    private static List<ServiceFinding> findings(SampleEvidence evidence) {
        return Rules.apply(evidence.evidence(), TABLE);
    }

    private static List<String> ids(SampleEvidence evidence) {
        return findings(evidence).stream().map(ServiceFinding::id).toList();
    }

    private static SampleEvidence pausing(String bean, long millis) {
        return new SampleEvidence()
                .collections(SampleCollections.of(200 * MIB, new Bean(bean, 300, millis)));
    }

    @ParameterizedTest
    @CsvSource({
        "Copy, 2970, ''",
        "Copy, 3030, WARNING",
        "MarkSweepCompact, 3030, WARNING",
        "PS Scavenge, 3030, WARNING",
        "PS MarkSweep, 14900, WARNING",
        "G1 Young Generation, 3030, WARNING",
        "G1 Old Generation, 15100, CRITICAL",
        "ZGC Minor Pauses, 3030, WARNING",
        "Shenandoah Pauses, 2970, ''",
        "Shenandoah Pauses, 15100, CRITICAL"
    })
    void pauses_count_by_their_share_of_the_time(String bean, long millis, String severity) {
        var findings = findings(pausing(bean, millis));
        assertThat(findings).hasSize(severity.isEmpty() ? 0 : 1);
        findings.forEach(finding -> {
            assertThat(finding.id()).isEqualTo(GarbageCollections.ID);
            assertThat(finding.severity().name()).isEqualTo(severity);
            assertThat(finding.confidence()).isEqualTo(Confidence.HIGH);
            assertThat(figure(finding, "pauseShare")).isCloseTo(millis / 30_000.0, within(0.005));
        });
    }

    private static ServiceFinding thrashing(long heapAfter) {
        var findings =
                findings(
                        new SampleEvidence()
                                .collections(
                                        SampleCollections.of(
                                                heapAfter,
                                                new Bean("Copy", 0, 0),
                                                new Bean("MarkSweepCompact", 300, 21_000))));
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    @Test
    void a_heap_of_which_half_lives_is_too_small() {
        var finding = thrashing(513 * MIB);
        assertThat(finding.text().remedy())
                .contains("-Xmx from 1,024 MiB to 2,052 MiB", "2,736 MiB", "2,048 MiB");
        assertThat(figure(finding, "pauseShare")).isCloseTo(0.7, within(0.005));
        assertThat(finding.evidence().getFirst())
                .startsWith("300 collections, 300 ")
                .contains("70 %", "513 MiB of 1,024 MiB");
        assertThat(finding.setting()).hasValue(new Setting("-Xmx", 1024 * MIB, 4 * 513 * MIB));
    }

    /// A larger heap fills with them, too.
    @Test
    void a_queue_whose_tasks_fill_the_heap_is_to_be_bound_first() {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        "orders",
                        4,
                        OptionalLong.of(4),
                        OptionalLong.of(200_000));
        var reading = new PoolReading(Collections.nCopies(4, pool), OptionalDouble.of(40));
        var full =
                new SampleEvidence()
                        .collections(
                                SampleCollections.of(
                                        513 * MIB,
                                        new Bean("Copy", 0, 0),
                                        new Bean("MarkSweepCompact", 300, 21_000)))
                        .executors(List.of(reading));
        assertThat(findings(full))
                .filteredOn(finding -> finding.id().equals(GarbageCollections.ID))
                .singleElement()
                .satisfies(finding ->
                        assertThat(finding.text().remedy())
                                .contains("executor orders", "200,000 tasks", "-Xmx"));
    }

    @Test
    void the_share_of_a_container_that_has_the_memory_is_named() {
        var limits =
                new ContainerLimits(
                        OptionalDouble.empty(), OptionalLong.empty(), OptionalLong.of(4096 * MIB));
        var findings =
                findings(pausing("Copy", 6_000).container(new ContainerUse(limits, limits, 1)));
        assertThat(findings.getFirst().text().remedy())
                .contains(
                        "raise -Xmx from 1,024 MiB to 2,048 MiB (-XX:MaxRAMPercentage=50) so that");
    }

    @Test
    void a_heap_of_which_less_lives_is_filled_too_fast() {
        var finding = thrashing(511 * MIB);
        assertThat(finding.text().remedy()).contains("from 1,024 MiB to 2,048 MiB");
        assertThat(finding.setting()).hasValue(new Setting("-Xmx", 1024 * MIB, 2048 * MIB));
    }

    private static ServiceFinding caused(int seconds, String cause) {
        var findings =
                findings(
                        new SampleEvidence()
                                .collections(
                                        SampleCollections.caused(
                                                seconds,
                                                cause,
                                                513 * MIB,
                                                new Bean("Copy", 0, 0),
                                                new Bean("MarkSweepCompact", 300, 6_000))));
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    @ParameterizedTest
    @CsvSource({
        "System.gc(), -XX:+DisableExplicitGC",
        "Heap Inspection Initiated GC, monitoring agent",
        "Metadata GC Threshold, -XX:MetaspaceSize",
        "CodeCache GC Threshold, -XX:ReservedCodeCacheSize"
    })
    void a_larger_heap_is_no_remedy_where_another_cause_begins_collections(
            String cause, String remedy) {
        var finding = caused(15, cause);
        assertThat(finding.text().remedy()).contains(remedy).doesNotContain("-Xmx");
        assertThat(finding.setting()).isEmpty();
        assertThat(finding.evidence().get(1)).endsWith("50 % of the collectors' time");
        assertThat(caused(14, cause).text().remedy()).contains("raise -Xmx");
    }

    private static SampleEvidence zgc(int stalls, long cycleMillis) {
        return new SampleEvidence()
                .collections(
                        SampleCollections.stalled(
                                stalls,
                                900 * MIB,
                                new Bean("ZGC Major Cycles", 30, cycleMillis),
                                new Bean("ZGC Major Pauses", 90, 9)));
    }

    @ParameterizedTest
    @CsvSource({"3, ''", "4, WARNING", "15, WARNING", "16, CRITICAL"})
    void stalls_count_by_the_moments_at_which_threads_wait_for_memory(int stalls, String severity) {
        var findings = findings(zgc(stalls, 3_000));
        assertThat(findings).hasSize(severity.isEmpty() ? 0 : 1);
        findings.forEach(finding -> {
            assertThat(finding.severity().name()).isEqualTo(severity);
            assertThat(figure(finding, "stallShare")).isPositive();
            assertThat(figure(finding, "pauseShare")).isLessThan(0.1);
        });
    }

    @Test
    void a_collector_that_rarely_rests_is_a_warning() {
        assertThat(findings(zgc(0, 22_400))).isEmpty();
        var findings = findings(zgc(0, 22_600));
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().severity()).isEqualTo(Severity.WARNING);
        assertThat(findings.getFirst().confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(figure(findings.getFirst(), "cycleShare")).isCloseTo(0.753, within(0.005));
    }

    private static SampleEvidence stopped(double ran) {
        return pausing("MarkSweepCompact", 21_000)
                .history(SampleEvidence.history(2, 18, ran, 0.02, 0.7))
                .stacks(SampleEvidence.passing(SHOP));
    }

    /// Within the 30 % that collections leave, carriers compute.
    @Test
    void collections_are_not_called_native_code() {
        assertThat(ids(stopped(0.25))).containsExactly(GarbageCollections.ID);
        assertThat(ids(stopped(0.25).stacks(SampleEvidence.held(SHOP))))
                .containsExactly(GarbageCollections.ID, CarriersComputing.MONOPOLIZED);
    }

    @Test
    void carriers_that_are_blocked_between_collections_are_found_too() {
        var findings = findings(stopped(0.01).stacks(SampleEvidence.held(FIFO, SHOP)));
        assertThat(findings)
                .extracting(ServiceFinding::id)
                .containsExactly(GarbageCollections.ID, CarriersBlocked.ID);
        assertThat(findings.getLast().text().message()).startsWith("2 of 2 ").contains("file I/O");
    }

    /// Of the 30 % of the time that collections leave, they run for 6 or 5 %, and are ready for 2
    /// %.
    @Test
    void carriers_that_wait_for_a_collection_to_begin_are_not_blocked() {
        assertThat(ids(stopped(0.06)))
                .as("blocked for 73 %")
                .containsExactly(GarbageCollections.ID);
        assertThat(ids(stopped(0.05)))
                .as("blocked for 77 %")
                .containsExactly(GarbageCollections.ID, CarriersBlocked.ID);
    }

    private static Stream<String> messages(SampleEvidence evidence) {
        return findings(evidence).stream().map(finding -> finding.text().message());
    }

    /// Their stacks look like those in a foreign function.
    @Test
    void threads_that_wait_for_memory_are_not_in_native_code() {
        var waiting = SampleEvidence.history(2, 18, 0.1, 0.02);
        var stalled = zgc(20, 28_000).history(waiting);
        assertThat(ids(stalled.stacks(SampleEvidence.held(SHOP))))
                .containsExactly(GarbageCollections.ID);
        assertThat(
                        ids(
                                stalled.stacks(
                                        SampleEvidence.held(
                                                "java.lang.VirtualThread.yieldContinuation(VirtualThread.java:1)",
                                                SHOP))))
                .as("one that yields needs memory for its frames")
                .containsExactly(GarbageCollections.ID);
        assertThat(messages(stalled.stacks(SampleEvidence.held(FIFO, SHOP))))
                .hasSize(2)
                .last()
                .asString()
                .contains("blocked in file I/O");
        assertThat(
                        messages(
                                stalled.stacks(
                                        SampleEvidence.held("com.example.Lib.f(Native Method)"))))
                .hasSize(2)
                .last()
                .asString()
                .contains("blocked in native code");
        assertThat(ids(zgc(0, 22_600).history(waiting).stacks(SampleEvidence.held(SHOP))))
                .as("a collector that rarely rests slows down what allocates")
                .containsExactly(GarbageCollections.ID);
        assertThat(messages(zgc(3, 22_400).history(waiting).stacks(SampleEvidence.held(SHOP))))
                .singleElement()
                .asString()
                .contains("blocked in native code");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "java.lang.VirtualThread.endTransition",
                "jdk.internal.vm.Continuation.pin",
                "java.lang.Object.clone",
                "java.lang.reflect.Array.newArray",
                "java.lang.Throwable.fillInStackTrace",
                "java.lang.Class.forName0"
            })
    void a_native_method_that_needs_memory_is_not_blocked_in_native_code(String method) {
        var stalled = zgc(20, 28_000).history(SampleEvidence.history(2, 18, 0.1, 0.02));
        assertThat(ids(stalled.stacks(SampleEvidence.held(method + "(Native Method)", SHOP))))
                .containsExactly(GarbageCollections.ID);
    }
}
