package dev.loombench.diagnose.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.Prints;
import dev.loombench.diagnose.evidence.LockOwners.Holder;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.ThreadPrint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ThreadMomentTest {
    private static final String TYPE = "java.util.concurrent.locks.ReentrantLock$NonfairSync";
    private static final PrintedLock LOCK = new PrintedLock(Kind.SYNCHRONIZER, "0xa0", TYPE);

    private static String waits(int number, String address) {
        return Prints.thread(
                "orders-" + number,
                number,
                1,
                "WAITING (parking)",
                "jdk.internal.misc.Unsafe.park(Native Method)",
                "- parking to wait for  <%s> (a %s)".formatted(address, TYPE),
                "Svc.audited(Svc.java:16)");
    }

    private static ThreadMoment moment(String print, long owner) {
        return ThreadMoment.of(
                0,
                ThreadPrint.parse(print),
                List.of(),
                Optional.empty(),
                Map.of(LOCK, Optional.of(new Holder(owner, ""))));
    }

    private static List<PrintedLock> owned(ThreadMoment moment, long number) {
        return moment.threads().stream()
                .filter(thread -> thread.number() == number)
                .flatMap(thread -> thread.stack().owned().stream())
                .toList();
    }

    @Test
    void a_thread_has_the_locks_that_it_held_a_moment_later() {
        var print =
                waits(31, "0xa0")
                        + Prints.thread("orders-2", 32, 1, "RUNNABLE", "Svc.pay(S.java:1)");
        assertThat(owned(moment(print, 32), 32)).containsExactly(LOCK);
        assertThat(owned(moment(print, 32), 31)).isEmpty();
    }

    private static long atWork(String... lines) {
        var print = Prints.thread("exporter", 31, 1, "TIMED_WAITING (parking)", lines);
        return ThreadMoment.of(0, ThreadPrint.parse(print), List.of(), Optional.empty()).atWork();
    }

    /// As what exports spans or writes a log does between two checks of something else.
    @Test
    void a_loop_that_waits_for_an_element_for_a_limited_time_is_not_at_work() {
        var park = "jdk.internal.misc.Unsafe.park(Native Method)";
        var poll = "java.util.concurrent.ArrayBlockingQueue.poll(A.java:435)";
        var loop = "Exporter.run(Exporter.java:7)";
        var worker = "java.util.concurrent.ThreadPoolExecutor.runWorker(T.java:1090)";
        var request = "org.apache.coyote.AbstractProcessorLight.process(A.java:63)";
        var handOver = "java.util.concurrent.SynchronousQueue.poll(S.java:1)";
        assertThat(atWork(park, poll, loop)).isZero();
        assertThat(atWork(park, poll, loop, worker)).as("a result of another task").isOne();
        assertThat(atWork(park, poll, loop, request)).as("a result within a request").isOne();
        assertThat(atWork(park, handOver, loop)).as("as a pool of connections").isOne();
        assertThat(atWork(park, "- parking to wait for  <0xa0> (a %s)".formatted(TYPE), poll, loop))
                .as("for the lock of the queue")
                .isOne();
        assertThat(atWork(loop)).isOne();
    }

    /// It may have taken the lock since then.
    @Test
    void a_thread_that_waits_for_a_lock_has_no_later_one() {
        var print = waits(31, "0xa0") + waits(32, "0xa0") + waits(33, "0xb0");
        assertThat(owned(moment(print, 32), 32)).isEmpty();
        assertThat(owned(moment(print, 33), 33)).isEmpty();
    }
}
