package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.PrintedLock.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// The text of `Thread.print`, shortened from that of a JDK 25.0.3, and that of a service that
/// stood still.
class ThreadPrintTest {
    private static final String JDK_25 =
            """
            2026-11-23 12:00:00
            Full thread dump OpenJDK 64-Bit Server VM (25.0.3+9-LTS mixed mode, sharing):

            Threads class SMR info:
            _java_thread_list=0x00007f54740d, length=3, elements={
            0x00007f5474017d90, 0x00007f54740cfa30, 0x00007f54740d10a0
            }

            "main" #3 [101] prio=5 os_prio=0 cpu=60.10ms elapsed=2.51s tid=0x00007f5474017d90 waiting on condition  [0x00007f547a5fe000]
               java.lang.Thread.State: TIMED_WAITING (sleeping)
            \tat java.lang.Thread.sleep0(java.base@25.0.3/Native Method)
            \tat Shop.main(Shop.java:12)

            "ForkJoinPool-1-worker-1" #17 [102] daemon prio=5 os_prio=0 cpu=0.66ms elapsed=4.57s tid=0x00007f54740cfa30  [0x00007f407c63d000]
               Carrying virtual thread #16
            \tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
            \tat java.lang.VirtualThread.runContinuation(java.base@25.0.3/VirtualThread.java:297)
               Mounted virtual thread #16
            \tat java.io.FileInputStream.open0(java.base@25.0.3/Native Method)
            \tat Shop.read(Shop.java:30)
            \t- locked <0x00000007> (a java.lang.Object)

            "ForkJoinPool-1-worker-2" #19 [103] daemon prio=5 os_prio=0 cpu=0.25ms elapsed=5.16s tid=0x00007f54740d10a0  [0x00007f21d069a000]
               Carrying virtual thread #18
            \tat jdk.internal.vm.Continuation.run(java.base@25.0.3/Continuation.java:251)
               Mounted virtual thread "orders" #18
            \tat Shop$$Lambda/0x000000006d041800.run(Unknown Source)
            \t- waiting on the Class initialization monitor for Shop$Config
            \tat java.lang.Thread.runWith(java.base@25.0.3/Thread.java:1487)

            "ForkJoinPool-1-delayScheduler" #30 [104] daemon prio=5 os_prio=0 cpu=0.10ms elapsed=2.40s tid=0x00007f54740d waiting on condition  [0x00007f547a5fe000]
               java.lang.Thread.State: WAITING (parking)

            "VM Thread" os_prio=0 cpu=1.00ms elapsed=2.50s tid=0x00007f5474 [105] runnable
            """;

    /// As of two moments without a line between them.
    @Test
    void a_thread_is_listed_once() {
        var threads = JDK_25.substring(JDK_25.indexOf("\"main\""));
        assertThat(ThreadPrint.parse(JDK_25 + threads.repeat(1_000)).threads())
                .isEqualTo(ThreadPrint.parse(JDK_25).threads());
    }

    /// As one that was copied from a page.
    @Test
    void white_space_in_front_of_lines_may_be_missing() {
        var text = JDK_25.lines().map(String::strip).collect(Collectors.joining("\n"));
        assertThat(ThreadPrint.parse(text)).isEqualTo(ThreadPrint.parse(JDK_25));
    }

    /// HotSpot prints it as it is.
    @Test
    void a_name_may_have_several_lines() {
        var text = JDK_25.replace("\"ForkJoinPool-1-delayScheduler\"", "\"orders\n\"of\n\tat 5\"");
        var threads = ThreadPrint.parse(text).threads();
        assertThat(threads).hasSize(4);
        assertThat(threads.getLast().number()).isEqualTo(30);
        assertThat(threads.get(2).state()).as("of the one before").isEmpty();
        assertThat(ThreadPrint.parse("\"GET /\" 200\n" + JDK_25).threads()).hasSize(4);
    }

    private static PrintedThread only(String text) {
        var threads = ThreadPrint.parse(text).threads();
        assertThat(threads).hasSize(1);
        return threads.getFirst();
    }

