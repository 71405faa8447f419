package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import dev.loombench.observe.file.FileContent;
import dev.loombench.observe.file.FileContent.Recording;
import dev.loombench.observe.file.FileContent.Throttling;
import dev.loombench.observe.file.FileKind;
import dev.loombench.observe.file.FileReading;
import dev.loombench.observe.file.InputFile;
import dev.loombench.observe.file.JvmFacts;
import dev.loombench.observe.file.LockWaits;
import dev.loombench.observe.file.ShownLimits;
import dev.loombench.observe.file.ThreadPrints;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.text.RecordJson;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Findings from files, by the rules for a live JVM.
class FileInspectionTest {
    private static final String BLOCKED = "BLOCKED (on object monitor)";
    private static final String SLEEPING = "TIMED_WAITING (sleeping)";
    private static final String SLEEP = "java.lang.Thread.sleep(Thread.java:540)";
    private static final String HEAD =
            """
            2026-11-27 04:00:00
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            """;

    private static final String END = "\nJNI global refs: 19, weak refs: 0\n\n";

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

    private FileContent content(String name, String text) {
        try {
            return FileReading.read(
                    InputFile.of(Files.writeString(folder.resolve(name), text).toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Diagnosis diagnosis(String... texts) {
        var contents = new ArrayList<FileContent>();
        for (var text : texts) {
            contents.add(content("file-" + contents.size(), text));
        }
        return FileInspection.run(contents);
    }

    private ServiceFinding only(String... texts) {
        var findings = diagnosis(texts).findings();
        assertThat(findings).hasSize(1);
        return findings.getFirst();
    }

    private static String resource(Class<?> owner, String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(owner.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /// A print some time after the start of the JVM.
    private static String print(double elapsed, String threads) {
        return HEAD
                + threads.replace(
                        "elapsed=30.00s", String.format(Locale.ROOT, "elapsed=%.2fs", elapsed))
                + END;
    }

    private static String convoy(int waiting) {
        return Prints.thread(
                        "orders-0",
                        30,
                        1,
                        "TIMED_WAITING (sleeping)",
                        "java.lang.Thread.sleep(Thread.java:540)",
                        "Shop.audit(Shop.java:40)",
                        "- locked <0x1> (a java.lang.Class for Shop)")
                + IntStream.rangeClosed(1, waiting)
                        .mapToObj(i ->
                                Prints.thread(
                                        "orders-" + i,
                                        30 + i,
                                        1,
                                        BLOCKED,
                                        "Shop.audit(Shop.java:40)",
                                        "- waiting to lock <0x1> (a java.lang.Class for Shop)"))
                        .collect(Collectors.joining());
    }

    private static String deadlocked() {
        return Prints.thread(
                        "a",
                        31,
                        1,
                        BLOCKED,
                        "Shop.order(Shop.java:31)",
                        "- waiting to lock <0x2> (a java.lang.Object)",
                        "- locked <0x1> (a java.lang.Object)")
                + Prints.thread(
                        "b",
                        32,
                        1,
                        BLOCKED,
                        "Shop.order(Shop.java:32)",
                        "- waiting to lock <0x1> (a java.lang.Object)",
                        "- locked <0x2> (a java.lang.Object)");
    }

    /// Files of real JVMs with one fault each; shortened by threads and lines that repeat.
    @ParameterizedTest
    @CsvSource({
        "locks-21.0.8.txt, deadlock, Dead3.locks(Dead3.java:7)",
        "mixed-25.0.3.txt, deadlock, Dead3.main(Dead3.java:11)",
        "initialisers-21.0.8.txt, deadlock, Dead3$X.<clinit>(Dead3.java:5)",
        "virtual-25.0.3.json, deadlock, Dead3.monitors(Dead3.java:8)",
        "virtual-25.0.3.list, deadlock, Dead3.monitors(Dead3.java:8)",
        "convoy-25.0.3.txt, lock-bound, Svc.audited(Svc.java:18)",
        "file-25.0.3-1.txt file-25.0.3-2.txt file-25.0.3-3.txt, carriers-blocked, Dead3.main(Dead3.java:15)",
        "hung-21.0.8-1.txt hung-21.0.8-2.txt hung-21.0.8-3.txt, no-progress, Dead3.callBackend(Dead3.java:19)",
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

    @Test
    void a_deadlock_is_found_in_one_print_with_less_confidence() {
        var finding = only(print(10, deadlocked()));
        assertThat(finding.id()).isEqualTo("deadlock");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
    }

    @Test
    void ten_waiting_threads_in_one_print_are_a_convoy_and_nine_are_none() {
        var finding = only(print(10, convoy(10)));
        assertThat(finding.id()).isEqualTo("lock-bound");
        assertThat(finding.evidence().getFirst()).contains("\"orders-0\" holds it in Shop.audit");
        assertThat(diagnosis(print(10, convoy(9))).findings()).isEmpty();
    }

    /// Threads of Tomcat: one that holds a monitor, those that wait for it, and others.
    private static String webPool(int waiting, int others) {
        return request(0, SLEEPING, SLEEP, "Shop.audit(Shop.java:40)", "- locked <0x1> (a Shop)")
                + IntStream.rangeClosed(1, waiting + others)
                        .mapToObj(i ->
                                i <= waiting
                                        ? request(
                                                i,
                                                BLOCKED,
                                                "Shop.audit(Shop.java:40)",
                                                "- waiting to lock <0x1> (a Shop)")
                                        : request(i, SLEEPING, SLEEP, "Shop.pay(Shop.java:9)"))
                        .collect(Collectors.joining());
    }

    private static String request(int i, String state, String... top) {
        var lines =
                Stream.concat(
                                Stream.of(top),
                                Stream.of("org.apache.coyote.AbstractProtocol.process(A.java:1)"))
                        .toArray(String[]::new);
        return Prints.thread("http-nio-8080-exec-" + i, 30 + i, 1, state, lines);
    }

    /// Eight or more of ten threads wait for a lock that is held for 60 % of the time with a
    /// probability of `0.6^9`, 0.01.
    @Test
    void most_threads_of_a_web_pool_without_a_free_one_are_a_convoy_in_one_print() {
        var finding = only(print(10, webPool(8, 1)));
        assertThat(finding.id()).isEqualTo("lock-bound");
        assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
        assertThat(finding.frames().getFirst()).isEqualTo("Shop.audit(Shop.java:40)");
        assertThat(diagnosis(print(10, webPool(7, 2))).findings()).isEmpty();
        assertThat(diagnosis(print(10, webPool(5, 0))).findings()).as("a small pool").isEmpty();
        var free =
                Prints.thread(
                        "http-nio-8080-exec-99",
                        99,
                        1,
                        "WAITING (parking)",
                        "java.util.concurrent.LinkedBlockingQueue.take(L.java:435)",
                        "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)");
        assertThat(diagnosis(print(10, webPool(8, 1) + free)).findings()).isEmpty();
    }

    @Test
    void three_prints_in_any_order_show_a_short_convoy() {
        assertThat(only(print(30, convoy(3)), print(10, convoy(3)), print(20, convoy(3))).id())
                .isEqualTo("lock-bound");
        var diagnosis =
                diagnosis(print(30, convoy(3)) + print(10, convoy(3)), print(20, convoy(3)));
        assertThat(diagnosis.findings())
                .extracting(ServiceFinding::id)
                .containsExactly("lock-bound");
        assertThat(diagnosis.evidence().window()).hasSeconds(20);
    }

    @Test
    void a_pool_whose_threads_do_not_run_over_three_prints_makes_no_progress() {
        var pool =
                IntStream.rangeClosed(1, 4)
                        .mapToObj(i ->
                                Prints.thread(
                                        "http-nio-8080-exec-" + i,
                                        30 + i,
                                        1,
                                        "RUNNABLE",
                                        "sun.nio.ch.SocketDispatcher.read0(Native Method)",
                                        "Backend.call(Backend.java:7)",
                                        "org.apache.coyote.AbstractProtocol.process(A.java:1)"))
                        .collect(Collectors.joining());
        var finding = only(print(10, pool), print(20, pool), print(30, pool));
        assertThat(finding.id()).isEqualTo("no-progress");
        assertThat(finding.frames().getFirst()).startsWith("Backend.call");
        assertThat(diagnosis(print(10, pool)).findings()).as("one print").isEmpty();
    }

    /// A thread per request.
    private static String perRequest(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i ->
                        Prints.thread(
                                "Thread-" + i,
                                30 + i,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.SocketDispatcher.read0(Native Method)",
                                "Backend.call(Backend.java:7)",
                                "sun.net.httpserver.ServerImpl$Exchange.run(S.java:1)"))
                .collect(Collectors.joining());
    }

    /// One or two requests may take long by intention, and others have a thread of their own.
    @Test
    void requests_with_a_thread_each_are_judged_together() {
        var hung = perRequest(3);
        var finding = only(print(10, hung), print(20, hung), print(30, hung));
        assertThat(finding.id()).isEqualTo("no-progress");
        assertThat(finding.severity()).isEqualTo(Severity.WARNING);
        assertThat(RuleFindings.figure(finding, "threads")).isEqualTo(3);
        assertThat(RuleFindings.figure(finding, "affected")).isEqualTo(3);
        assertThat(RuleFindings.figure(finding, "seconds")).isEqualTo(20);
        var few = perRequest(2);
        assertThat(diagnosis(print(10, few), print(20, few), print(30, few)).findings()).isEmpty();
    }

    @Test
    void a_thread_that_is_renamed_for_a_long_request_is_no_full_pool() {
        var threads =
                request(1, SLEEPING, SLEEP, "Shop.pay(Shop.java:9)")
                                .replace("exec-1\"", "exec-1 url: /pay; user: y\"")
                        + Prints.thread(
                                "http-nio-8080-exec-2",
                                32,
                                1,
                                "WAITING (parking)",
                                "java.util.concurrent.LinkedBlockingQueue.take(L.java:435)",
                                "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)");
        assertThat(diagnosis(print(10, threads), print(20, threads), print(30, threads)).findings())
                .isEmpty();
    }

    /// Both carriers of a Spring Boot service wait, one while it loads a class; the next owner of
    /// the monitor is ready to run and gets no carrier.
    @Test
    void a_service_that_stood_still_is_named_by_one_list_of_its_threads() throws IOException {
        var finding = only(resource(FileInspectionTest.class, "petclinic-25.0.3.json"));
        assertThat(finding.id()).isEqualTo("carriers-blocked");
        assertThat(finding.text().message()).startsWith("2 of 2 ").contains(" 10 virtual");
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
        assertThat(finding.text().message()).startsWith("2 of 2 ");
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
        assertThat(finding.text().message()).startsWith("2 of 2 ").contains("pinned");
        assertThat(finding.evidence().getFirst())
                .contains(
                        "virtual thread #72 waits in Shop.order(Shop.java:31) for the monitor of a"
                                + " Shop while it loads a class");
        var running = "\tat Shop.order(Shop.java:31)\n";
        assertThat(diagnosis(print(10, carrier(1, PARKED) + carrier(2, running))).findings())
                .isEmpty();
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
                .containsKey("platform threads and their locks");
        assertThat(diagnosis(list(1, "WAITING", "", "Shop.order")).evidence().examined())
                .contains("platform threads and their locks");
    }

    @Test
    void what_is_pinned_is_a_share_of_the_configured_carriers() {
        var pinned = new Pinned("jvm", 9, 5_900_000_000L, 60_000_000_000L, List.of());
        var recording =
                new Recording(
                        60_000_000_000L,
                        Optional.of(pinned),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        LockWaits.NONE);
        assertThat(recorded(recording, 1, OptionalLong.of(2))).as("4.9 %").isEmpty();
        assertThat(recorded(recording, 2, OptionalLong.empty())).as("of two processors").isEmpty();
        assertThat(recorded(recording, 1, OptionalLong.empty())).as("9.8 % of one").hasSize(1);
    }

    /// Of a JVM with a heap of 1 GiB.
    private static List<ServiceFinding> recorded(
            Recording recording,
            int processors,
            OptionalLong parallelism,
            LimitedMemory... limited) {
        return FileInspection.run(
                        List.of(recordingFile(recording, processors, parallelism, limited)))
                .findings();
    }

    private static FileContent recordingFile(
            Recording recording,
            int processors,
            OptionalLong parallelism,
            LimitedMemory... limited) {
        var jvm =
                new JvmFacts(
                        OptionalLong.of(1),
                        Optional.of(Runtime.Version.parse("21.0.8+9")),
                        "Eclipse Adoptium",
                        "Linux amd64",
                        OptionalInt.of(processors),
                        OptionalLong.of(1 << 30),
                        OptionalLong.empty(),
                        parallelism,
                        List.of());
        return new FileContent(
                "rec.jfr",
                Set.of(FileKind.RECORDING),
                jvm,
                ThreadPrints.NONE,
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.of(recording),
                limits(limited));
    }

    /// Where metadata are among them, with all their limits.
    private static ShownLimits limits(LimitedMemory... limited) {
        var all = List.of(limited);
        return new ShownLimits(all, all.stream().anyMatch(memory -> memory.kind() != Kind.CODE));
    }

    @Test
    void virtual_threads_in_a_list_show_a_convoy_a_queue_and_a_deadlock() {
        assertThat(only(list(40, "BLOCKED", "\"blockedOn\": \"Shop@1f\",", "Shop.audit")).id())
                .isEqualTo("lock-bound");
        assertThat(
                        only(list(
                                        100,
                                        "WAITING",
                                        "\"parkBlocker\": {\"object\": \"java.util.concurrent.Semaphore$NonfairSync@2\"},",
                                        "java.util.concurrent.Semaphore.acquire"))
                                .id())
                .isEqualTo("unbounded-queue");
        var deadlock =
                """
                {"threadDump": {"runtimeVersion": "25.0.3+9", "threadContainers": [{"threads": [
                {"tid": "71", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "A@2",
                 "stack": ["Shop.a(Shop.java:1)"], "monitorsOwned": [{"depth": 0, "locks": ["A@1"]}]},
                {"tid": "72", "virtual": true, "name": "", "state": "BLOCKED", "blockedOn": "A@1",
                 "stack": ["Shop.b(Shop.java:2)"], "monitorsOwned": [{"depth": 0, "locks": ["A@2"]}]}
                ]}]}}
                """;
        assertThat(only(deadlock).text().message()).contains("virtual thread #71");
    }

    /// JDK 26 names the owners.
    @Test
    void a_deadlock_of_virtual_threads_at_locks_is_found_where_owners_are_listed() {
        var threads =
                IntStream.of(71, 72)
                        .mapToObj(i ->
                                """
                                #%d "" virtual WAITING 2026-11-27T04:00:00.3Z
                                    at java.base/jdk.internal.misc.Unsafe.park(Native Method)
                                    - parking to wait for <java.util.concurrent.locks.ReentrantLock$NonfairSync@%d>, owner #%d
                                    at Shop.order(Shop.java:%d)

                                """
                                        .formatted(i, i, 143 - i, i))
                        .collect(Collectors.joining());
        assertThat(only("4711\n2026-11-27T04:00:00Z\n26+35\n\n" + threads).id())
                .isEqualTo("deadlock");
    }

    private static String list(int count, String state, String blocker, String call) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        """
                        {"tid": "%d", "virtual": true, "name": "", "state": "%s", %s
                         "stack": ["%s(X.java:7)", "Shop.serve(Shop.java:9)"]}
                        """
                                .formatted(100 + i, state, blocker, call))
                .collect(
                        Collectors.joining(
                                ",",
                                "{\"threadDump\": {\"runtimeVersion\": \"25.0.3+9\","
                                        + " \"threadContainers\": [{\"threads\": [",
                                "]}]}}"));
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
        assertThat(RuleFindings.figure(finding, "pauseShare")).isCloseTo(0.6, within(0.005));
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
        assertThat(finding.text().message())
                .isEqualTo("the JVM stops all threads for 30 % of the time, beside collections");
        assertThat(finding.evidence()).contains("operations: PrintThreads 30 % of the time");
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

    /// Three dumps of two carriers with 10 s in between.
    ///
    /// @param millis of CPU that each used in 10 s
    /// @param turns whether another virtual thread is on it each time
    private List<String> carriers(double millis, boolean turns) {
        return ids(carriers(millis, turns, ""));
    }

    private static List<String> ids(Diagnosis diagnosis) {
        return diagnosis.findings().stream().map(ServiceFinding::id).toList();
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

    @Test
    void a_recording_shows_pinned_waits_and_the_limits_of_the_container() {
        long second = 1_000_000_000;
        long mib = 1 << 20;
        var pinned =
                new Pinned(
                        "jvm",
                        20,
                        30 * second,
                        60 * second,
                        List.of(
                                new PinnedWaitGroup(
                                        20, 30 * second, List.of("Shop.order(line 30)"))));
        var recording =
                new Recording(
                        60 * second,
                        Optional.of(pinned),
                        OptionalLong.of(1_000 * mib),
                        OptionalDouble.of(1),
                        Optional.of(new Throttling(6 * second, 60 * second)),
                        OptionalLong.of(1_100 * mib),
                        LockWaits.NONE);
        assertThat(recorded(recording, 2, OptionalLong.empty()))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder(
                        "carriers-pinned",
                        "cpu-throttled",
                        "heap-exceeds-container",
                        "direct-buffers");
    }

    private static List<ServiceFinding> recorded(LimitedMemory... limited) {
        return FileInspection.run(List.of(recordingFile(limited))).findings();
    }

    private static FileContent recordingFile(LimitedMemory... limited) {
        var recording =
                new Recording(
                        60_000_000_000L,
                        Optional.empty(),
                        OptionalLong.empty(),
                        OptionalDouble.empty(),
                        Optional.empty(),
                        OptionalLong.empty(),
                        LockWaits.NONE);
        return recordingFile(recording, 2, OptionalLong.empty(), limited);
    }

    @Test
    void of_several_files_the_one_with_the_least_room_counts() {
        var little =
                recordingFile(
                        new LimitedMemory(Kind.METADATA, 61, 64),
                        new LimitedMemory(Kind.CODE, 47, 48));
        var failed =
                recordingFile(
                        new LimitedMemory(Kind.METADATA, 32, 64),
                        new LimitedMemory(Kind.CODE, 30, 48, 3));
        for (var files : List.of(List.of(little, failed), List.of(failed, little))) {
            assertThat(FileInspection.run(files).findings())
                    .extracting(finding -> finding.text().message())
                    .containsExactlyInAnyOrder(
                            "metadata of classes take 95 % of their limit",
                            "compiled code found no room within the code cache, 3 times");
        }
    }

    @Test
    void code_without_room_does_not_make_metadata_examined() {
        var code = new LimitedMemory(Kind.CODE, 30, 48, 2);
        assertThat(unexamined(code)).contains("metadata").doesNotContain("metadata and code");
        assertThat(unexamined(code, new LimitedMemory(Kind.CLASSES, 1, 9)))
                .doesNotContain("metadata", "metadata and code");
    }

    private static Set<String> unexamined(LimitedMemory... limited) {
        return FileInspection.run(List.of(recordingFile(limited))).evidence().unexamined().keySet();
    }

    @Test
    void a_recording_shows_metadata_and_code_near_their_limits() {
        var code = new LimitedMemory(Kind.CODE, 47, 48);
        assertThat(recorded(new LimitedMemory(Kind.METADATA, 60, 64), code))
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("metaspace", "code-cache");
        assertThat(recorded(code))
                .as("metadata are not known")
                .extracting(ServiceFinding::id)
                .containsExactly("code-cache");
        assertThat(recorded(new LimitedMemory(Kind.CODE, 30, 48, 2)))
                .extracting(finding -> finding.text().message())
                .containsExactly("compiled code found no room within the code cache, 2 times");
    }

    @Test
    void threads_that_wait_for_a_connection_exhaust_its_pool() {
        var waiting =
                IntStream.rangeClosed(1, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        "http-nio-8080-exec-" + i,
                                        30 + i,
                                        1,
                                        "TIMED_WAITING (parking)",
                                        "jdk.internal.misc.Unsafe.park(Native Method)",
                                        "java.util.concurrent.SynchronousQueue.poll(S.java:1)",
                                        "com.zaxxer.hikari.util.ConcurrentBag.borrow(C.java:151)",
                                        "com.zaxxer.hikari.HikariDataSource.getConnection(H.java:99)",
                                        "Shop.order(Shop.java:30)"))
                        .collect(Collectors.joining());
        assertThat(diagnosis(print(10, waiting), print(14, waiting), print(18, waiting)).findings())
                .extracting(ServiceFinding::id)
                .containsExactly("pool-exhausted");
        var listed =
                list(10, "TIMED_WAITING", "", "com.zaxxer.hikari.HikariDataSource.getConnection");
        assertThat(RuleFindings.figure(only(listed), "waiting")).isEqualTo(10);
        assertThat(only(listed).text().message()).contains("HikariCP");
    }

    @Test
    void a_crash_is_named_by_the_table_of_known_defects() {
        var finding = only(crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot"));
        assertThat(finding.id()).isEqualTo("JDK-8364343");
        assertThat(finding.text().remedy()).contains("jcmd Thread.print");
        assertThat(only(crash("26+35", "ThreadSnapshotFactory::get_thread_snapshot")).id())
                .as("repaired there")
                .isEqualTo("jvm-crash");
        assertThat(only(crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop")).text().message())
                .contains("SIGSEGV (0xb)");
    }

    /// As where a jar is replaced while its service runs.
    @Test
    void a_crash_at_a_mapped_file_is_none_of_the_jdk() {
        var log =
                """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGBUS (0x7) at pc=0x00007fde40016a32, pid=7808, tid=7812
                #
                # JRE version: OpenJDK Runtime Environment Temurin-21.0.8+9 (21.0.8+9) (build 21.0.8+9-LTS)
                # Problematic frame:
                # %s
                #
                """;
        assertThat(
                        only(log.formatted("v  ~StubRoutines::jbyte_disjoint_arraycopy"))
                                .text()
                                .remedy())
                .isEqualTo(
                        only(log.formatted("C  [libzip.so+0x11a32]  newEntry+0x62"))
                                .text()
                                .remedy())
                .contains("a mapped file that was truncated")
                .doesNotContain("update");
        var mac =
                log.formatted("C  [libfoo.dylib+0x11a32]  newEntry+0x62").replace("(0x7)", "(0xa)");
        assertThat(only(mac).text().remedy())
                .as("any fault of native code on macOS")
                .startsWith("update or remove what calls this library");
    }

    @Test
    void a_limit_of_mappings_or_threads_is_told_from_one_of_memory() {
        var log =
                """
                # There is insufficient memory for the Java Runtime Environment to continue.
                # %s
                #  Out of Memory Error (os_linux.cpp:2845), pid=11, tid=12
                #
                """;
        assertThat(
                        only(log.formatted(
                                        "Native memory allocation (mprotect) failed to protect 16384 bytes for memory to guard stack pages"))
                                .text()
                                .remedy())
                .contains("vm.max_map_count");
        assertThat(
                        only(log.formatted(
                                        "Cannot create worker GC thread. Out of system resources."))
                                .text()
                                .remedy())
                .contains("pids.max");
        assertThat(
                        only(log.formatted(
                                        "Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory."))
                                .text()
                                .remedy())
                .contains("lower -Xmx");
    }

    private static String crash(String version, String function) {
        return """
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=15662, tid=33827
        #
        # JRE version: OpenJDK Runtime Environment Temurin-%1$s (%1$s) (build %1$s)
        # Problematic frame:
        # V  [libjvm.so+0x69b127]  %2$s(JNIEnv_*, _jobject*)+0x7
        #
        """
                .formatted(version, function);
    }

    @Test
    void a_code_cache_that_was_full_before_a_crash_is_named_beside_it() {
        var log =
                crash("25.0.3+9-LTS", "Shop::order")
                        + """

                        CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb
                         total_blobs=9, nmethods=4, adapters=2, full_count=1
                        """;
        assertThat(diagnosis(log).findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("jvm-crash", "code-cache");
    }

    @Test
    void a_crash_by_a_library_is_named_where_its_command_line_names_the_jar() {
        var log =
                crash("25.0.3+9-LTS", "JfrStorage::write")
                        .replace(
                                "# Problematic",
                                "# Java VM: OpenJDK 64-Bit Server VM (25.0.3+9-LTS, g1 gc, linux-amd64)\n# Problematic");
        assertThat(only(log).id()).isEqualTo("jvm-crash");
        var finding = only(log + "\nCommand Line: -javaagent:/opt/dd-java-agent.jar Shop\n");
        assertThat(finding.id()).isEqualTo("dd-trace-java-11749");
        assertThat(finding.text().message()).contains("dd-java-agent (of unknown version)");
        assertThat(
                        only(log
                                        + "\nCommand Line: -javaagent:/opt/dd-java-agent-1.60.1.jar Shop\n")
                                .id())
                .as("an unaffected version")
                .isEqualTo("jvm-crash");
        assertThat(
                        only(log.replace("linux", "windows")
                                        + "\nCommand Line: -javaagent:dd-java-agent.jar Shop\n")
                                .id())
                .as("another platform")
                .isEqualTo("jvm-crash");
    }

    @Test
    void crashes_of_one_service_are_named_once_each() {
        var first = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop").replace("15662", "15663");
        assertThat(diagnosis(first, other, first.replace("15662", "15664")).findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("JDK-8364343", "jvm-crash");
    }

    @Test
    void the_figures_of_a_crash_say_where_and_how_often() {
        var known = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop");
        var figures =
                Stream.of(
                                only(known, known.replace("15662", "15663")),
                                only(other, other.replace("15662", "15663")))
                        .map(finding -> RecordJson.tree(finding.figures()))
                        .toList();
        assertThat(figures)
                .allSatisfy(crash -> {
                    assertThat(crash.at("/crashes").asInt()).isEqualTo(2);
                    assertThat(crash.at("/cause").asString()).isEqualTo("signal");
                    assertThat(crash.at("/what").asString()).isEqualTo("SIGSEGV (0xb)");
                });
        assertThat(figures.getLast().at("/frame").asString()).contains("PhaseIdealLoop");
    }

    @Test
    void crashes_in_one_text_are_named_once_each() {
        var first = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop").replace("15662", "15663");
        var diagnosis = diagnosis(first + "started\n" + other + "started\n" + other);
        assertThat(diagnosis.findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("JDK-8364343", "jvm-crash");
        assertThat(diagnosis.target().files().getFirst().content()).isEqualTo("3 crash logs");
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
        assertThat(missing.get("pools")).contains("loombench inspect PID");
        var log = "[gc] GC(0) Pause Young (Normal) 35M->1M(64M) 10.000ms\n";
        assertThat(diagnosis(log).evidence().missing().get("collections")).contains("uptime,tags");
        assertThat(diagnosis(log).evidence().missing().get("platform threads and their locks"))
                .contains("jcmd PID Thread.print")
                .as("a walk of the heap")
                .doesNotContain("Thread.print -l");
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
                    assertThat(finding.evidence().getFirst())
                            .contains("none of the threads that are known holds it");
                });
        assertThat(cut.evidence().unexamined()).containsKey("further platform threads");
        assertThat(cut.target().files().getLast().content())
                .isEqualTo("1 thread dump (1 cut off, the last with 4 threads)");
    }

    @Test
    void enough_whole_thread_dumps_are_judged_without_one_that_is_cut_off() {
        var all =
                diagnosis(standing(10), standing(20), standing(30), standing(40).replace(END, ""));
        assertThat(all.findings()).extracting(ServiceFinding::id).contains("no-progress");
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
                .hasMessageContaining("of different JVMs");
        assertThatThrownBy(() -> diagnosis("1:\n" + first, "2:\n" + first))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("process 1, JDK 25.0.3");
        assertThatThrownBy(() -> diagnosis("1:\n" + first + "2:\n" + print(20, deadlocked())))
                .as("in one text")
                .isInstanceOf(WrongInput.class);
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
