package dev.loombench.diagnose;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.SampleFiles.ids;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.finding.ServiceFinding;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Findings from logs of collections and of safepoints.
class LogInspectionTest {
    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    /// One hour with a collection per second; in one minute full ones of 0.6 s, with 60 of 64 MiB
    /// in use after them: four times that is 240.
    @Test
    void a_log_of_collections_is_judged_in_its_worst_minute() {
        var log = new StringBuilder("[0.010s][info][gc,init] Heap Max Capacity: 64M\n");
        for (int second = 1; second <= 3_600; second++) {
            boolean bad = second > 1_800 && second <= 1_860;
            log.append(
                    bad
                            ? "[%d.900s][info][gc] GC(%d) Pause Full (G1 Compaction Pause) 64M->60M(64M) 600.000ms%n"
                                    .formatted(second, second)
                            : "[%d.900s][info][gc] GC(%d) Pause Young (Normal) 64M->60M(64M) 1.000ms%n"
                                    .formatted(second, second));
        }
        var diagnosis = diagnosis(log.toString());
        assertThat(diagnosis.findings())
                .extracting(ServiceFinding::id)
                .containsExactly("collections");
        var finding = diagnosis.findings().getFirst();
        assertThat(figure(finding, "pauseShare")).isCloseTo(0.6, within(0.005));
        assertThat(finding.text().remedy()).contains("from 64 MiB to 240 MiB");
        assertThat(diagnosis.target().files().getFirst().content())
                .isEqualTo(
                        "3,600 collections in 3,601 s (the minute from 1,801 s on is judged, in which"
                                + " collectors did most)");
        assertThat(diagnosis(log.toString().replace("600.000ms", "99.000ms")).findings())
                .as("below 10 %")
                .isEmpty();
        var called = diagnosis(log.toString().replace("G1 Compaction Pause", "System.gc()"));
        assertThat(called.findings().getFirst().text().remedy())
                .contains("-XX:+DisableExplicitGC")
                .doesNotContain("-Xmx");
    }

    /// As of a container whose log outlives its JVM: the first run has a fault that the last one
    /// does not have.
    @Test
    void earlier_runs_in_a_log_are_named_as_not_judged() {
        var run =
                "[0.010s][info][gc] Using G1\n"
                        + "[20.000s][info][gc] GC(0) Pause Full (System.gc()) 64M->60M(64M) 9000.000ms\n"
                        + "[60.000s][info][gc] GC(1) Pause Young (Normal) 64M->60M(64M) 1.000ms\n";
        var target = diagnosis(run + run.replace("9000", "1")).target();
        assertThat(target.missing().orElseThrow())
                .contains("1 earlier run", "2 collections from 0 s to 60 s");
        assertThat(target.files().getFirst().content()).contains("2 runs");
        assertThat(diagnosis(run).target().missing()).isEmpty();
    }

    /// In each 2 s a major cycle of ZGC of 1 s, and within it a minor one of 0.6 s: half of the
    /// time, and not 80 %.
    @Test
    void cycles_that_run_at_once_are_not_added_up() {
        var log = new StringBuilder();
        for (int i = 0; i < 30; i++) {
            log.append(
                    """
                    [%1$d.000s][gc,start] GC(%2$d) Major Collection (Proactive)
                    [%1$d.200s][gc,start] GC(%1$d) Minor Collection (Allocation Rate)
                    [%1$d.800s][gc] GC(%1$d) Minor Collection (Allocation Rate) 60M(94%%)->50M(78%%) 0.600s
                    [%3$d.000s][gc] GC(%2$d) Major Collection (Proactive) 60M(94%%)->40M(63%%) 1.000s
                    """
                            .formatted(2 * i + 1, 2 * i, 2 * i + 2));
        }
        var diagnosis = diagnosis(log.toString());
        assertThat(diagnosis.findings()).isEmpty();
        var history = diagnosis.evidence().memory().collections().value().orElseThrow();
        assertThat(history.cycleShare().orElseThrow())
                .as("30 s of 59")
                .isCloseTo(0.51, within(0.01));
    }

