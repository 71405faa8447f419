package dev.loombench.diagnose;

import static dev.loombench.diagnose.SampleFiles.BLOCKED;
import static dev.loombench.diagnose.SampleFiles.END;
import static dev.loombench.diagnose.SampleFiles.convoy;
import static dev.loombench.diagnose.SampleFiles.deadlocked;
import static dev.loombench.diagnose.SampleFiles.list;
import static dev.loombench.diagnose.SampleFiles.print;
import static dev.loombench.diagnose.SampleFiles.resource;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Findings from files, by the rules for a live JVM, and what files do not show.
class FileInspectionTest {
    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    private ServiceFinding only(String... texts) {
        return SampleFiles.only(folder, texts);
    }

    @Test
    void how_a_jvm_was_started_shows_nothing_by_itself() {
        var started = "jvm_args: -Xmx1g\njava_command: com.example.Shop --port 8080\n";
        assertThatThrownBy(() -> diagnosis(started))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("thread dump");
        var beside = diagnosis(started, print(10, deadlocked()));
        assertThat(beside.target().words()).contains("-Xmx1g", "com.example.Shop");
        assertThat(beside.findings()).hasSize(1);
    }

    /// Files of real JVMs with one fault each; shortened by threads and lines that repeat.
    @ParameterizedTest
    @CsvSource({
        "locks-21.0.8.txt, deadlock, Dead3.locks(Dead3.java:7) called by Dead3.main(Dead3.java:10)",
        "mixed-25.0.3.txt, deadlock, Dead3.main(Dead3.java:11)",
        "initialisers-21.0.8.txt, deadlock, Dead3$X.<clinit>(Dead3.java:5)",
        "virtual-25.0.3.json, deadlock, Dead3.monitors(Dead3.java:8) called by Dead3.main(Dead3.java:12)",
        "virtual-25.0.3.list, deadlock, Dead3.monitors(Dead3.java:8) called by Dead3.main(Dead3.java:12)",
        "convoy-25.0.3.txt, lock-bound, Svc.audited(Svc.java:18) called by Svc.main(Svc.java:35)",
        "file-25.0.3-1.txt file-25.0.3-2.txt file-25.0.3-3.txt, carriers-blocked, Dead3.main(Dead3.java:15)",
        "hung-21.0.8-1.txt hung-21.0.8-2.txt hung-21.0.8-3.txt, no-progress, Dead3.callBackend(Dead3.java:19) called by Dead3.main(Dead3.java:14)",
        "collections-25.0.3.log, collections, ",
        "signal-25.0.3.log, jvm-crash, "
    })
    void a_fault_of_a_real_jvm_is_named_by_its_files(
            String names, String finding, @Nullable String call) throws IOException {
        var texts = new ArrayList<String>();
        for (var name : names.split(" ", -1)) {
            texts.add(resource(FileInspectionTest.class, "files/" + name));
        }
        var found = only(texts.toArray(String[]::new));
        assertThat(found.id()).isEqualTo(finding);
        assertThat(found.frames().stream().findFirst().orElse(null)).isEqualTo(call);
    }

    /// The first dump of a recording that starts with its JVM.
    @Test
    void a_print_of_a_jvm_that_starts_is_not_judged_where_others_are() {
        var start =
                Prints.thread(
                        "main", 1, 1, "RUNNABLE", "jdk.jfr.internal.JVM.emitEvent(Native Method)");
        assertThat(only(print(0.5, start), print(30, convoy(10))).id()).isEqualTo("lock-bound");
    }

    @Test
    void a_list_without_locks_does_not_examine_them() {
        var list = list(1, "WAITING", "", "Shop.order").replace("\"state\": \"WAITING\",", "");
        assertThat(diagnosis(list).evidence().unexamined())
                .extractingByKey("platform threads and their locks")
                .asString()
                .contains("progress of threads");
        assertThat(diagnosis(list(1, "WAITING", "", "Shop.order")).evidence().examined())
                .contains("platform threads and their locks");
    }

