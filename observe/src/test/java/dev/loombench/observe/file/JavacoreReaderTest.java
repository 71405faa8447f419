package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.file.content.Crash.Cause;
import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.MemoryErrors;
import dev.loombench.observe.file.content.ThreadPrints.TimedPrint;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.observe.threads.ThreadPrint;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.lang.Thread.State;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Javacores of OpenJ9, in the format of its `javadump.cpp`.
class JavacoreReaderTest {
    private static final String TITLE =
            """
            0SECTION       TITLE subcomponent dump routine
            NULL           ===============================
            1TICHARSET     UTF-8
            1TISIGINFO     Dump Event "user" (00004000) received
            1TIDATETIMEUTC Date: 2026/11/27 at 03:00:20:123 (UTC)
            1TIDATETIME    Date: 2026/11/27 at 04:00:20:123
            1TINANOTIME    System nanotime: 1020000000000
            """;

    private static final String ENVIRONMENT =
            """
            NULL           ------------------------------------------------------------------------
            0SECTION       ENVINFO subcomponent dump routine
            NULL           =================================
            1CIJAVAVERSION JRE 21 Linux amd64-64 (build 21.0.4+7-LTS)
            1CIVENDOR      IBM Corporation
            1CISTARTTIME   JVM start time: 2026/11/27 at 04:00:00:000
            1CISTARTNANO   JVM start nanotime: 1000000000000
            1CIPROCESSID   Process ID: 4711 (0x1267)
            1CIUSERARGS    UserArgs:
            2CIUSERARG               -Xmx512m
            2CIUSERARG               -Dsun.java.command=com.example.Shop --port 8080
            2CITARGETCPU   Target CPUs: 4
            """;

    private static final String THREADS =
            """
            NULL           ------------------------------------------------------------------------
            0SECTION       THREADS subcomponent dump routine
            NULL           =================================
            NULL
            1XMTHDINFO     Thread Details
            NULL
            """;

    private static final String END =
            """
            NULL           ------------------------------------------------------------------------
            0SECTION       CLASSES subcomponent dump routine
            NULL           =================================
            """;

    /// It holds a monitor and a lock of `java.util.concurrent`.
    private static final String OWNER =
            """
            3XMTHREADINFO      "orders "1"" J9VMThread:0x00000000000A1000, omrthread_t:0x00007F0000000001, java/lang/Thread:0x00000000E0000001, state:CW, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x1F, isDaemon:true)
            3XMJAVALTHRCCL            jdk/internal/loader/ClassLoaders$AppClassLoader(0x00000000E0000002)
            3XMTHREADINFO1            (native thread ID:0x1268, native priority:0x5, native policy:UNKNOWN, vmstate:CW, vm thread flags:0x00000481)
            3XMCPUTIME               CPU usage total: 1.500000000 secs, user: 1.0 secs, system: 0.500000000 secs, current category="Application"
            1INTERNAL                    Unable to obtain lock context information
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at java/lang/Thread.sleepImpl(Native Method)
            4XESTACKTRACE                at java/lang/Thread.sleep(Thread.java:1032(Compiled Code))
            4XESTACKTRACE                at com/example/Shop$$Lambda/0x00000000300d0730.run(Bytecode PC:0)
            4XESTACKTRACE                at com/example/Shop.audit(Shop.java:40(Compiled Code))
            5XESTACKTRACE                   (entered lock: java/lang/Object@0x00000000E0000010, entry count: 1)
            3XMTHREADINFO3           No native callstack available for this thread
            3XMTHREADINFO4           Type: Platform
            NULL
            """;

    private static final String BLOCKED =
            """
            3XMTHREADINFO      "orders-2" J9VMThread:0x00000000000A2000, omrthread_t:0x00007F0000000002, java/lang/Thread:0x00000000E0000003, state:B, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x20, isDaemon:true)
            3XMTHREADBLOCK     Blocked on: java/lang/Object@0x00000000E0000010 Owned by: "orders "1"" (J9VMThread:0x00000000000A1000, java/lang/Thread:0x00000000E0000001)
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at com/example/Shop.audit(Shop.java:40)
            NULL
            """;

    private static final String PARKED =
            """
            3XMTHREADINFO      "orders-3" J9VMThread:0x00000000000A3000, omrthread_t:0x00007F0000000003, java/lang/Thread:0x00000000E0000004, state:P, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x21, isDaemon:true)
            3XMTHREADBLOCK     Parked on: java/util/concurrent/locks/ReentrantLock$NonfairSync@0x00000000E0000020 Owned by: "orders "1"" (J9VMThread:0x00000000000A1000, java/lang/Thread:0x00000000E0000001)
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at jdk/internal/misc/Unsafe.park(Native Method)
            4XESTACKTRACE                at java/util/concurrent/locks/LockSupport.park(LockSupport.java:221)
            4XESTACKTRACE                at com/example/Shop.order(Shop.java:50)
            NULL
            """;

