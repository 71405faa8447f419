package dev.loombench.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint.DeadlockedThread;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The deadlocks that a JVM prints after its threads.
class DeadlockParserTest {
    @Test
    void the_jvms_own_deadlocks_are_read_and_their_stacks_are_not_counted_twice() {
        var print =
                ThreadPrint.parse(
                        """
                        "orders-1" #42 [4242] prio=5 os_prio=0 cpu=1.25ms elapsed=2.51s tid=0x00007f54 nid=4242 runnable  [0x00007f54]
                           java.lang.Thread.State: RUNNABLE
                        \tat Shop.order(Shop.java:30)

                        JNI global refs: 19, weak refs: 0


                        Found one Java-level deadlock:
                        =============================
                        "a":
                          waiting to lock monitor 0x00007f39b8002e00 (object 0x00000007ab, a java.lang.Object),
                          which is held by "b"

                        "b":
                          waiting for ownable synchronizer 0x00000007cd, (a java.util.concurrent.locks.ReentrantLock$NonfairSync),
                          which is held by "a"

                        Java stack information for the threads listed above:
                        ===================================================
                        "a":
                        \tat Shop.order(Shop.java:31)
                        \t- waiting to lock <0x00000007ab> (a java.lang.Object)

                        Found one Java-level deadlock:
                        =============================
                        "c":
                          waiting to lock monitor 0x00007f39b8002e00 (object 0x00000007ef, a java.lang.Object),
                          which is held by "d"

                        Found 2 deadlocks.
                        """);
        assertThat(print.threads()).hasSize(1);
        assertThat(print.threads().getFirst().stack().frames()).hasSize(1);
        assertThat(print.deadlocks())
                .containsExactly(
                        List.of(
                                new DeadlockedThread(
                                        "a",
                                        new PrintedLock(
                                                Kind.MONITOR, "0x00000007ab", "java.lang.Object")),
                                new DeadlockedThread(
                                        "b",
                                        new PrintedLock(
                                                Kind.SYNCHRONIZER,
                                                "0x00000007cd",
                                                "java.util.concurrent.locks.ReentrantLock$NonfairSync"))),
                        List.of(
                                new DeadlockedThread(
                                        "c",
                                        new PrintedLock(
                                                Kind.MONITOR,
                                                "0x00000007ef",
                                                "java.lang.Object"))));
    }
}
