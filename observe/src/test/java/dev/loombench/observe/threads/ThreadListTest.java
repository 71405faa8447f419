package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JacksonException;

/// Lists of all threads, as JSON and as text, as JDK 21.0.8 and 25.0.3 write them.
class ThreadListTest {
    private static final String JSON =
            """
            {"threadDump": {
              "processId": "2962",
              "time": "2026-11-26T10:27:55.680602261Z",
              "runtimeVersion": "25.0.3+9-LTS",
              "threadContainers": [
              {"container": "<root>", "threads": [
                {"tid": "13", "time": "2026-11-26T10:27:56Z", "name": "Finalizer", "state": "WAITING",
                 "waitingOn": "java.lang.Object@4ed09609",
                 "stack": ["java.base/java.lang.Object.wait0(Native Method)",
                           "java.base/java.lang.ref.Finalizer.run(Finalizer.java:165)"],
                 "monitorsOwned": [{"depth": 1, "locks": ["java.lang.Object@4ed09609"]}]},
                {"tid": "24", "name": "orders", "state": "BLOCKED",
                 "blockedOn": "Shop@1f",
                 "stack": ["app/Shop.pay(Shop.java:30)"]},
                {"tid": "25", "name": "pay", "state": "WAITING",
                 "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@7"},
                 "stack": ["java.base/jdk.internal.misc.Unsafe.park(Native Method)",
                           "Shop.log(Shop.java:31)"]}
              ]},
              {"container": "ForkJoinPool-1", "threads": [
                {"tid": "71", "virtual": true, "name": "", "state": "BLOCKED",
                 "blockedOn": "Stock@2f",
                 "stack": ["Shop.order(Shop.java:12)", "Shop.main(Shop.java:2)"],
                 "monitorsOwned": [{"depth": 1, "locks": ["Shop@1f", null]}], "carrier": "40"},
                {"tid": "72", "virtual": true, "name": "", "state": "RUNNABLE", "stack": []}
              ]}
            ]}}
            """;

    private final List<ListedThread> threads = new ArrayList<>();

    private ThreadListHeader json(String text) throws IOException {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return ThreadListJson.read(new ByteArrayInputStream(bytes), threads::add);
    }

    private ThreadListHeader text(String text) {
        var headers = new ArrayList<ThreadListHeader>();
        var parser = new ThreadListText(headers::add, threads::add);
        text.lines().forEach(parser::line);
        parser.end();
        return headers.getLast();
    }

    /// The text has it as it is.
    @Test
    void a_name_may_have_several_lines() {
        text(
                """
                4711
                2026-11-27T04:00:00Z
                21.0.8+9-LTS

                #31 "orders
                of today" virtual
                      Shop.order(Shop.java:31)

                """);
        assertThat(threads).hasSize(1);
        assertThat(threads.getFirst().number()).isEqualTo(31);
        assertThat(threads.getFirst().virtual()).isTrue();
        assertThat(threads.getFirst().stack().frames()).hasSize(1);
    }

    /// As of a store of logs, which may drop blank lines.
    @Test
    void other_lines_of_a_log_end_the_last_thread() {
        var parser = new ThreadListText(_ -> {}, threads::add);
        """
        4711
        2026-11-27T04:00:00Z
        21.0.8+9-LTS
        #31 "orders" virtual
              Shop.order(Shop.java:31)
        WARN request failed
        java.lang.IllegalStateException: closed
        \tat Shop.pay(Shop.java:7)
        \t... 21 more
        """
                .lines()
                .forEach(parser::line);
        assertThat(parser.isCut()).isFalse();
        parser.end();
        assertThat(threads)
                .singleElement()
                .satisfies(thread ->
                        assertThat(thread.stack().frames())
                                .containsExactly("Shop.order(Shop.java:31)"));
    }

