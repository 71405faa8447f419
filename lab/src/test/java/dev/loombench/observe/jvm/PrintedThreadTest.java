package dev.loombench.observe.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/// The text of `Thread.print`, shortened from that of a JDK 25.0.3.
class PrintedThreadTest {
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

    @Test
    void a_carrier_has_its_virtual_thread_with_its_stack() {
        var threads = PrintedThread.parse(JDK_25);
        assertThat(threads)
                .extracting(PrintedThread::name)
                .containsExactly(
                        "main",
                        "ForkJoinPool-1-worker-1",
                        "ForkJoinPool-1-worker-2",
                        "ForkJoinPool-1-delayScheduler");
        var carrier = threads.get(1);
        assertThat(carrier.osThread()).isEqualTo(102);
        assertThat(carrier.isWorker()).isTrue();
        assertThat(carrier.pool()).isEqualTo("ForkJoinPool-1");
        assertThat(carrier.virtualThread()).hasValue(16);
        assertThat(carrier.frames())
                .containsExactly(
                        "java.io.FileInputStream.open0(Native Method)", "Shop.read(Shop.java:30)");
        assertThat(threads.getLast().isWorker()).isFalse();
        assertThat(threads.getFirst().virtualThread()).isEmpty();
        assertThat(threads.getFirst().frames()).isEmpty();
    }

    @Test
    void a_thread_that_waits_for_a_class_has_its_initialiser_on_top() {
        var waiting = PrintedThread.parse(JDK_25).get(2);
        assertThat(waiting.virtualThread()).hasValue(18);
        assertThat(waiting.frames())
                .containsExactly(
                        "Shop$Config.<clinit>(in another thread)",
                        "Shop$$Lambda/0x000000006d041800.run(Unknown Source)",
                        "java.lang.Thread.runWith(Thread.java:1487)");
    }

    @Test
    void before_jdk_24_the_virtual_thread_has_no_stack() {
        var threads =
                PrintedThread.parse(
                        """
                        "ForkJoinPool-1-worker-2" #31 [201] daemon prio=5 os_prio=0 cpu=1.2ms elapsed=2.4s tid=0x7f nid=201 runnable  [0x7f]
                           Carrying virtual thread #33
                        \tat jdk.internal.vm.Continuation.run(java.base@21.0.8/Continuation.java:251)
                        """);
        assertThat(threads).hasSize(1);
        assertThat(threads.getFirst().virtualThread()).hasValue(33);
        assertThat(threads.getFirst().frames()).isEmpty();
    }

    @Test
    void other_text_has_no_threads() {
        assertThat(PrintedThread.parse("")).isEmpty();
        assertThat(PrintedThread.parse("no threads\n\tat a.b(c)\n")).isEmpty();
    }
}