    /// The virtual threads' deadlock is another one than that of the platform threads.
    @Test
    void faults_of_one_kind_in_prints_and_lists_are_both_named_where_their_calls_differ() {
        var list =
                """
                {"threadDump": {"runtimeVersion": "25.0.3+9-LTS", "threadContainers": [{"threads": [
                {"tid": "71", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "A@2",
                 "stack": ["%1$s.a(Shop.java:1)"], "monitorsOwned": [{"depth": 0, "locks": ["A@1"]}]},
                {"tid": "72", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "A@1",
                 "stack": ["%1$s.b(Shop.java:2)"], "monitorsOwned": [{"depth": 0, "locks": ["A@2"]}]}
                ]}]}}
                """;
        assertThat(diagnosis(print(10, deadlocked()), list.formatted("Stock")).findings())
                .hasSize(2);
        var same =
                list.formatted("Shop").replace("Shop.a(Shop.java:1)", "Shop.order(Shop.java:31)");
        assertThat(diagnosis(print(10, deadlocked()), same).findings()).hasSize(1);
    }

    @Test
    void a_file_that_is_given_three_times_is_one_moment() {
        var print = print(10, convoy(3));
        assertThat(diagnosis(print, print, print).findings()).isEmpty();
    }

    @Test
    void of_many_prints_the_last_twelve_are_judged() {
        var texts = new ArrayList<String>();
        for (int i = 0; i < 15; i++) {
            texts.add(print(10 * (i + 1), i < 3 ? convoy(1) : convoy(3)));
        }
        var diagnosis = diagnosis(texts.toArray(String[]::new));
        assertThat(diagnosis.findings())
                .extracting(ServiceFinding::id)
                .containsExactly("lock-bound");
        assertThat(diagnosis.evidence().window()).hasSeconds(110);
        assertThat(diagnosis.target().files().getFirst().content())
                .isEqualTo("1 thread dump (0 judged)");
        assertThat(diagnosis(String.join("", texts)).target().files().getFirst().content())
                .isEqualTo("15 thread dumps, the last 12 in 110 s");
    }

    @Test
    void what_files_do_not_show_is_named_with_the_command_that_would() {
        var missing = diagnosis(print(10, deadlocked())).evidence().missing();
        assertThat(missing.get("collections")).contains("-Xlog:gc*:file=gc.log");
        assertThat(missing.get("limits and queues of pools")).contains("loombench inspect PID");
        var log = "[gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms\n";
        assertThat(diagnosis(log).evidence().missing().get("collections")).contains("uptime,tags");
        assertThat(diagnosis(log).evidence().missing().get("platform threads and their locks"))
                .contains("jcmd PID Thread.print")
                .as("a walk of the heap")
                .doesNotContain("Thread.print -l");
    }

    /// A thread dump has those on carriers only, and the endpoint of a framework none.
    @Test
    void waits_of_virtual_threads_are_not_seen_where_none_has_a_carrier() {
        var waits = "waits of virtual threads";
        var main =
                Prints.thread("main", 1, 1, "TIMED_WAITING (sleeping)", "Shop.main(Shop.java:1)");
        var unblocker =
                Prints.thread(
                        "VirtualThread-unblocker",
                        38,
                        1,
                        "RUNNABLE",
                        "java.lang.VirtualThread.unblockVirtualThreads(VirtualThread.java:1516)");
        assertThat(unexamined(print(10, main))).doesNotContainKey(waits);
        assertThat(unexamined(print(10, main + unblocker)))
                .extractingByKey(waits)
                .asString()
                .contains("Thread.dump_to_file");
        var endpoint =
                "{\"threads\":[{\"threadName\":\"main\",\"threadId\":38,\"stackTrace\":[{\"className\":\"Shop\",\"methodName\":\"main\"}]}]}";
        assertThat(unexamined(endpoint)).as("of an unknown version").containsKey(waits);
    }

    /// Fifty that wait for a permit may have begun to.
    @Test
    void waits_of_virtual_threads_are_not_examined_by_one_list() {
        var waits = "waits of virtual threads";
        var blocker =
                "\"parkBlocker\": {\"object\": \"java.util.concurrent.Semaphore$NonfairSync@5\"},";
        var list = list(50, "WAITING", blocker, "java.util.concurrent.Semaphore.acquire");
        var one = diagnosis(list).evidence();
        assertThat(one.examined()).doesNotContain(waits);
        for (var reasons : List.of(one.unexamined(), one.missing())) {
            assertThat(reasons).extractingByKey(waits).asString().contains("Thread.dump_to_file");
        }
        assertThat(diagnosis(list, list).evidence().examined()).contains(waits);
    }