    @Test
    void json_has_threads_with_their_locks() throws IOException {
        var header = json(JSON);
        assertThat(header.pid()).hasValue(2962);
        assertThat(header.time()).hasValue(Instant.parse("2026-11-26T10:27:55.680602261Z"));
        assertThat(header.version()).hasValue("25.0.3+9-LTS");
        assertThat(threads)
                .extracting(ListedThread::number)
                .containsExactly(13L, 24L, 25L, 71L, 72L);
        assertThat(threads.getFirst().stack().owned())
                .as("released to wait for a notification")
                .isEmpty();
        assertThat(threads.get(1).stack().awaited()).hasValue(PrintedLock.monitor("Shop@1f"));
        assertThat(threads.get(2).stack().awaited().map(PrintedLock::describe))
                .hasValue("a ReentrantLock");
        var virtual = threads.get(3);
        assertThat(virtual.virtual()).isTrue();
        assertThat(virtual.state()).hasValue(State.BLOCKED);
        assertThat(virtual.carrier()).hasValue(40);
        assertThat(virtual.stack().frames())
                .containsExactly("Shop.order(Shop.java:12)", "Shop.main(Shop.java:2)");
        assertThat(virtual.stack().owned()).containsExactly(PrintedLock.monitor("Shop@1f"));
        assertThat(threads).filteredOn(ListedThread::isQueued).containsExactly(threads.get(4));
        assertThat(threads)
                .filteredOn(ListedThread::usesMonitors)
                .containsExactly(threads.get(1), threads.get(3));
    }

    /// Format version 2.
    @Test
    void numbers_of_jdk_27_are_read() throws IOException {
        var header =
                json(
                        """
                        {"threadDump": {
                          "formatVersion": 2, "processId": 2962, "time": "2026-11-26T10:27:55Z",
                          "runtimeVersion": "27+36",
                          "threadContainers": [{"container": "<root>", "parent": null, "owner": null, "threads": [
                            {"tid": 71, "time": "2026-11-26T10:27:56Z", "name": "", "state": "WAITING",
                             "virtual": true, "carrier": 40,
                             "parkBlocker": {"object": "java.util.concurrent.locks.ReentrantLock$FairSync@7", "owner": 72},
                             "stack": ["Shop.order(Shop.java:12)"],
                             "monitorsOwned": [{"depth": 0, "locks": ["Shop@1f"]}]}
                          ], "threadCount": 1}]}}
                        """);
        assertThat(header.pid()).hasValue(2962);
        assertThat(header.version()).hasValue("27+36");
        var thread = threads.getFirst();
        assertThat(thread.number()).isEqualTo(71);
        assertThat(thread.carrier()).hasValue(40);
        assertThat(thread.blocker()).hasValue(72);
        assertThat(thread.stack().owned()).containsExactly(PrintedLock.monitor("Shop@1f"));
    }

    @Test
    void json_that_ends_too_early_or_has_other_values_is_refused_or_read() throws IOException {
        assertThatThrownBy(() -> json(JSON.substring(0, 900))).isInstanceOf(JacksonException.class);
        threads.clear();
        json(
                """
                {"threads": [
                  {"tid": "99999999999999999999", "name": {"a": [1]}, "state": 7, "stack": "x",
                   "parkBlocker": null, "monitorsOwned": [3, {"depth": "-1", "locks": [[]]}]},
                  {"tid": 5, "name": null, "stack": [null, {"a": 1}, "A.b(A.java:1)"]}
                ]}
                """);
        assertThat(threads).extracting(ListedThread::number).containsExactly(0L, 5L);
        assertThat(threads.getLast().stack().frames()).endsWith("A.b(A.java:1)");
    }

