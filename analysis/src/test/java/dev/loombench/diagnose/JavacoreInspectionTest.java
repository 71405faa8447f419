package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.Confidence;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Findings from javacores of OpenJ9: those of thread dumps.
class JavacoreInspectionTest {
    private static final String HEAD =
            """
            0SECTION       TITLE subcomponent dump routine
            1TIDATETIME    Date: 2026/11/27 at 04:00:20:123
            0SECTION       ENVINFO subcomponent dump routine
            1CIJAVAVERSION JRE 21 Linux amd64-64 (build 21.0.4+7-LTS)
            1CIVENDOR      IBM Corporation
            1CIPROCESSID   Process ID: 4711 (0x1267)
            0SECTION       THREADS subcomponent dump routine
            1XMTHDINFO     Thread Details
            """;

    private static final String END = "0SECTION       CLASSES subcomponent dump routine\n";

    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    private static String object(int id) {
        return "java/lang/Object@0x%016X".formatted(id);
    }

    private static String thread(int number, String state, String... lines) {
        return named("orders-" + number, number, state, lines);
    }

    private static String named(String name, int number, String state, String... lines) {
        return """
        3XMTHREADINFO      "%1$s" J9VMThread:0x%3$016X, omrthread_t:0x%3$016X, java/lang/Thread:0x%3$016X, state:%4$s, prio=5
        3XMJAVALTHREAD            (java/lang/Thread getId:0x%2$X, isDaemon:true)
        %5$s
        NULL
        """
                .formatted(name, number, 0xA000 + number, state, String.join("\n", lines));
    }

    private static String frame(String call) {
        return "4XESTACKTRACE                at " + call;
    }

    private static String holds(int object) {
        return "5XESTACKTRACE                   (entered lock: %s, entry count: 1)"
                .formatted(object(object));
    }

    private static String blocked(int number, int object, int owner, String... lines) {
        var all =
                "3XMTHREADBLOCK     Blocked on: %s Owned by: \"orders-%d\" (J9VMThread:0x%016X, java/lang/Thread:0x0)\n%s"
                        .formatted(
                                object(object),
                                owner,
                                0xA000 + owner,
                                frame("Shop.audit(Shop.java:40)"));
        return thread(number, "B", all + "\n" + String.join("\n", lines));
    }

    @Test
    void a_deadlock_is_found_in_one_javacore() {
        var found =
                diagnosis(HEAD + blocked(31, 2, 32, holds(1)) + blocked(32, 1, 31, holds(2)) + END);
        var finding = found.findings().getFirst();
        assertThat(found.findings()).hasSize(1);
        assertThat(finding.id()).isEqualTo("deadlock");
        assertThat(finding.confidence()).isEqualTo(Confidence.MEDIUM);
        assertThat(found.evidence().jvm().describe()).contains("21.0.4", "IBM Corporation");
    }

    @Test
    void ten_threads_that_wait_for_one_monitor_are_a_convoy() {
        var holder =
                thread(
                        30,
                        "CW",
                        frame("java/lang/Thread.sleepImpl(Native Method)"),
                        frame("Shop.audit(Shop.java:40)"),
                        holds(1));
        var waiting =
                IntStream.rangeClosed(31, 40)
                        .mapToObj(i -> blocked(i, 1, 30))
                        .collect(Collectors.joining());
        var findings = diagnosis(HEAD + holder + waiting + END).findings();
        assertThat(findings).hasSize(1);
        assertThat(findings.getFirst().id()).isEqualTo("lock-bound");
        assertThat(findings.getFirst().evidence().getFirst()).contains("\"orders-30\" holds it");
    }

    /// It names a virtual thread in place of its carrier.
    @Test
    void carriers_are_named_as_not_observed() {
        var virtual =
                thread(
                        71,
                        "R",
                        frame("Shop.compute(Shop.java:70)"),
                        frame("java/lang/VirtualThread.run(VirtualThread.java:317)"),
                        "3XMTHREADINFO4           Type: Virtual, java/lang/CarrierThread:0x01");
        var found = diagnosis(HEAD + virtual + END);
        assertThat(found.findings()).isEmpty();
        assertThat(found.evidence().unexamined()).containsEntry("carriers", Unseen.OPENJ9);
        assertThat(found.evidence().printed().value().orElseThrow().last().threads())
                .singleElement()
                .matches(thread -> thread.virtual() && thread.number() == 71);
    }