    /// A thread may have run between two moments at which its stack is the same.
    @Test
    void progress_of_threads_is_not_seen_without_their_cpu_times() {
        var hung = Prints.thread("main", 1, 1, BLOCKED, "Shop.main(Shop.java:1)");
        var old = hung.replace("cpu=1.00ms ", "");
        assertThat(unexamined(print(10, hung), print(20, hung), print(30, hung)))
                .doesNotContainKey("progress of threads");
        assertThat(unexamined(print(10, old), print(20, old), print(30, old)))
                .extractingByKey("progress of threads")
                .asString()
                .contains("from JDK 11 on");
        assertThat(unexamined(print(10, old)))
                .extractingByKey("progress of threads")
                .asString()
                .startsWith("three thread dumps");
    }

    @Test
    void threads_that_run_all_the_time_are_not_seen_without_the_number_of_processors() {
        var calm = Prints.thread("main", 1, 1, "RUNNABLE", "Shop.main(Shop.java:1)");
        var log =
                "[0.010s][info][gc,init] CPUs: 4 total, 4 available\n"
                        + "[1.000s][info][gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms\n";
        var subject = "threads that run all the time";
        assertThat(unexamined(print(10, calm), print(20, calm)))
                .extractingByKey(subject)
                .asString()
                .contains("loombench inspect PID");
        assertThat(unexamined(print(10, calm), print(20, calm), log)).doesNotContainKey(subject);
        assertThat(unexamined(log)).as("without threads").doesNotContainKey(subject);
    }

    private Map<String, String> unexamined(String... texts) {
        return diagnosis(texts).evidence().unexamined();
    }

