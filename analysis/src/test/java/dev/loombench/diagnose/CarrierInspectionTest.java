package dev.loombench.diagnose;

import static dev.loombench.diagnose.RuleFindings.figure;
import static dev.loombench.diagnose.SampleFiles.ids;
import static dev.loombench.diagnose.SampleFiles.print;
import static dev.loombench.diagnose.SampleFiles.resource;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.diagnose.rule.carrier.HoldCause;
import dev.loombench.finding.Severity;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Carriers in thread dumps and lists of threads.
class CarrierInspectionTest {
    private static final String PARKED =
            """
            \tat jdk.internal.misc.Unsafe.park(Native Method)
            \tat java.lang.VirtualThread.parkOnCarrierThread(VirtualThread.java:819)
            \tat Shop.order(Shop.java:30)
            """;

    private static final String LOCKED =
            """
            \tat Shop.order(Shop.java:31)
            \t- waiting to lock <0x0000000687526800> (a Shop)
            \tat java.lang.ClassLoader.loadClass(ClassLoader.java:490)
            """;

    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    private ServiceFinding only(String... texts) {
        return SampleFiles.only(folder, texts);
    }

    /// Both carriers of a Spring Boot service wait, one while it loads a class; the next owner of
    /// the monitor is ready to run and gets no carrier.
    @Test
    void a_service_that_stood_still_is_named_by_one_list_of_its_threads() throws IOException {
        var finding = only(resource(CarrierInspectionTest.class, "petclinic-25.0.3.json"));
        assertThat(finding.id()).isEqualTo("carriers-blocked");
        assertThat(figure(finding, "blocked")).isEqualTo(2);
        assertThat(figure(finding, "carriers")).isEqualTo(2);
        assertThat(figure(finding, "queued")).isEqualTo(10);
        assertThat(finding.evidence().getFirst())
                .contains("virtual thread #13966", "UrlNestedJarFile", "while it loads a class");
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
    }

    @Test
    void the_same_service_is_named_by_three_prints() throws IOException {
        var text = resource(ThreadPrint.class, "petclinic-25.0.3.txt");
        var later = new String[3];
        for (int i = 0; i < 3; i++) {
            later[i] =
                    text.replaceAll("elapsed=9\\d\\d\\.", "elapsed=" + (1_000 + 10 * i) + ".")
                            .replace("10:27:55", "10:28:%02d".formatted(10 * i));
        }
        var ids = diagnosis(later).findings().stream().map(ServiceFinding::id).toList();
        assertThat(ids).contains("carriers-blocked", "no-progress");
    }

    /// The print shows of one of the two only the call in which the other loads a class.
    @Test
    void the_same_service_is_named_by_one_print() throws IOException {
        var finding = only(resource(ThreadPrint.class, "petclinic-25.0.3.txt"));
        assertThat(finding.id()).isEqualTo("carriers-blocked");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(figure(finding, "blocked")).isEqualTo(2);
        assertThat(figure(finding, "carriers")).isEqualTo(2);
        assertThat(finding.evidence().getFirst())
                .contains(
                        "virtual thread #13977 waits in org.hibernate.",
                        "for a class that another thread loads; virtual thread #13966 waits in",
                        "UrlNestedJarFile while it loads a class");
    }

    @Test
    void a_thread_at_the_call_in_which_another_loads_a_class_is_alone_no_fault() {
        var loads =
                """
                \tat Shop.read(Shop.java:9)
                \tat java.lang.ClassLoader.loadClass(ClassLoader.java:490)
                \tat Shop.order(Shop.java:31)
                """;
        var awaits = "\tat Shop.order(Shop.java:31)\n";
        assertThat(diagnosis(print(10, carrier(1, loads) + carrier(2, awaits))).findings())
                .as("the one that loads runs")
                .isEmpty();
    }

    /// A print shows no queue, so that it is a warning.
    @Test
    void carriers_that_waiting_threads_keep_are_named_by_one_print() {
        var finding = only(print(10, carrier(1, PARKED) + carrier(2, LOCKED)));
        assertThat(finding.id()).isEqualTo("carriers-blocked");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(figure(finding, "blocked")).isEqualTo(2);
        assertThat(figure(finding, "carriers")).isEqualTo(2);
        assertThat(finding.text().message()).contains(HoldCause.PINNED.where());
        assertThat(finding.evidence().getFirst())
                .contains(
                        "virtual thread #72 waits in Shop.order(Shop.java:31) for the monitor of a"
                                + " Shop while it loads a class");
        var running = "\tat Shop.order(Shop.java:31)\n";
        assertThat(diagnosis(print(10, carrier(1, PARKED) + carrier(2, running))).findings())
                .isEmpty();
    }