    private static String thread(String state, String... lines) {
        return """
        "orders-1" #42 [4242] prio=5 os_prio=0 cpu=1,25ms elapsed=2.51s tid=0x00007f54 nid=4242 in Object.wait()  [0x00007f54]
           java.lang.Thread.State: %s
        \t%s
        """
                .formatted(state, String.join("\n\t", lines));
    }

    @Test
    void the_jvm_s_own_threads_have_their_cpu_time_together() {
        assertThat(ThreadPrint.parse(JDK_25).jvmNanos()).hasValue(1_000_000);
        assertThat(ThreadPrint.parse(thread("RUNNABLE")).jvmNanos()).isEmpty();
    }

    @Test
    void a_thread_has_its_state_cpu_time_and_stack() {
        var main = ThreadPrint.parse(JDK_25).threads().getFirst();
        assertThat(main.name()).isEqualTo("main");
        assertThat(main.number()).isEqualTo(3);
        assertThat(main.osThread()).isEqualTo(101);
        assertThat(main.state()).hasValue(Thread.State.TIMED_WAITING);
        assertThat(main.cpuNanos()).hasValue(60_100_000);
        assertThat(main.stack().frames())
                .containsExactly(
                        "java.lang.Thread.sleep0(Native Method)", "Shop.main(Shop.java:12)");
        assertThat(main.carried()).isEmpty();
    }

    @Test
    void a_carrier_has_its_virtual_thread_with_its_stack() {
        var threads = ThreadPrint.parse(JDK_25).threads();
        assertThat(threads)
                .extracting(PrintedThread::name)
                .containsExactly(
                        "main",
                        "ForkJoinPool-1-worker-1",
                        "ForkJoinPool-1-worker-2",
                        "ForkJoinPool-1-delayScheduler");
        var carrier = threads.get(1);
        assertThat(carrier.isWorker()).isTrue();
        assertThat(carrier.pool()).isEqualTo("ForkJoinPool-1");
        var virtual = carrier.carried().orElseThrow();
        assertThat(virtual.number()).isEqualTo(16);
        assertThat(virtual.name()).isEmpty();
        assertThat(virtual.stack().frames())
                .containsExactly(
                        "java.io.FileInputStream.open0(Native Method)", "Shop.read(Shop.java:30)");
        assertThat(virtual.stack().owned())
                .containsExactly(new PrintedLock(Kind.MONITOR, "0x00000007", "java.lang.Object"));
        assertThat(threads.getLast().isWorker()).isFalse();
    }

    @Test
    void a_thread_that_waits_for_a_class_has_its_initialiser_on_top() {
        var waiting = ThreadPrint.parse(JDK_25).threads().get(2).carried().orElseThrow();
        assertThat(waiting.name()).isEqualTo("orders");
        assertThat(waiting.stack().awaited()).hasValue(PrintedLock.initialiser("Shop$Config"));
        assertThat(waiting.stack().framesWithInitialiser())
                .containsExactly(
                        "Shop$Config.<clinit>(in another thread)",
                        "Shop$$Lambda/0x000000006d041800.run(Unknown Source)",
                        "java.lang.Thread.runWith(Thread.java:1487)");
    }

    @Test
    void before_jdk_24_the_virtual_thread_has_no_stack() {
        var carrier =
                only(
                        """
                        "ForkJoinPool-1-worker-2" #31 [201] daemon prio=5 os_prio=0 cpu=1.20ms elapsed=2.4s tid=0x7f nid=201 runnable  [0x7f]
                           Carrying virtual thread #33
                        \tat jdk.internal.vm.Continuation.run(java.base@21.0.8/Continuation.java:251)
                        """);
        assertThat(carrier.carried().orElseThrow().number()).isEqualTo(33);
        assertThat(carrier.carried().orElseThrow().stack().frames()).isEmpty();
    }

    @Test
    void a_blocked_thread_has_the_monitor_that_it_awaits_and_those_that_it_holds() {
        var stack =
                only(thread(
                                "BLOCKED (on object monitor)",
                                "at Shop.order(Shop.java:30)",
                                "- waiting to lock <0xa1> (a java.lang.Class for Shop)",
                                "at Shop.serve(Shop.java:20)",
                                "- locked <0xb2> (a Shop$Cart)"))
                        .stack();
        assertThat(stack.awaited().orElseThrow().describe()).isEqualTo("the monitor of Shop.class");
        assertThat(stack.owned()).extracting(PrintedLock::type).containsExactly("Shop$Cart");
    }