    @Test
    void text_of_jdk_25_has_states_and_locks() {
        var header =
                text(
                        """
                        4711
                        2026-11-27T04:00:00.1Z
                        25.0.3+9-LTS

                        #1 "main" TIMED_WAITING 2026-11-27T04:00:00.2Z
                            at java.base/java.lang.Thread.sleep0(Native Method)
                            at app//Shop.main(Shop.java:9)

                        #71 "" virtual BLOCKED 2026-11-27T04:00:00.3Z
                            at Shop.order(Shop.java:12)
                            - waiting to lock <Stock@2f>
                            at Shop.main(Shop.java:2)
                            - locked <Shop@1f>
                            - lock is eliminated

                        """);
        assertThat(header.pid()).hasValue(4711);
        assertThat(header.version()).hasValue("25.0.3+9-LTS");
        assertThat(header.time()).isPresent();
        assertThat(threads.getFirst().stack().frames()).last().isEqualTo("Shop.main(Shop.java:9)");
        assertThat(threads.getLast())
                .isEqualTo(
                        new ListedThread(
                                71,
                                "",
                                true,
                                Optional.of(State.BLOCKED),
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.empty(),
                                new PrintedStack(
                                        List.of(
                                                "Shop.order(Shop.java:12)",
                                                "Shop.main(Shop.java:2)"),
                                        Optional.of(PrintedLock.monitor("Stock@2f")),
                                        List.of(PrintedLock.monitor("Shop@1f")))));
    }

    /// A latch opens once; a semaphore is awaited again and again.
    @Test
    void a_thread_that_waits_for_a_result_has_its_identity() throws IOException {
        json(
                """
                {"threads": [
                {"tid": "71", "virtual": true, "name": "", "state": "WAITING",
                 "parkBlocker": {"object": "java.util.concurrent.CountDownLatch$Sync@7"},
                 "stack": ["Shop.order(Shop.java:12)"]},
                {"tid": "72", "virtual": true, "name": "", "state": "WAITING",
                 "parkBlocker": {"object": "java.util.concurrent.Semaphore$NonfairSync@8"},
                 "stack": ["Shop.order(Shop.java:12)"]}
                ]}
                """);
        assertThat(threads)
                .extracting(thread -> thread.stack().result().orElse(""))
                .containsExactly("java.util.concurrent.CountDownLatch$Sync@7", "");
    }

    @Test
    void a_list_of_jdk_26_names_the_owner_of_a_lock() throws IOException {
        text(
                """
                #71 "" virtual WAITING 2026-11-27T04:00:00.3Z
                    at java.base/jdk.internal.misc.Unsafe.park(Native Method)
                    - parking to wait for <java.util.concurrent.locks.ReentrantLock$NonfairSync@7>, owner #72
                    at Shop.order(Shop.java:12)

                """);
        json(
                """
                {"threads": [{"tid": "71", "name": "", "stack": ["Shop.order(Shop.java:12)"], "parkBlocker":
                  {"object": "java.util.concurrent.locks.ReentrantLock$NonfairSync@7", "owner": "72"}}]}
                """);
        assertThat(threads).hasSize(2).allSatisfy(t -> assertThat(t.blocker()).hasValue(72));
        assertThat(threads.getFirst().stack().awaited())
                .isEqualTo(threads.getLast().stack().awaited())
                .isPresent();
    }

    @Test
    void text_of_jdk_21_has_frames_only() {
        text(
                """
                4711
                2026-11-27T04:00:00.1Z
                21.0.8+9-LTS

                #1 "main"
                      java.base/java.lang.Thread.sleep(Thread.java:509)

                #29 "user-1" virtual
                      java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
                      Svc.work(Svc.java:3)
                """);
        assertThat(threads).extracting(ListedThread::virtual).containsExactly(false, true);
        assertThat(threads.getLast().state()).isEmpty();
        assertThat(threads.getLast().stack().frames()).endsWith("Svc.work(Svc.java:3)");
    }

    @Test
    void a_frame_loses_its_module_and_nothing_else() {
        assertThat(ListedStack.withoutModule("java.base/java.lang.Thread.run(Thread.java:1474)"))
                .isEqualTo("java.lang.Thread.run(Thread.java:1474)");
        assertThat(ListedStack.withoutModule("app//a.B.c(B.java:3)")).isEqualTo("a.B.c(B.java:3)");
        assertThat(ListedStack.withoutModule("a.B$$Lambda/0x0000f3.run(Unknown Source)"))
                .isEqualTo("a.B$$Lambda/0x0000f3.run(Unknown Source)");
        assertThat(ListedStack.withoutModule("m@1.2/a.B$$Lambda/0x0000f3.run(Unknown Source)"))
                .isEqualTo("a.B$$Lambda/0x0000f3.run(Unknown Source)");
    }
}