    /// It has released the monitor that it has entered.
    private static final String NOTIFIED =
            """
            3XMTHREADINFO      "waiter" J9VMThread:0x00000000000A4000, omrthread_t:0x00007F0000000004, java/lang/Thread:0x00000000E0000005, state:CW, rawStateValue:0x4, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x22, isDaemon:true)
            3XMTHREADBLOCK     Waiting on: java/lang/Object@0x00000000E0000030 Owned by: <unowned>
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at java/lang/Object.waitImpl(Native Method)
            4XESTACKTRACE                at java/lang/Object.wait(Object.java:221)
            4XESTACKTRACE                at com/example/Shop.await(Shop.java:60)
            5XESTACKTRACE                   (entered lock: java/lang/Object@0x00000000E0000030, entry count: 1)
            NULL
            """;

    private static final String VIRTUAL =
            """
            3XMTHREADINFO      "" J9VMThread:0x00000000000A5000, omrthread_t:0x00007F0000000005, java/lang/Thread:0x00000000E0000006, state:R, prio=5
            3XMJAVALTHREAD            (java/lang/Thread getId:0x47, isDaemon:true)
            3XMCPUTIME               CPU usage total: 9.000000000 secs, current category="Application"
            3XMTHREADINFO3           Java callstack:
            4XESTACKTRACE                at com/example/Shop.compute(Shop.java:70)
            4XESTACKTRACE                at java/lang/VirtualThread.run(VirtualThread.java:317)
            4XESTACKTRACE                at jdk/internal/vm/Continuation.enter(Continuation.java:153)
            3XMTHREADINFO4           Type: Virtual, java/lang/CarrierThread:0x00000000E0000007
            NULL
            1XMVTHDINFO    Unmounted Threads
            3XMVTHDINFO        "" J9VMContinuation:0x00007F0000000006, java/lang/Thread:0x00000000E0000008
            3XMVTHDINFO1             Type: Virtual
            4XESTACKTRACE                at com/example/Shop.unmounted(Shop.java:80)
            NULL
            """;

    private static final String WHOLE =
            TITLE + ENVIRONMENT + THREADS + OWNER + BLOCKED + PARKED + NOTIFIED + VIRTUAL + END;

    @TempDir private Path folder;

    private FileContent read(String text) throws IOException {
        return SampleText.read(folder, text);
    }

    private ThreadPrint print(String text) throws IOException {
        return read(text).prints().last().getFirst().print();
    }

