package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import java.io.IOException;
import java.lang.Thread.State;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Thread dumps that applications print by the beans of the JVM.
class ThreadInfoDumpTest {
    private static final String SYNC = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final PrintedLock LOCK = new PrintedLock(Kind.SYNCHRONIZER, SYNC + "@3c", SYNC);
    private static final PrintedLock MONITOR = PrintedLock.monitor("java.lang.Object@2b");

    @TempDir private Path folder;

    private FileContent read(String text) throws IOException {
        var file = Files.writeString(folder.resolve("threads.txt"), text);
        return FileReading.read(InputFile.of(file.toString()));
    }

    private ThreadPrint print(String text) throws IOException {
        return read(text).prints().last().getFirst().print();
    }

    /// What all three forms show: a thread that waits for a lock, one that holds it and waits for a
    /// monitor, and one that holds that and waits for a notification.
    private static void assertLocks(ThreadPrint print) {
        assertThat(print.owners()).isTrue();
        assertThat(print.threads())
                .extracting(PrintedThread::name)
                .containsExactly("orders-1", "orders-2", "orders-3");
        assertThat(print.threads())
                .extracting(PrintedThread::number)
                .containsExactly(31L, 32L, 33L);
        assertThat(print.threads())
                .extracting(thread -> thread.state().orElseThrow())
                .containsExactly(State.WAITING, State.BLOCKED, State.TIMED_WAITING);
        assertThat(print.threads())
                .extracting(thread -> thread.stack().frames().getLast())
                .containsOnly("Shop.order(Shop.java:31)");
        assertThat(print.threads().get(0).stack().awaited()).hasValue(LOCK);
        assertThat(print.threads().get(1).stack().awaited()).hasValue(MONITOR);
        assertThat(print.threads().get(1).stack().owned()).containsExactly(LOCK);
        assertThat(print.threads().get(2).stack().awaited()).isEmpty();
    }

    @Test
    void the_text_of_thread_info_is_read() throws IOException {
        var text =
                """
                "orders-1" prio=5 Id=31 WAITING on %1$s@3c owned by "orders-2" Id=32
                \tat java.base@21.0.8/jdk.internal.misc.Unsafe.park(Native Method)
                \t-  waiting on %1$s@3c
                \tat app//Shop.order(Shop.java:31)
                \t...

                "orders-2" daemon prio=5 Id=32 BLOCKED on java.lang.Object@2b owned by "orders-3" Id=33
                \tat app//Shop.order(Shop.java:31)
                \t-  blocked on java.lang.Object@2b

                \tNumber of locked synchronizers = 1
                \t- %1$s@3c

                "orders-3" prio=5 Id=33 TIMED_WAITING on java.lang.Object@5d
                \tat java.base@21.0.8/java.lang.Object.wait0(Native Method)
                \t-  waiting on java.lang.Object@5d
                \tat app//Shop.order(Shop.java:31)
                \t-  locked java.lang.Object@2b

                """
                        .formatted(SYNC);
        assertLocks(print(text));
        assertLocks(print(text.replace("daemon ", "").replace("prio=5 ", "")));
        assertThat(print(text).threads().getLast().stack().owned()).containsExactly(MONITOR);
        assertThat(read(text + text).prints().count()).as("one after another").isEqualTo(2);
        assertThat(print(text).cut()).as("of some threads").isTrue();
    }

    @Test
    void the_threads_of_dropwizard_are_read() throws IOException {
        assertLocks(
                print(
                        """
                        "orders-1" id=31 state=WAITING
                            - waiting on <0x0000003c> (a %1$s)
                            - locked <0x0000003c> (a %1$s)
                             owned by orders-2 id=32
                            at java.base@21.0.8/jdk.internal.misc.Unsafe.park(Native Method)
                            at app//Shop.order(Shop.java:31)

                        "orders-2" id=32 state=BLOCKED
                            - waiting to lock <0x0000002b> (a java.lang.Object)
                             owned by orders-3 id=33
                            at app//Shop.order(Shop.java:31)

                            Locked synchronizers: count = 1
                              - %1$s@3c

                        "orders-3" id=33 state=TIMED_WAITING
                            - waiting on <0x0000005d> (a java.lang.Object)
                            - locked <0x0000005d> (a java.lang.Object)
                            at java.base@21.0.8/java.lang.Object.wait0(Native Method)
                            at app//Shop.order(Shop.java:31)


                        """
                                .formatted(SYNC)));
    }

