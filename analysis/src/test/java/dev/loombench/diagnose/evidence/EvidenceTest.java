package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.SampleCollections;
import dev.loombench.diagnose.SampleEvidence;
import dev.loombench.observe.jvm.figure.GarbageCollectors.Bean;
import dev.loombench.observe.proc.UnreadConnections;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Executors and pools of threads whose queue a bean or the agent shows, or nothing.
class EvidenceTest {
    private static final String JDK =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1090)";
    private static final String JBOSS =
            "org.jboss.threads.EnhancedQueueExecutor$ThreadBody.run(E.java:1521)";
    private static final String KOTLIN =
            "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.run(CoroutineScheduler.kt:750)";

    private static PoolReading reading(String library, String name, long inUse, long waiting) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        library,
                        name,
                        10,
                        OptionalLong.of(inUse),
                        OptionalLong.of(waiting));
        return new PoolReading(Collections.nCopies(4, pool), OptionalDouble.empty());
    }

    /// All have ten threads or connections.
    @ParameterizedTest
    @CsvSource({
        "HikariCP, shop, 10, 40, 1",
        "Tomcat, http-nio-8080, 10, 40, 1",
        "executor, payments, 0, 0, 1",
        "executor, payments, 10, 0, 1",
        "executor, payments, 10, 30, 0",
        "executor, orders, 0, 0, 0",
        "Tomcat executor, tomcatThreadPool, 9, 50, 0"
    })
    void an_executor_is_published_by_the_bean_of_an_executor_with_its_name_or_figures(
            String library, String name, long inUse, long waiting, int unpublished) {
        var evidence =
                new SampleEvidence()
                        .pools(List.of(reading(library, name, inUse, waiting)))
                        .executors(List.of(reading("executor", "orders", 10, 40)))
                        .evidence();
        assertThat(evidence.pools().unpublished()).hasSize(unpublished);
    }

    /// Three threads, each of which executes a task at all moments.
    private static SampleEvidence busy(
            Optional<UnreadConnections> connections, String name, String worker) {
        var print =
                IntStream.range(0, 3)
                        .mapToObj(i ->
                                Prints.thread(
                                        name + i,
                                        40 + i,
                                        1,
                                        "RUNNABLE",
                                        "Shop.index(Shop.java:8)",
                                        worker))
                        .collect(Collectors.joining());
        return new SampleEvidence().printed(Prints.history(connections, print, print, print));
    }

    private static List<String> queues(SampleEvidence evidence) {
        return evidence.evidence().unexamined().keySet().stream()
                .filter(subject -> subject.startsWith("queue of "))
                .toList();
    }

    @Test
    void stops_that_no_counter_shows_are_named_beside_collections() {
        var stops = "other stops of all threads";
        var uncounted = SampleCollections.of(200 << 20, new Bean("G1 Young Generation", 30, 90));
        var evidence = new SampleEvidence().collections(uncounted).evidence();
        assertThat(evidence.examined()).contains("collections");
        assertThat(evidence.unexamined()).containsKey(stops);
        assertThat(evidence.missing()).containsKey(stops);
        assertThat(new SampleEvidence().evidence().unexamined()).doesNotContainKey(stops);
    }

    @Test
    void the_pools_that_were_examined_are_named_by_their_libraries() {
        var tomcat = reading("Tomcat", "http-nio-8080", 3, 0);
        var pools = List.of(tomcat, reading("HikariCP", "shop", 3, 0), tomcat);
        assertThat(new SampleEvidence().pools(pools).evidence().examined())
                .contains("pools (Tomcat, HikariCP)")
                .doesNotContain("pools");
    }

    /// A line above names the same pools with their busy threads.
    @Test
    void pools_whose_limits_and_queues_nothing_shows_are_named() {
        var print =
                Prints.thread("orders-1", 31, 1, "RUNNABLE", "Shop.order(Shop.java:1)", JDK)
                        + Prints.thread("mail-1", 32, 1, "RUNNABLE", "Mail.send(Mail.java:1)", JDK);
        var printed = PlatformPool.of(Prints.four(print).last());
        var unpublished =
                new PoolEvidence(
                        Part.missing("no bean"),
                        Optional.empty(),
                        Part.of(List.of(reading("executor", "orders", 1, 0))));
        assertThat(unpublished.subject(printed)).contains("(mail)").doesNotContain("orders");
        assertThat(unpublished.subject(List.of())).doesNotContain("(");
    }

    @Test
    void a_pool_that_could_not_be_read_beside_others_is_named() {
        var evidence = new SampleEvidence().unreadPool("a:type=Pool: refused").evidence();
        assertThat(evidence.unexamined()).containsEntry("some pools", "a:type=Pool: refused");
        assertThat(evidence.missing()).containsEntry("some pools", "a:type=Pool: refused");
    }

    @ParameterizedTest
    @CsvSource({"R2DBC, r2dbc-pool", "Oracle UCP, ucp11"})
    void a_pool_in_which_no_thread_waits_is_seen_where_it_is_published(
            String library, String artifact) {
        var sample =
                new SampleEvidence()
                        .pools(List.of(reading(library, "shop", 3, 0)))
                        .libraries(new Library(artifact, "1.0.2"));
        assertThat(sample.evidence().unexamined().keySet())
                .noneMatch(subject -> subject.startsWith("pools of "));
    }

    @Test
    void the_queue_of_an_executor_of_another_library_is_named_as_unseen() {
        var none = Optional.of(Prints.connections(5, 0, 0));
        assertThat(queues(busy(none, "worker-", JBOSS))).containsExactly("queue of worker");
        assertThat(queues(busy(none, "DefaultDispatcher-worker-", KOTLIN)))
                .containsExactly("queue of DefaultDispatcher-worker");
        assertThat(queues(busy(none, "orders-", JDK))).as("the agent reads it").isEmpty();
        assertThat(queues(busy(none, "orders-", JDK).withoutExecutors("not read")))
                .containsExactly("queue of orders");
    }

    /// Workers of Kotlin's dispatchers: those of `Dispatchers.IO` wait, and one of the others is
    /// free.
    @ParameterizedTest
    @CsvSource({"64, true", "63, false"})
    void the_queue_of_kotlins_dispatcher_is_unseen_where_all_its_threads_for_io_are_busy(
            int busy, boolean unseen) {
        var name = "DefaultDispatcher-worker-";
        var print =
                IntStream.range(0, busy)
                                .mapToObj(i ->
                                        Prints.thread(
                                                name + i,
                                                40 + i,
                                                1,
                                                "RUNNABLE",
                                                "Shop.index(Shop.java:8)",
                                                KOTLIN))
                                .collect(Collectors.joining())
                        + Prints.thread(
                                name + 99,
                                399,
                                1,
                                "TIMED_WAITING (parking)",
                                "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.park(C.kt:1)",
                                KOTLIN);
        var reasons = new SampleEvidence().printed(Prints.four(print)).evidence().unexamined();
        assertThat(reasons.getOrDefault("queue of DefaultDispatcher-worker", ""))
                .startsWith(unseen ? "64 of its 65 threads" : "");
        assertThat(reasons.containsKey("queue of DefaultDispatcher-worker")).isEqualTo(unseen);
    }

    /// Eight virtual threads, one of which waits for a task, or executes one too.
    @ParameterizedTest
    @CsvSource({"ThreadPoolExecutor.getTask, false", "FutureTask.run, true"})
    void the_queue_of_an_executor_of_virtual_threads_is_unseen_where_none_is_free(
            String call, boolean unseen) {
        var groups =
                List.of(
                        worker(7, "java.lang.Thread.sleep(T.java:540)", "Shop.pay(Shop.java:7)"),
                        worker(
                                1,
                                "java.lang.VirtualThread.park(V.java:1)",
                                "java.util.concurrent." + call + "(A.java:1)"));
        var list = Part.of(new ThreadDump("attach", 0, 20, 2, 8, groups));
        var reasons = new SampleEvidence().threads(list).evidence().unexamined();
        assertThat(reasons.containsKey("queues of executors of virtual threads")).isEqualTo(unseen);
    }

    private static StackGroup worker(int count, String wait, String call) {
        return new StackGroup(ThreadKind.VIRTUAL, "", count, List.of(wait, call, JDK));
    }

    /// Without virtual threads in the list there is nothing to see.
    @ParameterizedTest
    @CsvSource({"10, false", "0, true"})
    void waits_of_listed_virtual_threads_are_not_examined_where_lists_do_not_show_them(
            int virtual, boolean examined) {
        var list = Part.of(new ThreadDump("attach", 0, 20, 2, virtual, List.of()));
        var evidence = new SampleEvidence().threads(list).unseenWaits("listed once").evidence();
        var waits = "waits of virtual threads";
        assertThat(evidence.examined().contains(waits)).isEqualTo(examined);
        assertThat(evidence.unexamined().getOrDefault(waits, ""))
                .isEqualTo(examined ? "" : "listed once");
    }

    /// That of virtual threads is not read: they are in no group of threads.
    @Test
    void only_executors_of_platform_threads_are_examined_where_there_are_virtual_ones() {
        assertThat(new SampleEvidence().evidence().examined())
                .contains("executors of platform threads")
                .doesNotContain("executors");
    }

    /// Event loops read the requests of Quarkus. Those of Tomcat and Undertow wait in connections.
    @Test
    void the_queue_of_a_web_server_is_unseen_where_no_connection_shows_it() {
        var tomcat = "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)";
        var none = Optional.of(Prints.connections(5, 0, 0));
        assertThat(queues(busy(none, "executor-thread-", JBOSS)))
                .containsExactly("queue of executor-thread");
        assertThat(queues(busy(none, "http-nio-8080-exec-", tomcat))).isEmpty();
        assertThat(queues(busy(none, "XNIO-1 task-", JBOSS))).isEmpty();
        assertThat(queues(busy(Optional.empty(), "XNIO-1 task-", JBOSS)))
                .containsExactly("queue of XNIO-1 task");
    }

    @ParameterizedTest
    @CsvSource({"Undertow, XNIO-1, 0", "executor, shop, 1", "HikariCP, XNIO-1, 1"})
    void a_bean_of_a_pool_of_threads_shows_its_queue(String library, String name, int unseen) {
        var evidence = busy(Optional.empty(), "XNIO-1 task-", JBOSS);
        assertThat(queues(evidence.pools(List.of(reading(library, name, 3, 0))))).hasSize(unseen);
    }

    /// Ten workers, all busy, and a bean of a pool of ten: by its name, or of an executor by what
    /// it has in use.
    @ParameterizedTest
    @CsvSource({
        "Tomcat, http-nio-8080, 10, false",
        "Tomcat, DefaultDispatcher, 1, true",
        "Tomcat, Default, 1, false",
        "executor, shop, 10, true",
        "executor, shop, 1, false"
    })
    void a_bean_of_as_many_threads_is_not_that_of_each_pool(
            String library, String name, long inUse, boolean publishes) {
        var print =
                IntStream.range(0, 10)
                        .mapToObj(i ->
                                Prints.thread(
                                        "DefaultDispatcher-worker-" + i,
                                        40 + i,
                                        1,
                                        "RUNNABLE",
                                        "Shop.index(Shop.java:8)",
                                        KOTLIN))
                        .collect(Collectors.joining());
        var pool = PlatformPool.of(Prints.four(print).last()).getFirst();
        assertThat(reading(library, name, inUse, 0).publishes(pool)).isEqualTo(publishes);
    }

    /// Two pools of two threads at work have another name and are alike.
    @ParameterizedTest
    @CsvSource({"orders, 2, orders", "orders-late, 2, orders-late", "shop, 2, ''", "shop, 1, ''"})
    void a_bean_is_that_of_the_pool_with_its_name(String name, long size, String found) {
        var late = atWork("orders-late-1", 41) + atWork("orders-late-2", 42);
        var orders = atWork("orders-1", 43) + atWork("orders-2", 44);
        var all = Prints.four(late + orders + atWork("reports-1", 45));
        var pool = executor(name, size).find(PlatformPool.of(all.last()));
        assertThat(pool.map(PlatformPool::name).orElse("")).isEqualTo(found);
        assertThat(executor("shop", 2).find(PlatformPool.of(Prints.four(orders).last())))
                .as("the only one of its size")
                .isPresent();
    }

    private static String atWork(String thread, int number) {
        return Prints.thread(thread, number, 1, "RUNNABLE", "Shop.index(Shop.java:8)", KOTLIN);
    }

    /// All of it is in use.
    private static PoolReading executor(String name, long size) {
        var pool =
                new Pool(
                        "attach",
                        0,
                        "executor",
                        name,
                        size,
                        OptionalLong.of(size),
                        OptionalLong.of(0));
        return new PoolReading(List.of(pool), OptionalDouble.empty());
    }

    /// Four moments.
    @ParameterizedTest
    @CsvSource({"9, true", "10, false"})
    void progress_of_threads_is_unseen_in_less_than_10_seconds(int seconds, boolean unseen) {
        var print = Prints.thread("main", 1, 1, "RUNNABLE", "Shop.index(Shop.java:8)");
        var moments = Part.of(Prints.four(print));
        var evidence =
                new SampleEvidence()
                        .evidence()
                        .with(moments, Duration.ofSeconds(seconds), Optional.empty());
        for (var reasons : List.of(evidence.unexamined(), evidence.missing())) {
            assertThat(reasons.containsKey("progress of threads")).isEqualTo(unseen);
        }
    }

    @ParameterizedTest
    @CsvSource({"25.0.4, true", "26, false"})
    void owners_of_locks_that_virtual_threads_await_are_unseen_before_jdk_26(
            String version, boolean unseen) {
        var group =
                new StackGroup(
                        ThreadKind.VIRTUAL,
                        "WAITING",
                        10,
                        List.of(
                                "java.util.concurrent.locks.ReentrantLock$Sync.lock(R.java:153)",
                                "Shop.pay(Shop.java:7)"));
        var list = Part.of(new ThreadDump("attach", 0, 20, 2, 10, List.of(group)));
        var reasons = new SampleEvidence().version(version).threads(list).evidence().unexamined();
        assertThat(reasons.containsKey("owners of locks that virtual threads await"))
                .isEqualTo(unseen);
    }

    private static boolean isOwnerUnseen(ThreadHistory history) {
        var evidence = new SampleEvidence().printed(history).evidence();
        return evidence.unexamined()
                .containsKey("owner of an awaited lock of java.util.concurrent");
    }

    @Test
    void the_owner_of_a_lock_is_unseen_where_a_thread_awaits_it_at_all_moments() {
        var waits =
                Prints.thread(
                        "main",
                        1,
                        1,
                        "WAITING (parking)",
                        "jdk.internal.misc.Unsafe.park(java.base@25.0.4/Native Method)",
                        "- parking to wait for  <0xa0> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)",
                        "java.util.concurrent.locks.ReentrantLock.lock(R.java:322)",
                        "Shop.pay(Shop.java:7)");
        assertThat(isOwnerUnseen(Prints.four(waits))).isTrue();
        var owners = waits + "   Locked ownable synchronizers:\n\t- None\n\n";
        assertThat(isOwnerUnseen(Prints.four(owners))).isFalse();
        var later = waits.replace("cpu=1.00ms", "cpu=9.00ms");
        assertThat(isOwnerUnseen(Prints.history(waits, waits, waits, later)))
                .as("it has run meanwhile")
                .isFalse();
    }

    @Test
    void a_dispatcher_of_kotlin_without_a_task_is_idle() {
        var worker = "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker.";
        var print =
                IntStream.range(0, 8)
                        .mapToObj(i ->
                                Prints.thread(
                                        "DefaultDispatcher-worker-" + i,
                                        40 + i,
                                        1,
                                        "TIMED_WAITING (parking)",
                                        "jdk.internal.misc.Unsafe.park(Native Method)",
                                        worker + "park(CoroutineScheduler.kt:924)",
                                        worker + "tryPark(CoroutineScheduler.kt:860)",
                                        worker + "runWorker(CoroutineScheduler.kt:795)",
                                        worker + "run(CoroutineScheduler.kt:750)"))
                        .collect(Collectors.joining());
        var history = Prints.four(print);
        assertThat(PlatformPool.of(history.last()).getFirst().busy()).isZero();
        assertThat(history.busyExecutors()).isEmpty();
    }
}
