package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.loombench.diagnose.Prints;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadHistoryTest {
    static final String WAIT = "java.lang.Object.wait0(java.base@25.0.4/Native Method)";
    static final String TAKE =
            "java.util.concurrent.LinkedBlockingQueue.take(java.base@25.0.4/L.java:435)";
    static final String GET_TASK =
            "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@25.0.4/T.java:1016)";

    private static final String RUN_WORKER =
            "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@25.0.4/T.java:1090)";

    private static String main(double cpuMillis) {
        return Prints.thread(
                "main", 1, cpuMillis, "WAITING (parking)", WAIT, "Shop.main(Shop.java:5)");
    }

    private static String waiting(int threads) {
        return IntStream.rangeClosed(1, threads)
                .mapToObj(i ->
                        Prints.thread(
                                "orders-" + i, i, 5, "WAITING (parking)", WAIT, "Shop.o(S.java:5)"))
                .collect(Collectors.joining());
    }

    /// The number of threads at each moment: three at most moments, or not.
    @ParameterizedTest
    @CsvSource({"3, 3, 3, 2, 3", "3, 4, 2, 2, 0"})
    void a_queue_lasts_if_it_is_long_at_most_moments(
            int first, int second, int third, int fourth, int moments) {
        var history =
                Prints.history(waiting(first), waiting(second), waiting(third), waiting(fourth));
        var queues =
                history.lastingQueues(
                        moment -> Stream.of(moment.threads()), List::size, _ -> "orders");
        assertThat(queues.getOrDefault("orders", List.of())).hasSize(moments);
    }

    /// 10 s between the moments: 1 % is 100 ms.
    @ParameterizedTest
    @CsvSource({"5, 105, true", "5, 106, false"})
    void a_service_is_idle_up_to_one_percent_of_a_processor(
            double first, double last, boolean idle) {
        var history = Prints.history(main(first), main(last));
        assertThat(history.isIdle()).isEqualTo(idle);
        assertThat(history.cpuSeconds().orElseThrow()).isBetween(0.0999, 0.1011);
    }

    @Test
    void a_service_is_not_idle_while_a_thread_serves_a_request() {
        var request =
                Prints.thread(
                        "http-nio-8080-exec-1",
                        31,
                        1,
                        "WAITING (parking)",
                        WAIT,
                        "Shop.order(Shop.java:30)",
                        "org.apache.coyote.AbstractProcessorLight.process(A.java:63)");
        assertThat(Prints.history(main(5), main(5) + request, main(5)).isIdle()).isFalse();
        var blocked =
                Prints.thread(
                        "orders-1",
                        32,
                        1,
                        "BLOCKED (on object monitor)",
                        "Shop.order(Shop.java:30)",
                        "- waiting to lock <0xa0> (a Shop)");
        assertThat(Prints.history(main(5), main(5) + blocked, main(5)).isIdle()).isFalse();
    }

    /// It may wait for a backend, without CPU time.
    @Test
    void a_service_is_not_idle_while_a_thread_handles_a_message() {
        var listener =
                "org.springframework.kafka.listener.KafkaMessageListenerContainer$ListenerConsumer.run(K.java:1)";
        var handles =
                Prints.thread(
                        "orders-1",
                        31,
                        1,
                        "WAITING (parking)",
                        WAIT,
                        "Shop.order(Shop.java:30)",
                        listener);
        var waits = Prints.thread("orders-1", 31, 1, "WAITING (parking)", WAIT, listener);
        assertThat(Prints.history(main(5), main(5) + handles, main(5)).isIdle()).isFalse();
        assertThat(Prints.history(main(5), main(5) + waits, main(5)).isIdle()).isTrue();
    }

    @Test
    void cpu_time_of_a_thread_that_has_begun_counts() {
        var begun = Prints.thread("b", 2, 300, "RUNNABLE", "Shop.order(Shop.java:30)");
        assertThat(Prints.history(main(5), main(5) + begun).cpuSeconds()).hasValue(0.3);
        assertThat(Prints.history(main(5)).cpuSeconds()).as("one moment").isEmpty();
    }

    @Test
    void threads_of_the_jvm_and_of_the_lab_are_no_threads_of_the_service() {
        var agent =
                Prints.thread(
                        "loombench-agent",
                        3,
                        900,
                        "RUNNABLE",
                        "dev.loombench.jvm.JvmAgent.run(J.java:1)");
        var attach = Prints.thread("Attach Listener", 4, 900, "RUNNABLE");
        var history = Prints.history(main(5), main(5) + agent + attach);
        assertThat(history.last().threads()).extracting(LiveThread::name).containsExactly("main");
        assertThat(history.isIdle()).isTrue();
    }

    @Test
    void threads_with_numbers_at_their_ends_are_pools() {
        var print =
                Prints.thread("pool-1-thread-1", 11, 1, "WAITING (parking)", TAKE, GET_TASK)
                        + Prints.thread(
                                "pool-1-thread-2", 12, 1, "RUNNABLE", "Shop.index(Shop.java:8)")
                        + Prints.thread("http-nio-8080-exec-1", 13, 1, "RUNNABLE", TAKE, GET_TASK)
                        + Prints.thread("Thread-0", 14, 1, "RUNNABLE", "Shop.index(Shop.java:8)")
                        + main(5);
        var pools = PlatformPool.of(Prints.history(print).last());
        assertThat(pools)
                .extracting(PlatformPool::name)
                .as("web servers first")
                .containsExactly("http-nio-8080-exec", "pool-1-thread");
        assertThat(pools.getLast().busy()).isEqualTo(1);
        assertThat(pools.getLast().isFull()).isFalse();
    }

    private static String task(int i) {
        return Prints.thread(
                "orders-" + i, 10 + i, 1, "RUNNABLE", "Shop.index(Shop.java:8)", RUN_WORKER);
    }

    @Test
    void an_executor_without_a_free_thread_at_all_moments_is_busy() {
        var busy = task(1) + task(2);
        var free =
                task(1)
                        + Prints.thread(
                                "orders-2", 12, 1, "WAITING (parking)", TAKE, GET_TASK, RUN_WORKER);
        assertThat(Prints.history(busy, busy, busy).busyExecutors())
                .extracting(PlatformPool::name)
                .containsExactly("orders");
        assertThat(Prints.history(busy, busy, busy).isIdle()).isFalse();
        assertThat(Prints.history(busy, free, busy).busyExecutors()).isEmpty();
        assertThat(Prints.history(busy, free, busy).isIdle()).isTrue();
        assertThat(Prints.history(busy, busy).busyExecutors()).as("two moments").isEmpty();
        var loops = busy.replace(RUN_WORKER, "Shop.loop(Shop.java:1)");
        assertThat(Prints.history(loops, loops, loops).busyExecutors())
                .as("threads without a queue")
                .isEmpty();
    }

    @Test
    void a_pool_that_serves_requests_is_that_of_its_web_server_whatever_its_name() {
        var handler =
                Prints.thread(
                        "pool-1-thread-1",
                        11,
                        1,
                        "RUNNABLE",
                        "Shop.index(Shop.java:8)",
                        "sun.net.httpserver.ServerImpl$Exchange.run(jdk.httpserver@25.0.4/S.java:1)");
        var pool = PlatformPool.of(Prints.history(handler).last()).getFirst();
        assertThat(pool.server().orElseThrow().name()).isEqualTo("JDK HttpServer");
    }

    static String worker(String name, int number, String top) {
        return Prints.thread(
                name,
                number,
                1,
                "TIMED_WAITING (sleeping)",
                top,
                "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)");
    }

    /// Some applications add the request to the name of the thread that serves it.
    @Test
    void a_thread_that_is_renamed_for_a_request_stays_in_its_pool() {
        var free = "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(T.java:1)";
        var busy = "Shop.index(Shop.java:8)";
        var print =
                worker("http-nio-8080-exec-1", 11, free)
                        + worker("http-nio-8080-exec-2 url: /browse/X-7; user: y", 12, busy)
                        + worker("dw-3", 13, free)
                        + worker("dw-4 - GET /orders/9", 14, busy);
        assertThat(PlatformPool.of(Prints.history(print).last()))
                .extracting(PlatformPool::name, PlatformPool::busy, PlatformPool::size)
                .containsExactlyInAnyOrder(tuple("http-nio-8080-exec", 1, 2), tuple("dw", 1, 2));
    }

    @Test
    void a_thread_that_waits_for_an_event_or_a_task_is_not_busy() {
        var print =
                Prints.thread(
                                "consumer-1",
                                11,
                                1,
                                "WAITING (parking)",
                                TAKE,
                                "Shop.consume(Shop.java:8)")
                        + Prints.thread(
                                "acceptor-1",
                                12,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                                "sun.nio.ch.ServerSocketChannelImpl.accept(java.base@25.0.4/S.java:1)",
                                "Shop.accept(Shop.java:9)")
                        + Prints.thread(
                                "http-nio2-8080-exec-1",
                                14,
                                1,
                                "RUNNABLE",
                                "sun.nio.ch.EPoll.wait(java.base@25.0.4/Native Method)",
                                "sun.nio.ch.EPollPort$EventHandlerTask.poll(java.base@25.0.4/E.java:200)",
                                "sun.nio.ch.EPollPort$EventHandlerTask.run(java.base@25.0.4/E.java:281)",
                                "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)")
                        + Prints.thread("cleaner-1", 13, 1, "RUNNABLE", WAIT);
        assertThat(Prints.history(print).last().threads()).noneMatch(LiveThread::isBusy);
    }

    /// For a reply, or the first result of several tasks.
    @Test
    void a_request_that_takes_from_a_queue_is_at_work() {
        String[] stack = {
            WAIT,
            TAKE,
            "java.util.concurrent.ExecutorCompletionService.take(java.base@25.0.4/E.java:201)",
            "Shop.order(Shop.java:30)",
            "org.apache.coyote.AbstractProcessorLight.process(A.java:63)",
            "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(T.java:1)"
        };
        var print =
                Prints.thread("http-nio-8080-exec-1", 31, 1, "WAITING (parking)", stack)
                        + Prints.thread("http-nio-8080-exec-2", 32, 1, "WAITING (parking)", stack);
        var history = Prints.history(print, print);
        assertThat(history.last().threads()).allMatch(LiveThread::isAtWork);
        assertThat(PlatformPool.of(history.last()).getFirst().isFull()).isTrue();
        assertThat(history.isIdle()).isFalse();
    }

    /// Its accepting thread is in a class of the server too.
    @Test
    void a_server_that_waits_for_connections_serves_no_request() {
        var listener =
                Prints.thread(
                        "server-@default-listener-1",
                        31,
                        1,
                        "RUNNABLE",
                        "sun.nio.ch.Net.accept(java.base@25.0.4/Native Method)",
                        "java.net.ServerSocket.accept(java.base@25.0.4/S.java:1)",
                        "io.helidon.webserver.ServerListener.listen(ServerListener.java:380)");
        assertThat(Prints.history(listener).last().threads()).noneMatch(LiveThread::isBusy);
    }
}