    @Test
    void the_threads_of_tomcats_manager_are_read_with_their_cpu_times() throws IOException {
        var content =
                read(
                        """
                        OK - JVM thread dump
                        2026-11-27 04:00:00.123
                        Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

                        "orders-1" Id=31 cpu=1500000 ns usr=1000000 ns blocked 0 for -1 ms waited 3 for -1 ms
                           java.lang.Thread.State: WAITING
                        \tat java.base@21.0.8/jdk.internal.misc.Unsafe.park(Native Method)
                        \t- waiting on (a %1$s@3c) owned by orders-2 Id=32
                        \tat app//Shop.order(Shop.java:31)

                        "orders-2" Id=32 cpu=-1 ns usr=-1 ns blocked 1 for -1 ms waited 0 for -1 ms
                           java.lang.Thread.State: BLOCKED
                        \tlocks %1$s@3c
                        \tat app//Shop.order(Shop.java:31)
                        \t- waiting on (a java.lang.Object@2b) owned by orders-3 Id=33

                        "orders-3" Id=33 cpu=2000000 ns usr=0 ns blocked 0 for -1 ms waited 1 for -1 ms
                           java.lang.Thread.State: TIMED_WAITING
                        \tat java.base@21.0.8/java.lang.Object.wait0(Native Method)
                        \t- waiting on (a java.lang.Object@5d)
                        \tat app//Shop.order(Shop.java:31)
                        \t- locked (a java.lang.Object@2b) index 1 frame app//Shop.order(Shop.java:31)

                        Deadlock found between the following threads:
                        "orders-2" Id=32 cpu=-1 ns usr=-1 ns blocked 1 for -1 ms waited 0 for -1 ms
                           java.lang.Thread.State: BLOCKED
                        \tat app//Shop.order(Shop.java:31)

                        """
                                .formatted(SYNC));
        var print = content.prints().last().getFirst();
        assertLocks(print.print());
        assertThat(print.print().cut()).isFalse();
        assertThat(content.prints().count()).isEqualTo(1);
        assertThat(content.jvm().version()).hasValue(Runtime.Version.parse("21.0.8+9-LTS"));
        assertThat(print.nanos()).as("the time of the line before").isPositive();
        assertThat(print.print().threads().getFirst().cpuNanos()).hasValue(1_500_000);
        assertThat(print.print().threads().get(1).cpuNanos()).isEmpty();
    }

    /// Each with its state and as many of its frames as `ThreadInfo` prints.
    @Test
    void the_threads_of_this_jvm_are_read() throws IOException {
        var infos = List.of(ManagementFactory.getThreadMXBean().dumpAllThreads(true, true));
        var text = infos.stream().map(Object::toString).collect(Collectors.joining());
        assertThat(print(text).cut()).isFalse();
        var threads = print(text).threads();
        assertThat(threads).hasSize(infos.size());
        assertThat(
                        threads.stream()
                                .map(thread ->
                                        "%s %s"
                                                .formatted(
                                                        thread.number(),
                                                        thread.state().orElseThrow())))
                .containsExactlyElementsOf(
                        infos.stream()
                                .map(info ->
                                        "%s %s"
                                                .formatted(
                                                        info.getThreadId(), info.getThreadState()))
                                .toList());
        assertThat(threads.stream().flatMap(thread -> thread.stack().frames().stream()))
                .anyMatch(frame -> frame.contains("dumpAllThreads"));
    }
}