    /// As `jcmd PID VM.log what=safepoint` makes it: in each second a print of all threads.
    @Test
    void a_log_of_safepoints_alone_names_what_stops_the_threads() {
        var log = new StringBuilder();
        for (int second = 1; second <= 60; second++) {
            log.append(
                    "[%d.000s][safepoint] Safepoint \"PrintThreads\", Reaching safepoint: 1000 ns, At safepoint: 299999000 ns, Total: 300000000 ns%n"
                            .formatted(second));
        }
        var diagnosis = diagnosis(log.toString());
        assertThat(ids(diagnosis)).containsExactly("safepoints");
        var finding = diagnosis.findings().getFirst();
        assertThat(figure(finding, "otherShare")).isCloseTo(0.3, within(0.01));
        assertThat(finding.evidence()).anyMatch(line -> line.contains("PrintThreads 30 %"));
        assertThat(diagnosis.target().files().getFirst().content())
                .isEqualTo("60 stops of all threads in 59 s");
        assertThat(ids(diagnosis(log.toString().replace("PrintThreads", "G1CollectFull"))))
                .as("pauses of collections are named as such")
                .containsExactly("collections");
    }

    /// One hour with a collection per second; in one minute also a print of all threads of 0.3 s.
    @Test
    void a_log_is_judged_in_the_minute_of_the_longest_stops_too() {
        var log = new StringBuilder();
        for (int second = 1; second <= 3_600; second++) {
            log.append(
                    "[%d.500s][gc] GC(%d) Pause Young (Normal) 64M->60M(64M) 1.000ms%n"
                            .formatted(second, second));
            if (second > 1_800 && second <= 1_860) {
                log.append(
                        "[%d.900s][safepoint] Safepoint \"PrintThreads\", Reaching safepoint: 1000 ns, Total: 300000000 ns%n"
                                .formatted(second));
            }
        }
        var diagnosis = diagnosis(log.toString());
        assertThat(ids(diagnosis)).containsExactly("safepoints");
        assertThat(diagnosis.target().files().getFirst().content())
                .endsWith("is judged, in which collectors and other stops took most)");
    }

    /// A log of collections of the last 10 s of a minute, and one of safepoints: in each second a
    /// collection of 0.3 s.
    @Test
    void collections_that_only_safepoints_show_are_no_stops_of_another_kind() {
        var collections = new StringBuilder();
        var safepoints = new StringBuilder();
        for (int second = 1; second <= 60; second++) {
            safepoints.append(
                    "[%d.000s][safepoint] Safepoint \"G1CollectForAllocation\", Reaching safepoint: 1000 ns, Total: 300001000 ns%n"
                            .formatted(second));
            if (second > 50) {
                collections.append(
                        "[%d.000s][gc] GC(%d) Pause Young (Normal) 64M->60M(64M) 300.000ms%n"
                                .formatted(second, second));
            }
        }
        assertThat(ids(diagnosis(collections.toString(), safepoints.toString())))
                .doesNotContain("safepoints");
    }

    /// In each second threads stop 50 ms late three times, among 47 stops that take 1 us.
    @Test
    void late_stops_among_many_others_are_named() {
        var log = new StringBuilder();
        for (int second = 1; second <= 60; second++) {
            for (int i = 0; i < 50; i++) {
                log.append(
                        "[%d.%03ds][safepoint] Safepoint \"Cleanup\", Reaching safepoint: %d ns, Total: %d ns%n"
                                .formatted(
                                        second,
                                        10 * i,
                                        i < 3 ? 50_000_000 : 500,
                                        i < 3 ? 50_000_500 : 1_000));
            }
        }
        assertThat(ids(diagnosis(log.toString()))).containsExactly("safepoints");
    }

    @Test
    void a_log_without_durations_examines_no_collections() {
        var diagnosis =
                diagnosis(
                        """
                        [0.010s][gc] Using G1
                        [9.000s][gc,start] GC(0) Pause Full (G1 Compaction Pause)
                        """);
        assertThat(diagnosis.evidence().unexamined().get("collections")).contains("-Xlog:gc*");
        assertThat(diagnosis.target().files().getFirst().content())
                .isEqualTo("log of collections without durations");
    }
}