    @Test
    void a_thread_that_waits_for_a_notification_holds_no_monitor_of_it() {
        var named =
                only(
                        thread(
                                "WAITING (on object monitor)",
                                "at java.lang.Object.wait0(java.base@25.0.3/Native Method)",
                                "- waiting on <0xa1> (a Shop$Queue)",
                                "at Shop$Queue.take(Shop.java:30)",
                                "- locked <0xa1> (a Shop$Queue)",
                                "at Shop.serve(Shop.java:20)",
                                "- locked <0xb2> (a Shop$Cart)"));
        assertThat(named.stack().awaited()).isEmpty();
        assertThat(named.stack().owned())
                .extracting(PrintedLock::type)
                .containsExactly("Shop$Cart");
        var unnamed =
                only(
                        thread(
                                "TIMED_WAITING (on object monitor)",
                                "at java.lang.Object.wait0(java.base@25.0.3/Native Method)",
                                "- waiting on <no object reference available>",
                                "at Shop$Queue.take(Shop.java:30)",
                                "- locked <0xa1> (a Shop$Queue)"));
        assertThat(unnamed.stack().awaited()).isEmpty();
        assertThat(unnamed.stack().owned()).isEmpty();
    }

    @Test
    void a_thread_that_was_notified_awaits_its_monitor() {
        var stack =
                only(thread(
                                "BLOCKED (on object monitor)",
                                "at java.lang.Object.wait0(java.base@21.0.8/Native Method)",
                                "- waiting to re-lock in wait() <0xa1> (a Shop$Queue)",
                                "at Shop$Queue.take(Shop.java:30)",
                                "- locked <0xa1> (a Shop$Queue)"))
                        .stack();
        assertThat(stack.awaited().orElseThrow().type()).isEqualTo("Shop$Queue");
        assertThat(stack.owned()).isEmpty();
    }

    @Test
    void only_a_lock_that_one_thread_holds_is_awaited_in_a_park() {
        var lock = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
        var parked =
                only(
                        thread(
                                "WAITING (parking)",
                                "at jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)",
                                "- parking to wait for  <0xa1> (a %s)".formatted(lock),
                                "at Shop.order(Shop.java:30)",
                                "",
                                "   Locked ownable synchronizers:",
                                "- <0xc3> (a %s)".formatted(lock)));
        assertThat(parked.stack().awaited())
                .hasValue(new PrintedLock(Kind.SYNCHRONIZER, "0xa1", lock));
        assertThat(parked.stack().awaited().orElseThrow().describe()).isEqualTo("a ReentrantLock");
        assertThat(parked.stack().owned())
                .containsExactly(new PrintedLock(Kind.SYNCHRONIZER, "0xc3", lock));
        var permit =
                only(
                        thread(
                                "WAITING (parking)",
                                "at jdk.internal.misc.Unsafe.park(java.base@25.0.3/Native Method)",
                                "- parking to wait for  <0xa1> (a java.util.concurrent.Semaphore$NonfairSync)"));
        assertThat(permit.stack().awaited()).isEmpty();
    }

    @Test
    void a_thread_holds_the_initialiser_that_it_runs() {
        var stack = only(thread("RUNNABLE", "at Shop$Config.<clinit>(Shop.java:9)")).stack();
        assertThat(stack.owned()).containsExactly(PrintedLock.initialiser("Shop$Config"));
        assertThat(stack.framesWithInitialiser())
                .containsExactly("Shop$Config.<clinit>(Shop.java:9)");
    }