    /// The JVM starts the other thread with the first virtual one.
    @Test
    void carriers_without_a_virtual_thread_are_no_pool() {
        var unblocker = "VirtualThread-unblocker";
        var threads =
                Prints.thread(
                                "ForkJoinPool-1-worker-1",
                                31,
                                1,
                                "WAITING (parking)",
                                "jdk.internal.misc.Unsafe.park(Native Method)",
                                "java.util.concurrent.ForkJoinPool.awaitWork(F.java:2109)")
                        + Prints.thread(
                                unblocker,
                                41,
                                1,
                                "RUNNABLE",
                                "java.lang.VirtualThread.takeVirtualThreadListToUnblock(Native"
                                        + " Method)");
        var history = diagnosis(print(10, threads)).evidence().printed().value().orElseThrow();
        assertThat(history.last().threads())
                .extracting(LiveThread::name)
                .containsExactly(unblocker);
    }

    /// @param stack of the virtual thread on it
    private static String carrier(int number, String stack) {
        return Prints.thread(
                                "ForkJoinPool-1-worker-" + number,
                                30 + number,
                                5_000,
                                "RUNNABLE",
                                "jdk.internal.vm.Continuation.run(Continuation.java:251)",
                                "java.lang.VirtualThread.runContinuation(VirtualThread.java:297)")
                        .stripTrailing()
                + "\n   Mounted virtual thread #%d\n%s\n".formatted(70 + number, stack);
    }

    /// Three dumps of two carriers with 10 s in between.
    ///
    /// @param millis of CPU that each used in 10 s
    /// @param turns whether another virtual thread is on it each time
    private List<String> carriers(double millis, boolean turns) {
        return ids(carriers(millis, turns, ""));
    }

    /// @param others lines for other threads, with their CPU time in each dump
    private Diagnosis carriers(double millis, boolean turns, String others, double... times) {
        return diagnosis(carrierPrints(millis, turns, others, times).toArray(String[]::new));
    }

    private static List<String> carrierPrints(
            double millis, boolean turns, String others, double... times) {
        var texts = new ArrayList<String>();
        for (int i = 0; i < 3; i++) {
            var threads = new StringBuilder();
            for (int carrier = 1; carrier <= 2; carrier++) {
                threads.append(
                                Prints.thread(
                                                "ForkJoinPool-1-worker-" + carrier,
                                                30 + carrier,
                                                5_000 + i * millis,
                                                "RUNNABLE",
                                                "jdk.internal.vm.Continuation.run(Continuation.java:248)",
                                                "java.lang.VirtualThread.runContinuation(VirtualThread.java:293)")
                                        .stripTrailing())
                        .append(
                                "\n   Mounted virtual thread #%d\n"
                                        .formatted(70 + carrier + (turns ? 10 * i : 0)))
                        .append("\tat Shop.price(Shop.java:7)\n\n");
            }
            for (double time : times) {
                threads.append(String.format(Locale.ROOT, others, i * time));
            }
            texts.add(print(10 * (i + 1), threads.toString()));
        }
        return texts;
    }

    /// A dump does not show the time in the run queue: carriers that used a part of a processor may
    /// have been idle for the rest.
    @Test
    void carriers_in_dumps_compute_only_where_they_used_much_of_a_processor() {
        assertThat(carriers(4_900, true)).isEmpty();
        assertThat(carriers(5_100, true)).containsExactly("carriers-busy");
        assertThat(carriers(490, false)).isEmpty();
        assertThat(carriers(510, false)).containsExactly("carriers-monopolized");
        assertThat(carriers(11, false)).isEmpty();
        assertThat(carriers(9, false)).containsExactly("carriers-blocked");
    }

    private static String ofJdk21(String text) {
        return text.replace("25.0.3+9-LTS", "21.0.8+9-LTS");
    }

    /// Before JDK 24 a dump names the virtual thread on a carrier, and a list has its stack.
    @Test
    void a_list_shows_where_the_virtual_threads_on_the_carriers_of_dumps_wait() {
        var files = new ArrayList<String>();
        for (var text : carrierPrints(9, false, "")) {
            files.add(
                    ofJdk21(text.replace("Mounted", "Carrying"))
                            .replace("\tat Shop.price(Shop.java:7)\n", ""));
        }
        assertThat(diagnosis(files.toArray(String[]::new)).findings())
                .singleElement()
                .satisfies(f -> assertThat(f.frames()).isEmpty());
        var finding = withList(files, "java.lang.Object.wait0(Native Method)");
        assertThat(finding.text().message()).contains(HoldCause.PINNED.where());
        assertThat(finding.frames().getFirst()).startsWith("Shop.await");
        var released = withList(files, "java.lang.VirtualThread.park(VirtualThread.java:582)");
        assertThat(released.frames()).isEmpty();
    }

    /// What files show with a list of the virtual threads on the carriers.
    private ServiceFinding withList(List<String> files, String top) {
        var thread =
                """
                #%d "" virtual
                      java.base/%s
                      Shop.await(Shop.java:30)

                """;
        var list =
                "4711\n2026-11-27T04:00:30Z\n21.0.8+9-LTS\n\n"
                        + thread.formatted(71, top)
                        + thread.formatted(72, top);
        var all = Stream.concat(files.stream(), Stream.of(list)).toArray(String[]::new);
        return diagnosis(all).findings().stream()
                .filter(finding -> finding.id().equals("carriers-blocked"))
                .findFirst()
                .orElseThrow();
    }