    private static PrintedThread thread(ThreadPrint print, long number) {
        return print.threads().stream()
                .filter(thread -> thread.number() == number)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_jvm_and_the_moment_are_those_of_the_javacore() throws IOException {
        var content = read(WHOLE);
        var jvm = content.jvm();
        assertThat(content.kinds()).containsExactly(FileKind.THREAD_PRINT);
        assertThat(jvm.version()).hasValue(Runtime.Version.parse("21.0.4+7-LTS"));
        assertThat(jvm.vm()).hasValue(VirtualMachine.OPENJ9);
        assertThat(jvm.vendor()).isEqualTo("IBM Corporation");
        assertThat(jvm.platform()).isEqualTo("Linux amd64");
        assertThat(jvm.processors()).hasValue(4);
        assertThat(jvm.maxHeapBytes()).hasValue(512L << 20);
        assertThat(jvm.words()).endsWith("com.example.Shop", "--port", "8080");
        var print = content.prints().last().getFirst();
        assertThat(print.pid()).hasValue(4711);
        assertThat(print.nanos()).isEqualTo(20_000_000_000L);
        assertThat(print.startSeconds()).isPresent();
        assertThat(print.print().isWhole()).isTrue();
    }

    @Test
    void a_thread_has_its_state_its_calls_and_its_locks() throws IOException {
        var print = print(WHOLE);
        var monitor =
                new PrintedLock(
                        Kind.MONITOR, "java.lang.Object@0x00000000E0000010", "java.lang.Object");
        var owner = thread(print, 0x1F);
        assertThat(owner.name()).isEqualTo("orders \"1\"");
        assertThat(owner.osThread()).isEqualTo(0x1268);
        assertThat(owner.state()).hasValue(State.TIMED_WAITING);
        assertThat(owner.cpuNanos()).hasValue(1_500_000_000);
        assertThat(owner.stack().frames())
                .containsExactly(
                        "java.lang.Thread.sleepImpl(Native Method)",
                        "java.lang.Thread.sleep(Thread.java:1032)",
                        "com.example.Shop$$Lambda/0x00000000300d0730.run(Unknown Source)",
                        "com.example.Shop.audit(Shop.java:40)");
        assertThat(owner.stack().owned()).contains(monitor);
        var blocked = thread(print, 0x20);
        assertThat(blocked.state()).hasValue(State.BLOCKED);
        assertThat(blocked.stack().awaited()).hasValue(monitor);
    }

    /// HotSpot prints owners of these locks with `-l` only.
    @Test
    void a_lock_of_java_util_concurrent_has_the_owner_that_its_waiters_name() throws IOException {
        var print = print(WHOLE);
        var lock = thread(print, 0x21).stack().awaited().orElseThrow();
        assertThat(lock.kind()).isEqualTo(Kind.SYNCHRONIZER);
        assertThat(thread(print, 0x1F).stack().owned()).contains(lock);
        assertThat(print.owners()).isTrue();
        var ended = PARKED.replace("J9VMThread:0x00000000000A1000", "J9VMThread:<null>");
        assertThat(print(TITLE + THREADS + OWNER + ended + END).owners()).as("ended").isFalse();
        assertThat(print(TITLE + THREADS + PARKED + END).owners()).as("not listed").isFalse();
    }

    @Test
    void a_thread_that_waits_for_a_notification_has_released_its_monitor() throws IOException {
        var waiter = thread(print(WHOLE), 0x22);
        assertThat(waiter.state()).hasValue(State.WAITING);
        assertThat(waiter.stack().owned()).isEmpty();
        assertThat(waiter.stack().awaited()).isEmpty();
        var timed = NOTIFIED.replace("rawStateValue:0x4,", "rawStateValue:0x40,");
        assertThat(thread(print(TITLE + THREADS + timed + END), 0x22).state())
                .hasValue(State.TIMED_WAITING);
    }

    /// A javacore has it in place of its carrier.
    @Test
    void a_virtual_thread_with_a_carrier_is_one_and_others_are_passed_over() throws IOException {
        var print = print(WHOLE);
        var carrier = thread(print, 0x47);
        assertThat(carrier.stack().frames()).isEmpty();
        assertThat(carrier.cpuNanos()).isEmpty();
        assertThat(carrier.carried().orElseThrow().stack().frames()).hasSize(3);
        assertThat(print.threads()).hasSize(5);
        var before = VIRTUAL.replaceAll("3XMTHREADINFO4.*\n", "");
        assertThat(thread(print(TITLE + THREADS + before + END), 0x47).carried())
                .as("without a type")
                .isPresent();
    }

    @Test
    void a_class_initialiser_is_awaited_from_the_thread_that_runs_it() throws IOException {
        var runs =
                OWNER.replace(
                        "com/example/Shop.audit(Shop.java:40(Compiled Code))",
                        "com/example/Shop.<clinit>(Shop.java:5)");
        var waits =
                NOTIFIED.replace(
                        "java/lang/Object@0x00000000E0000030 Owned by: <unowned>",
                        "java/lang/J9VMInternals$ClassInitializationLock@0x00000000E0000040 Owned by: <unowned> Initializing thread: \"orders \"1\"\"");
        var print = print(TITLE + THREADS + runs + waits + END);
        var awaited = thread(print, 0x22).stack().awaited().orElseThrow();
        assertThat(awaited.kind()).isEqualTo(Kind.INITIALISER);
        assertThat(awaited.type()).isEqualTo("com.example.Shop");
        assertThat(thread(print, 0x1F).stack().owned()).contains(awaited);
    }

    @Test
    void a_deadlock_has_its_threads_and_their_locks() throws IOException {
        var deadlock =
                """
                0SECTION       LOCKS subcomponent dump routine
                1LKDEADLOCK    Deadlock detected !!!
                NULL           ---------------------
                2LKDEADLOCKTHR  Thread "a" (0x00000000000A1000)
                3LKDEADLOCKWTR    is waiting for:
                4LKDEADLOCKMON      sys_mon_t:0x00007F0000000010 infl_mon_t: 0x00007F0000000011:
                4LKDEADLOCKOBJ      java/lang/Object@0x00000000E0000050
                3LKDEADLOCKOWN    which is owned by:
                2LKDEADLOCKTHR  Thread "b" (0x00000000000A2000)
                3LKDEADLOCKWTR    which is waiting for:
                4LKDEADLOCKOBJ      java/util/concurrent/locks/ReentrantLock$FairSync@0x00000000E0000060
                3LKDEADLOCKOWN    which is owned by:
                2LKDEADLOCKTHR  Thread "a" (0x00000000000A1000)
                """;
        var cycle = print(TITLE + deadlock + THREADS + BLOCKED + END).deadlocks().getFirst();
        assertThat(cycle).extracting(ThreadPrint.DeadlockedThread::name).containsExactly("a", "b");
        assertThat(cycle)
                .extracting(thread -> thread.awaited().kind())
                .containsExactly(Kind.MONITOR, Kind.SYNCHRONIZER);
        var many = "1LKDEADLOCK    Deadlock detected !!!\n".repeat(1_001);
        assertThat(print(TITLE + many + THREADS + BLOCKED + END).deadlocks())
                .as("of a damaged file")
                .hasSize(1_000);
    }

    @Test
    void several_javacores_in_one_text_are_moments() throws IOException {
        var later =
                WHOLE.replace("nanotime: 1020000000000", "nanotime: 1030000000000")
                        .replace("04:00:20:123", "04:00:30:123");
        assertThat(read(WHOLE + later).prints().last())
                .extracting(TimedPrint::nanos)
                .containsExactly(20_000_000_000L, 30_000_000_000L);
        var prefixed = WHOLE.replaceAll("(?m)^", "shop-1  | ");
        assertThat(read(prefixed).prints().last().getFirst().print().threads()).hasSize(5);
    }

    @Test
    void one_that_is_cut_off_is_known_as_such() throws IOException {
        assertThat(print(TITLE + THREADS + OWNER).cut()).isTrue();
        assertThat(print(OWNER + BLOCKED + END).cut()).isTrue();
        assertThat(print(WHOLE).cut()).isFalse();
    }

    @Test
    void names_with_several_lines_end_with_the_description_of_the_thread() throws IOException {
        var named = BLOCKED.replace("\"orders-2\"", "\"orders\n2LKDEADLOCKTHR\"");
        var print = print(TITLE + THREADS + OWNER + named + END);
        assertThat(thread(print, 0x20).name()).startsWith("orders").endsWith("THR");
        assertThat(thread(print, 0x1F).stack().frames()).hasSize(4);
    }

    @Test
    void a_javacore_of_a_full_heap_is_an_error_of_full_memory() throws IOException {
        var full =
                TITLE.replace(
                        "\"user\" (00004000) received",
                        "\"systhrow\" (00040000) Detail \"java/lang/OutOfMemoryError\" \"Java heap space\" received");
        var content = read(full + ENVIRONMENT + THREADS + OWNER + END);
        assertThat(content.limits().errors())
                .containsExactly(new MemoryErrors(MemoryErrors.Kind.HEAP, 1));
        assertThat(content.kinds()).contains(FileKind.MEMORY_ERRORS);
        assertThat(content.crashes()).isEmpty();
    }

    @Test
    void a_javacore_of_a_signal_is_a_crash() throws IOException {
        var fault = TITLE.replace("\"user\" (00004000)", "\"gpf\" (00002000)");
        var place =
                """
                0SECTION       GPINFO subcomponent dump routine
                1XHEXCPCODE    J9Generic_Signal_Number: 00000018
                1XHEXCPCODE    Signal_Number: 0000000B
                1XHEXCPMODULE  Module: /opt/semeru/lib/default/libj9jit29.so
                """;
        var current =
                THREADS.replace("1XMTHDINFO     Thread Details", "1XMCURTHDINFO  Current thread");
        var crash = read(fault + place + current + OWNER + END).crashes().getFirst();
        assertThat(crash.cause()).isEqualTo(Cause.SIGNAL);
        assertThat(crash.what()).isEqualTo("SIGSEGV (0xb)");
        assertThat(crash.frame()).hasValue("V  [libj9jit29.so]");
        assertThat(crash.thread()).hasValue("\"orders \"1\"\"");
        assertThat(crash.mentions("Shop.audit")).isTrue();
    }

    /// A person may send this signal too.
    @Test
    void an_abort_is_a_signal() throws IOException {
        var abort = TITLE.replace("\"user\" (00004000)", "\"abort\" (00000020)");
        var crash = read(abort + THREADS + OWNER + END).crashes().getFirst();
        assertThat(crash.cause()).isEqualTo(Cause.SIGNAL);
        assertThat(crash.what()).isEqualTo("SIGABRT");
        var sent = abort + "1TISIGPID      Signalling process id 12 name \"sh\"\n";
        assertThat(read(sent + THREADS + OWNER + END).crashes().getFirst().cause())
                .isEqualTo(Cause.SENT_SIGNAL);
    }

    @Test
    void a_size_of_the_heap_that_no_number_holds_is_left_out() throws IOException {
        var environment = ENVIRONMENT.replace("-Xmx512m", "-Xmx999999999999g");
        assertThat(read(TITLE + environment + THREADS + OWNER + END).jvm().maxHeapBytes())
                .isEmpty();
    }

    @Test
    void a_text_with_dumps_of_both_virtual_machines_is_refused() {
        assertThatThrownBy(() -> read(WHOLE + SampleText.PRINT))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("OpenJ9");
    }
}