    private static String standing(double elapsed) {
        return print(
                elapsed,
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "http-nio-8080-exec-" + i,
                                        30 + i,
                                        1,
                                        BLOCKED,
                                        "Shop.order(Shop.java:30)",
                                        "- waiting to lock <0x1> (a Shop)",
                                        "org.apache.coyote.AbstractProtocol.process(A.java:1)"))
                        .collect(Collectors.joining()));
    }

    /// The owner of the lock and further threads of the pool may be behind the cut.
    @Test
    void what_a_thread_dump_that_is_cut_off_does_not_show_is_not_judged() {
        var whole = diagnosis(standing(10), standing(20), standing(30));
        assertThat(whole.findings()).extracting(ServiceFinding::id).contains("no-progress");
        var cut = diagnosis(standing(10), standing(20), standing(30).replace(END, ""));
        assertThat(cut.findings())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.id()).isEqualTo("lock-bound");
                    assertThat(finding.evidence().getFirst()).contains("none of the threads");
                });
        assertThat(cut.evidence().unexamined()).containsKey("further platform threads");
        assertThat(cut.target().files().getLast().content())
                .isEqualTo("1 thread dump (1 cut off, the last with 4 threads)");
        assertThat(cut.target().missing().orElseThrow()).contains("1 of 3 ", "4 threads");
        assertThat(whole.target().missing()).isEmpty();
        assertThat(diagnosis(standing(10).replace(END, "")).target().missing().orElseThrow())
                .startsWith("the thread dump is cut off")
                .contains("4 threads");
    }

    @Test
    void enough_whole_thread_dumps_are_judged_without_one_that_is_cut_off() {
        var all =
                diagnosis(standing(10), standing(20), standing(30), standing(40).replace(END, ""));
        assertThat(all.findings()).extracting(ServiceFinding::id).contains("no-progress");
        assertThat(all.target().missing()).isEmpty();
    }

    @Test
    void threads_do_not_become_more_after_a_thread_dump_that_is_cut_off() {
        var few = growing(10, 20);
        var many = List.of(growing(20, 40), growing(30, 60));
        assertThat(diagnosis(few, many.getFirst(), many.getLast()).findings())
                .extracting(ServiceFinding::id)
                .contains("thread-growth");
        assertThat(diagnosis(few.replace(END, ""), many.getFirst(), many.getLast()).findings())
                .isEmpty();
    }

    private static String growing(double elapsed, int threads) {
        var name = "pool-%d-thread-1";
        var task = "java.util.concurrent.ThreadPoolExecutor.getTask(T.java:1)";
        return print(
                elapsed,
                IntStream.range(0, threads)
                        .mapToObj(i -> Prints.thread(name.formatted(i), 30 + i, 1, "WAITING", task))
                        .collect(Collectors.joining()));
    }

    @Test
    void files_of_different_jvms_are_refused() {
        var first = print(10, deadlocked());
        assertThatThrownBy(() -> diagnosis(first, first.replace("25.0.3+9-LTS", "21.0.8+9-LTS")))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("of different JVMs")
                .hasMessageContaining("file-1\"");
        assertThatThrownBy(() -> diagnosis("1:\n" + first, "2:\n" + first))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("process 1, JDK 25.0.3");
        assertThatThrownBy(() -> diagnosis("1:\n" + first + "2:\n" + print(20, deadlocked())))
                .as("in one text")
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("process 1 and 2, JDK 25.0.3");
    }

    /// A container has process ids of its own, so they are not refused.
    @Test
    void a_list_and_a_print_of_other_process_ids_are_both_named() {
        var list =
                list(1, "WAITING", "", "Shop.order")
                        .replace("25.0.3+9", "25.0.3+9-LTS")
                        .replace(
                                "{\"threadDump\": {",
                                "{\"threadDump\": {\"processId\": \"7839\", ");
        var other = diagnosis(list, "15457:\n" + print(10, deadlocked())).target();
        assertThat(other.pid()).isEmpty();
        assertThat(other.files().getFirst().content()).startsWith("process 7839, ");
        assertThat(other.files().getLast().content()).startsWith("process 15457, ");
        var same = diagnosis(list, "7839:\n" + print(10, deadlocked())).target();
        assertThat(same.pid()).hasValue(7839);
        assertThat(same.files()).noneMatch(file -> file.content().contains("process"));
    }

    /// 04:00:00 less 100 s, and less 85 s.
    @Test
    void prints_of_jvms_that_started_at_different_times_are_refused() {
        var handler =
                Prints.thread(
                        "Reference Handler", 9, 1, "RUNNABLE", "java.lang.ref.R.run(R.java:1)");
        var threads = handler + deadlocked();
        var later = print(200, threads).replace("04:00:00", "04:01:40");
        assertThat(diagnosis(print(100, threads), later).findings()).hasSize(1);
        assertThatThrownBy(() -> diagnosis(print(100, threads), print(85, threads)))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("started 2026-11-27T03:58:20");
        assertThatThrownBy(() -> diagnosis(print(100, threads) + print(85, threads)))
                .as("in one text")
                .hasMessageContaining("started 2026-11-27T03:58:20 and 2026-11-27T03:58:35");
    }

    @Test
    void a_healthy_service_has_no_finding_and_is_said_to_be_known_by_files_only() {
        var calm =
                Prints.thread("main", 1, 1, "TIMED_WAITING (sleeping)", "Shop.main(Shop.java:1)");
        var diagnosis = diagnosis(print(10, calm), print(20, calm), print(30, calm));
        assertThat(diagnosis.findings()).isEmpty();
        assertThat(diagnosis.target().isLive()).isFalse();
        assertThat(diagnosis.evidence().examined()).contains("platform threads and their locks");
    }

    @Test
    void lists_and_prints_are_judged_together() {
        var list = list(40, "BLOCKED", "\"blockedOn\": \"Shop@1f\",", "Shop.audit");
        var ids =
                diagnosis(print(10, deadlocked()), list.replace("25.0.3+9", "25.0.3+9-LTS"))
                        .findings()
                        .stream()
                        .map(ServiceFinding::id)
                        .toList();
        assertThat(ids).isEqualTo(List.of("deadlock", "lock-bound"));
    }
}