    /// As where a lock of the queue of delayed tasks is not released.
    private static String stalled(double elapsed) {
        var threads = new StringBuilder();
        for (int carrier = 1; carrier <= 2; carrier++) {
            threads.append(
                    Prints.thread(
                            "ForkJoinPool-1-worker-" + carrier,
                            30 + carrier,
                            5_000,
                            "WAITING (parking)",
                            "jdk.internal.misc.Unsafe.park(Native Method)",
                            "- parking to wait for  <0x1> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)",
                            "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue.offer(S.java:1010)",
                            "java.lang.VirtualThread.runContinuation(VirtualThread.java:250)",
                            "java.util.concurrent.ForkJoinPool.runWorker(ForkJoinPool.java:1843)"));
        }
        var unparker =
                Prints.thread(
                        "VirtualThread-unparker",
                        38,
                        1,
                        "TIMED_WAITING (parking)",
                        "jdk.internal.misc.Unsafe.park(Native Method)");
        return ofJdk21(print(elapsed, threads + unparker));
    }

    @Test
    void carriers_that_wait_for_a_lock_of_their_own_are_named_by_three_dumps() {
        var finding = only(stalled(10), stalled(20), stalled(30));
        assertThat(finding.id()).isEqualTo("carriers-blocked");
        assertThat(figure(finding, "blocked")).isEqualTo(2);
        assertThat(finding.setting()).isEmpty();
        assertThat(finding.evidence().getFirst())
                .contains("\"ForkJoinPool-1-worker-1\" waits in ", " for a ReentrantLock");
        assertThat(diagnosis(stalled(10), stalled(20)).findings()).isEmpty();
        var free = stalled(30).replaceFirst("\t- parking to wait.*\n", "");
        assertThat(diagnosis(stalled(10), stalled(20), free).findings()).isEmpty();
    }

    /// The JVM prints the wait of the virtual thread below the first call of its carrier.
    @Test
    void a_class_for_which_a_virtual_thread_waits_is_no_lock_of_its_carrier() {
        var files = new ArrayList<String>();
        for (var text : carrierPrints(9, false, "")) {
            files.add(
                    ofJdk21(text.replace("Mounted", "Carrying"))
                            .replace("\tat Shop.price(Shop.java:7)\n", "")
                            .replace(
                                    "Continuation.java:248)\n",
                                    "Continuation.java:248)\n"
                                            + "\t- waiting on the Class initialization monitor for Shop\n"));
        }
        assertThat(diagnosis(files.toArray(String[]::new)).findings())
                .singleElement()
                .satisfies(f -> assertThat(f.text().message()).doesNotContain("own code"));
    }

    private static final String OTHERS =
            "\"VM Thread\" os_prio=0 cpu=%.2fms elapsed=30.00s tid=0x00007f5474 [105] runnable\n\n";

    /// Where the JVM's own threads are idle, nothing has stopped the carriers.
    @Test
    void carriers_in_dumps_that_use_little_are_blocked_where_the_jvm_stopped_none() {
        assertThat(ids(carriers(49, true, OTHERS, 50, 100))).containsExactly("carriers-blocked");
        assertThat(ids(carriers(51, true, OTHERS, 50, 100))).isEmpty();
        assertThat(ids(carriers(49, true, OTHERS, 150, 100))).isEmpty();
        assertThat(ids(carriers(9, true, OTHERS, 150, 100))).containsExactly("carriers-blocked");
    }

    /// For 0.3 s of each second, beside prints that show the carriers as blocked.
    @Test
    void carriers_that_other_stops_stop_are_not_judged() {
        var stops = new StringBuilder();
        for (int second = 1; second <= 60; second++) {
            stops.append(
                    "[%d.000s][safepoint] Safepoint \"PrintThreads\", Reaching safepoint: 1000 ns, Total: 300000000 ns%n"
                            .formatted(second));
        }
        var files = carrierPrints(9, true, "");
        files.add(stops.toString());
        var diagnosis = diagnosis(files.toArray(String[]::new));
        assertThat(ids(diagnosis)).containsExactly("safepoints");
        assertThat(diagnosis.evidence().missing().get("carriers"))
                .startsWith("collections or other stops took much of their time");
    }

    @Test
    void what_carriers_did_is_named_as_not_seen_where_their_times_decide_nothing() {
        assertThat(carriers(11, true, "").evidence().missing().get("carriers"))
                .startsWith("each had a virtual thread in most dumps");
        assertThat(carriers(4_900, true, "").evidence().missing()).containsKey("carriers");
        assertThat(carriers(5_100, true, "").evidence().missing()).doesNotContainKey("carriers");
        assertThat(carriers(9, true, "").evidence().missing()).doesNotContainKey("carriers");
    }
}