    @Test
    void no_more_threads_and_frames_are_kept_than_a_large_service_has() {
        var deep = "at Shop.down(Shop.java:1)\n\t".repeat(300);
        var print = ThreadPrint.parse(thread("RUNNABLE", deep + "at Shop.up(Shop.java:2)"));
        assertThat(print.threads().getFirst().stack().frames()).hasSize(256);
        var one = thread("RUNNABLE", "at Shop.up(Shop.java:2)");
        var many =
                ThreadPrint.parse(
                        IntStream.rangeClosed(1, 20_003)
                                .mapToObj(i -> one.replaceFirst("#\\d+", "#" + i))
                                .collect(Collectors.joining()));
        assertThat(many.threads()).hasSize(20_000);
        assertThat(many.omitted()).isEqualTo(3);
        assertThat(many.isWhole()).isFalse();
    }

    /// Tomcat on virtual threads: 24 threads of Java code, two of them carriers; one virtual thread
    /// and one platform thread wait for a monitor that no thread holds.
    @Test
    void a_service_that_stood_still_is_read() throws IOException {
        var print = ThreadPrint.parse(resource("petclinic-25.0.3.txt"));
        assertThat(print.threads()).hasSize(24);
        assertThat(print.threads().stream().filter(t -> t.carried().isPresent())).hasSize(2);
        assertThat(print.omitted()).isZero();
        assertThat(print.deadlocks()).isEmpty();
        var virtual = print.threads().get(20).carried().orElseThrow();
        assertThat(virtual.number()).isEqualTo(13966);
        assertThat(virtual.stack().awaited().orElseThrow().id()).isEqualTo("0x0000000687526800");
        assertThat(virtual.stack().owned())
                .extracting(PrintedLock::id)
                .startsWith("0x000000069540bba8");
        assertThat(virtual.stack().frames().getLast())
                .isEqualTo("jdk.internal.vm.Continuation.enter(Continuation.java:316)");
        var hook = print.threads().getLast();
        assertThat(hook.name()).isEqualTo("SpringApplicationShutdownHook");
        assertThat(hook.state()).hasValue(Thread.State.BLOCKED);
        assertThat(hook.stack().awaited()).isEqualTo(virtual.stack().awaited());
    }

    /// The agent writes it (`ThreadStacks`).
    @Test
    void threads_that_were_read_a_few_at_a_time_are_like_printed_ones() {
        var print =
                ThreadPrint.parse(
                        """
                        "http-nio-8080-exec-1" #31 cpu=12.34ms\s
                           java.lang.Thread.State: BLOCKED
                        \tat app//com.example.Shop.audit(Shop.java:7)
                        \t- waiting to lock <0x1b2c> (a com.example.Shop)
                        \tat java.base@25.0.3/java.lang.Thread.run(Thread.java:1474)

                        "http-nio-8080-exec-2" #32\s
                           java.lang.Thread.State: WAITING
                        \tat java.base@25.0.3/jdk.internal.misc.Unsafe.park(Native Method)
                        \t- parking to wait for <0x2> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)
                        \tat app//com.example.Shop.pay(Shop.java:9)
                        \t- locked <0x1b2c> (a com.example.Shop)

                        "http-nio-8080-exec-3" #33\s
                           java.lang.Thread.State: RUNNABLE
                        \tat app//com.example.Shop.pay(Shop.java:10)
                        \t- <0x2> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

                        """);
        assertThat(print.threads())
                .extracting(PrintedThread::number)
                .containsExactly(31L, 32L, 33L);
        var first = print.threads().getFirst();
        assertThat(first.cpuNanos()).hasValue(12_340_000);
        assertThat(first.stack().frames())
                .containsExactly(
                        "com.example.Shop.audit(Shop.java:7)",
                        "java.lang.Thread.run(Thread.java:1474)");
        var second = print.threads().get(1).stack();
        assertThat(second.owned()).containsExactly(first.stack().awaited().orElseThrow());
        assertThat(print.threads().getLast().stack().owned())
                .containsExactly(second.awaited().orElseThrow());
    }

    private static String resource(String name) throws IOException {
        try (var in =
                Objects.requireNonNull(ThreadPrintTest.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void other_text_has_no_threads() {
        assertThat(ThreadPrint.parse("").threads()).isEmpty();
        assertThat(ThreadPrint.parse("no threads\n\tat a.b(c)\n").threads()).isEmpty();
    }
}