    /// The JVM names it in place of its carrier.
    @Test
    void a_deadlock_of_virtual_threads_is_named_once() {
        var found =
                """
                0SECTION       LOCKS subcomponent dump routine
                1LKDEADLOCK    Deadlock detected !!!
                2LKDEADLOCKTHR  Thread "orders-31" (0x000000000000A01F)
                4LKDEADLOCKMON      sys_mon_t:0x0000000000000001 infl_mon_t: 0x0000000000000002:
                4LKDEADLOCKOBJ      java/lang/Object@0x0000000000000002
                2LKDEADLOCKTHR  Thread "orders-32" (0x000000000000A020)
                4LKDEADLOCKMON      sys_mon_t:0x0000000000000003 infl_mon_t: 0x0000000000000004:
                4LKDEADLOCKOBJ      java/lang/Object@0x0000000000000001
                2LKDEADLOCKTHR  Thread "orders-31" (0x000000000000A01F)
                """;
        var virtual = "3XMTHREADINFO4           Type: Virtual, java/lang/CarrierThread:0x01";
        var threads = blocked(31, 2, 32, holds(1), virtual) + blocked(32, 1, 31, holds(2), virtual);
        var section = "0SECTION       THREADS";
        assertThat(diagnosis(HEAD.replace(section, found + section) + threads + END).findings())
                .filteredOn(finding -> finding.id().equals("deadlock"))
                .hasSize(1);
    }

    /// Those of the JVM itself are not at work: to dispatch signals, to wait for `jcmd`, to collect
    /// and to compile.
    @Test
    void threads_of_the_jvm_are_no_findings() {
        var threads =
                named(
                                "Attach API wait loop",
                                11,
                                "R",
                                frame(
                                        "openj9/internal/tools/attach/target/IPC.waitSemaphore(Native Method)"),
                                frame(
                                        "openj9/internal/tools/attach/target/CommonDirectory.waitSemaphore(CommonDirectory.java:259)"),
                                frame(
                                        "openj9/internal/tools/attach/target/WaitLoop.run(WaitLoop.java:157)"))
                        + named(
                                "Signal Dispatcher",
                                12,
                                "R",
                                frame("com/ibm/misc/SignalDispatcher.waitForSignal(Native Method)"),
                                frame(
                                        "com/ibm/misc/SignalDispatcher.run(SignalDispatcher.java:54)"))
                        + named(
                                "JIT Compilation Thread-000",
                                13,
                                "R",
                                "3XMTHREADINFO3           No Java callstack associated with this thread")
                        + """
                        3XMTHREADINFO      "GC Worker" J9VMThread:0x00000000000A4000, omrthread_t:0x0000000000000001, java/lang/Thread:0x0000000000000000, state:R, prio=5
                        3XMTHREADINFO3           No Java callstack associated with this thread
                        3XMTHREADINFO      Anonymous native thread
                        3XMTHREADINFO1            (native thread ID:0x1, native priority: 0x0, native policy:UNKNOWN)
                        NULL
                        """
                        + thread(
                                31,
                                "P",
                                "3XMTHREADBLOCK     Parked on: java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject@0x0000000000000009 Owned by: <unknown>",
                                frame("jdk/internal/misc/Unsafe.park(Native Method)"),
                                frame(
                                        "java/util/concurrent/locks/LockSupport.park(LockSupport.java:341)"),
                                frame(
                                        "java/util/concurrent/LinkedBlockingQueue.take(LinkedBlockingQueue.java:435)"),
                                frame(
                                        "java/util/concurrent/ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1062)"));
        var first = HEAD + threads + END;
        var found =
                diagnosis(
                        first,
                        first.replace("04:00:20:123", "04:00:30:123"),
                        first.replace("04:00:20:123", "04:00:40:123"));
        assertThat(found.findings()).isEmpty();
        assertThat(found.evidence().printed().value().orElseThrow().last().atWork()).isZero();
    }
}
