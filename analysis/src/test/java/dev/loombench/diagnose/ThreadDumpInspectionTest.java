package dev.loombench.diagnose;

import static dev.loombench.diagnose.SampleFiles.BLOCKED;
import static dev.loombench.diagnose.SampleFiles.convoy;
import static dev.loombench.diagnose.SampleFiles.deadlocked;
import static dev.loombench.diagnose.SampleFiles.list;
import static dev.loombench.diagnose.SampleFiles.print;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.Confidence;
import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.finding.Severity;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Findings from thread dumps and lists of threads: locks, pools and queues.
class ThreadDumpInspectionTest {
    private static final String SLEEPING = "TIMED_WAITING (sleeping)";
    private static final String SLEEP = "java.lang.Thread.sleep(Thread.java:540)";

    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    private ServiceFinding only(String... texts) {
        return SampleFiles.only(folder, texts);
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

    /// Requests on virtual threads of JDK 21, in lists with 10 s in between.
    @ParameterizedTest
    @CsvSource({"3, 309, 1", "3, 310, 0", "2, 309, 0"})
    void requests_on_virtual_threads_that_hang_are_named_from_three_lists(
            int threads, int lastLine, int findings) {
        var found =
                diagnosis(
                                requests(0, threads, 309),
                                requests(10, threads, 309),
                                requests(20, threads, lastLine))
                        .findings();
        assertThat(found).hasSize(findings);
        assertThat(found)
                .allSatisfy(finding -> {
                    assertThat(finding.id()).isEqualTo("no-progress");
                    assertThat(finding.confidence()).isEqualTo(Confidence.LOW);
                    assertThat(finding.frames()).containsExactly("Backend.call(Backend.java:7)");
                });
    }

    /// @param line of the read from a socket
    private static String requests(int second, int threads, int line) {
        return IntStream.range(0, threads)
                .mapToObj(i ->
                        """
                        {"tid": "%d", "name": "", "stack": [
                         "java.base/java.lang.VirtualThread.park(VirtualThread.java:582)",
                         "java.base/sun.nio.ch.NioSocketImpl.implRead(NioSocketImpl.java:%d)",
                         "Backend.call(Backend.java:7)",
                         "org.apache.coyote.AbstractProtocol.process(A.java:1)",
                         "java.base/java.lang.VirtualThread.run(VirtualThread.java:309)"]}
                        """
                                .formatted(71 + i, line))
                .collect(
                        Collectors.joining(
                                ",",
                                "{\"threadDump\": {\"time\": \"2026-11-27T04:00:%02dZ\", \"runtimeVersion\":"
                                                .formatted(second)
                                        + " \"21.0.8+9\", \"threadContainers\": [{\"threads\": [",
                                "]}]}}"));
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
}
