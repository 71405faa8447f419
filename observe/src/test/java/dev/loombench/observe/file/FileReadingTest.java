package dev.loombench.observe.file;

import static dev.loombench.observe.file.SampleText.JSON_LIST;
import static dev.loombench.observe.file.SampleText.PRINT;
import static dev.loombench.observe.file.SampleText.TEXT_LIST;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.FileContent;
import dev.loombench.observe.file.content.FileKind;
import dev.loombench.observe.file.content.JvmFacts;
import dev.loombench.observe.file.content.ThreadPrints;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.VirtualMachine;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedThread;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Files of all kinds under names that say nothing, and files that are damaged or hostile.
class FileReadingTest {
    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        return SampleText.read(folder, bytes);
    }

    private FileContent read(String text) throws IOException {
        return SampleText.read(folder, text);
    }

    private void assertRefused(byte[] bytes, String reason) {
        SampleText.assertRefused(folder, bytes, reason);
    }

    private void assertRefused(String text, String reason) {
        SampleText.assertRefused(folder, text, reason);
    }

    @Test
    void a_print_is_known_by_its_content_with_its_process_version_and_time() throws IOException {
        var content = read(PRINT + "log line\n" + PRINT.replace("12.50s", "22.50s"));
        assertThat(content.kinds()).containsExactly(FileKind.THREAD_PRINT);
        assertThat(content.jvm().pid()).hasValue(4711);
        assertThat(content.jvm().version()).hasValue(Runtime.Version.parse("21.0.8+9-LTS"));
        assertThat(content.prints().last())
                .extracting(ThreadPrints.TimedPrint::nanos)
                .containsExactly(12_500_000_000L, 22_500_000_000L);
    }

    /// The error may stand behind a time and a message, as WildFly logs it.
    @ParameterizedTest
    @ValueSource(strings = {"", "2026-11-27 04:00:09,123 ERROR [shop] (task-1) pay failed: "})
    void frames_of_an_error_behind_a_print_are_none_of_its_last_thread(String front)
            throws IOException {
        var error = front + "java.lang.IllegalStateException: closed\n\tat Shop.pay(Shop.java:7)\n";
        var print = read(PRINT + error + "Caused by: a.FooException\n\tat A.b(A.java:1)\n");
        assertThat(print.prints().last().getFirst().print().threads())
                .singleElement()
                .satisfies(thread ->
                        assertThat(thread.stack().frames())
                                .containsExactly("Shop.main(Shop.java:9)"));
    }

    @Test
    void a_print_before_jdk_20_and_one_without_its_first_line_are_read() throws IOException {
        var thread =
                """
                "http-nio-8080-exec-1" #25 daemon prio=5 os_prio=0 tid=0x00007f nid=0x1b03 waiting for monitor entry [0x00007f]
                   java.lang.Thread.State: BLOCKED (on object monitor)
                \tat Shop.order(Shop.java:12)
                \t- waiting to lock <0x00000000faa00500> (a java.lang.Object)
                """;
        var printed = read(thread).prints().last().getFirst().print().threads().getFirst();
        assertThat(printed.osThread()).isEqualTo(0x1b03);
        assertThat(printed.stack().awaited()).isPresent();
    }

    /// Its HotSpot has another version than it.
    @Test
    void a_print_of_jdk_8_has_its_version() throws IOException {
        var jvm = read(PRINT.replace("21.0.8+9-LTS mixed", "25.402-b06 mixed")).jvm();
        var version = jvm.version().orElseThrow();
        assertThat(version.feature()).isEqualTo(8);
        assertThat(version.version())
                .as("that of its crash log")
                .isEqualTo(JvmFacts.version("1.8.0_402-b06").orElseThrow().version());
        assertThat(JvmFacts.version("25.0.3+9-LTS").orElseThrow().feature()).isEqualTo(25);
        assertThat(JvmFacts.version("25+36").orElseThrow().feature()).isEqualTo(25);
    }

    /// HotSpot prints a line before the threads and one after them; Spring Boot's endpoint has no
    /// second one.
    @Test
    void a_print_without_its_beginning_or_end_is_cut_off() throws IOException {
        var end = "JNI global refs: 19, weak refs: 0\n";
        assertThat(isCut(PRINT)).isTrue();
        assertThat(isCut(PRINT + end)).isFalse();
        assertThat(isCut(PRINT + "JNI global references: 19\n")).as("JDK 8").isFalse();
        assertThat(isCut(PRINT.substring(PRINT.indexOf('"')) + end)).isTrue();
        var bean = PRINT.replaceFirst("\"main\" .*", "\"main\" - Thread t@1");
        assertThat(isCut(bean)).isFalse();
    }

    private boolean isCut(String text) throws IOException {
        return read(text).prints().last().getFirst().print().cut();
    }

    /// Sources: redhat-developer/vscode-java, issue 2676 (JDK 17); adoptium/adoptium-support, issue
    /// 1343; open-telemetry/opentelemetry-java-instrumentation, issue 10747 (JDK 21).
    @Test
    void public_dumps_of_other_projects_are_read() throws IOException {
        var content =
                read(
                        """
                        2022-09-28 09:35:32
                        Full thread dump OpenJDK 64-Bit Server VM (17.0.3+7-LTS mixed mode, sharing):

                        "main" #1 prio=5 os_prio=31 cpu=417.30ms elapsed=264.70s tid=0x0000000125008800 nid=0x2703 in Object.wait()  [0x000000016b34d000]
                           java.lang.Thread.State: WAITING (on object monitor)
                        \tat java.lang.Object.wait(java.base@17.0.3/Native Method)
                        \t- waiting on <0x000000040534a998> (a java.lang.Object)
                        \tat java.lang.Object.wait(java.base@17.0.3/Object.java:338)
                        \tat org.eclipse.jdt.ls.core.internal.LanguageServer.start(LanguageServer.java:33)
                        \t- locked <0x000000040534a998> (a java.lang.Object)

                        "Read-Updater" #60 [64] daemon prio=5 os_prio=0 cpu=1290788.02ms elapsed=1042310.38s tid=0x00007edd22d27810 nid=64 waiting on condition  [0x00007edd215cf000]
                           java.lang.Thread.State: WAITING (parking)
                        \tat jdk.internal.misc.Unsafe.park(java.base@21.0.8/Native Method)
                        \t- parking to wait for  <0x0000000403573f18> (a java.util.concurrent.LinkedTransferQueue)
                        \tat sun.nio.ch.Poller.updateLoop(java.base@21.0.8/Poller.java:293)

                        "ForkJoinPool-1-worker-1" #134 [271] daemon prio=5 os_prio=0 cpu=70474.35ms elapsed=722.35s allocated=14189M defined_classes=272 tid=0x000055d55a76ef20  [0x00007f75af255000]
                           Carrying virtual thread #134
                        \tat jdk.internal.vm.Continuation.run(java.base@21.0.2/Continuation.java:248)
                        """);
        var threads = content.prints().last().getFirst().print().threads();
        assertThat(content.jvm().version()).hasValue(Runtime.Version.parse("17.0.3+7-LTS"));
        assertThat(threads).extracting(PrintedThread::osThread).containsExactly(0x2703L, 64L, 271L);
        assertThat(threads.getFirst().stack().owned()).as("released by the wait").isEmpty();
        assertThat(threads.getLast().carried()).isPresent();
    }

    @Test
    void a_text_may_hold_threads_and_collections() throws IOException {
        var content =
                read(
                        """
                        [0.500s][info][gc] Using G1
                        [1.010s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms
                        """
                                + PRINT);
        assertThat(content.kinds())
                .containsExactlyInAnyOrder(FileKind.THREAD_PRINT, FileKind.COLLECTION_LOG);
    }

    @Test
    void a_text_may_show_nothing_but_memory_outside_the_heap() throws IOException {
        var code = "CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb\n";
        assertThat(read("4711:\n" + code).kinds()).containsExactly(FileKind.MEMORY);
        var error = read("shop-1 | java.lang.OutOfMemoryError: Metaspace\n" + PRINT);
        assertThat(error.kinds()).containsExactlyInAnyOrder(FileKind.THREAD_PRINT, FileKind.MEMORY);
        assertThat(error.limits().kinds()).containsExactly(Kind.METADATA);
        var heap = " garbage-first heap   total 8192K, used 1K [0x0, 0x1)\n";
        assertThat(read(heap).kinds()).as("without a limit").containsExactly(FileKind.MEMORY);
        assertThat(read(PRINT + "Heap\n" + heap).kinds()).containsExactly(FileKind.THREAD_PRINT);
    }

    /// Defects of HotSpot are none of others.
    @Test
    void a_print_names_its_virtual_machine() throws IOException {
        assertThat(read(PRINT).jvm().vm()).hasValue(VirtualMachine.HOTSPOT);
        var zing = PRINT.replace("OpenJDK 64-Bit Server VM", "Zing 64-Bit Tiered VM");
        assertThat(read(zing).jvm().vm()).hasValue(VirtualMachine.OTHER);
    }

    /// As a script writes it that asks `jcmd` for several things.
    @Test
    void how_the_jvm_was_started_is_known_from_jcmd() throws IOException {
        var started =
                """
                4711:
                VM Arguments:
                jvm_args: -Xmx512m -Djdk.virtualThreadScheduler.parallelism=8
                java_command: com.example.Shop --port 8080
                java_class_path (initial): /app/shop.jar
                4711:
                -XX:CICompilerCount=4 -XX:MaxHeapSize=536870912 -XX:+UseG1GC
                4711:
                OpenJDK 64-Bit Server VM version 21.0.8+9-LTS
                """;
        var alone = read(started);
        assertThat(alone.kinds()).containsExactly(FileKind.COMMAND_LINE);
        assertThat(alone.jvm().version()).hasValue(Runtime.Version.parse("21.0.8+9-LTS"));
        var jvm = read(started + PRINT).jvm();
        assertThat(jvm.maxHeapBytes()).hasValue(512L << 20);
        assertThat(jvm.parallelism()).hasValue(8);
        assertThat(jvm.words()).startsWith("java", "-Xmx512m").endsWith("--port", "8080");
        assertThat(read(started + PRINT).kinds()).containsExactly(FileKind.THREAD_PRINT);
    }

    /// A crash log has these lines too.
    @Test
    void a_crash_log_is_no_report_of_memory() throws IOException {
        var code = "CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb\n";
        var crash = "# A fatal error has been detected by the Java Runtime Environment:\n#\n\n";
        var content = read(crash + code);
        assertThat(content.kinds()).containsExactly(FileKind.CRASH_LOG);
        assertThat(content.limits().kinds()).containsExactly(Kind.CODE);
    }

    @Test
    void redirected_output_of_windows_is_read() throws IOException {
        var bytes = ("\uFEFF" + PRINT).getBytes(Charset.forName("UTF-16LE"));
        assertThat(read(bytes).prints().last()).hasSize(1);
    }

    @Test
    void a_list_in_json_is_read_with_a_mark_and_in_utf_16() throws IOException {
        assertThat(read("\uFEFF" + JSON_LIST).lists()).hasSize(1);
        var utf16 = Charset.forName("UTF-16LE");
        assertThat(read(("\uFEFF" + JSON_LIST).getBytes(utf16)).lists()).hasSize(1);
        assertThat(read(PRINT.getBytes(utf16)).prints().last()).as("without a mark").hasSize(1);
        assertThat(read(PRINT.getBytes(Charset.forName("UTF-16BE"))).prints().last()).hasSize(1);
    }

    @Test
    void lists_and_prints_in_one_text_are_separated() throws IOException {
        var later = JSON_LIST.replace("04:00:00Z", "04:00:10Z");
        var content = read("4711:\nCreated /tmp/list\n" + JSON_LIST + later + PRINT + TEXT_LIST);
        assertThat(content.kinds())
                .containsExactlyInAnyOrder(FileKind.THREAD_LIST, FileKind.THREAD_PRINT);
        assertThat(content.lists())
                .extracting(list -> list.counts().total())
                .containsExactly(2, 2, 1);
        assertThat(content.prints().last()).hasSize(1);
        var texts = read(TEXT_LIST + TEXT_LIST.replace("04:00:00Z", "04:00:10Z")).lists();
        assertThat(texts)
                .extracting(FileContent.ThreadsListed::threads)
                .extracting(List::size)
                .containsExactly(1, 1);
        assertThat(texts.getLast().nanos() - texts.getFirst().nanos()).isEqualTo(10_000_000_000L);
    }

    /// Those of the endpoints of frameworks have neither a version nor virtual threads.
    @Test
    void a_list_of_a_jvm_has_its_version_or_virtual_threads() throws IOException {
        assertThat(read(JSON_LIST).lists()).noneMatch(FileContent.ThreadsListed::platformOnly);
        var bare = JSON_LIST.replace("\"runtimeVersion\": \"21.0.8+9-LTS\",", "");
        assertThat(read(bare).lists()).noneMatch(FileContent.ThreadsListed::platformOnly);
        var bean =
                "{\"threads\":[{\"threadName\":\"main\",\"threadId\":1,\"stackTrace\":[{\"className\":\"Shop\",\"methodName\":\"main\"}]}]}";
        assertThat(read(bean).lists())
                .singleElement()
                .matches(FileContent.ThreadsListed::platformOnly);
    }

    /// Its formats are those of `PlainTextThreadDumpFormatter` and of `ThreadInfo`.
    @Test
    void threads_of_spring_boots_endpoint_are_read() throws IOException {
        var text =
                read("""
                2026-11-27 04:00:00
                Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

                "orders-1" - Thread t@31
                   java.lang.Thread.State: WAITING
                \tat java.base@21.0.8/jdk.internal.misc.Unsafe.park(Native Method)
                \t- waiting to lock <2b> (a java.util.concurrent.locks.ReentrantLock$NonfairSync) owned by "orders-2" t@32
                \tat app//Shop.order(Shop.java:31)
                \t- locked <1a> (a java.lang.Object)

                   Locked ownable synchronizers:
                \t- Locked <3c> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

                """)
                        .prints()
                        .last()
                        .getFirst()
                        .print()
                        .threads()
                        .getFirst();
        assertThat(text.number()).isEqualTo(31);
        assertThat(text.stack().frames()).endsWith("Shop.order(Shop.java:31)");
        assertThat(text.stack().awaited().map(PrintedLock::describe)).hasValue("a ReentrantLock");
        assertThat(text.stack().owned()).extracting(PrintedLock::id).containsExactly("1a", "3c");
        var list =
                read("""
                {"threads":[{"threadName":"orders-1","threadId":31,"blockedTime":-1,"threadState":"BLOCKED",
                  "lockName":"java.lang.Object@2b","lockOwnerId":32,"inNative":false,
                  "stackTrace":[{"classLoaderName":"app","moduleName":null,"methodName":"order","fileName":"Shop.java",
                     "lineNumber":31,"nativeMethod":false,"className":"Shop"}],
                  "lockedMonitors":[{"className":"java.lang.Object","identityHashCode":26,"lockedStackDepth":0,
                     "lockedStackFrame":{"className":"Shop"}}],
                  "lockedSynchronizers":[],"lockInfo":{"className":"java.lang.Object","identityHashCode":43}}]}
                """)
                        .lists()
                        .getFirst()
                        .threads()
                        .getFirst();
        assertThat(list.number()).isEqualTo(31);
        assertThat(list.virtual()).isFalse();
        assertThat(list.blocker()).hasValue(32);
        assertThat(list.stack().frames()).containsExactly("Shop.order(Shop.java:31)");
        assertThat(list.stack().awaited()).hasValue(PrintedLock.monitor("java.lang.Object@43"));
        assertThat(list.stack().owned())
                .containsExactly(PrintedLock.monitor("java.lang.Object@26"));
    }

    @Test
    void the_last_twelve_prints_of_a_text_are_kept_and_all_are_counted() throws IOException {
        var text = new StringBuilder();
        for (int i = 0; i < 14; i++) {
            text.append(PRINT.replace("12.50s", (20 + i) + ".00s"));
        }
        var prints = read(text.toString()).prints();
        assertThat(prints.count()).isEqualTo(14);
        assertThat(prints.last()).hasSize(12);
        assertThat(prints.last().getFirst().nanos()).isEqualTo(22_000_000_000L);
    }

    @Test
    void prose_that_looks_like_a_thread_is_no_dump() throws IOException {
        assertRefused("\"Orders\" #12 is closed\nsee below\n", "none of what inspect reads");
        assertRefused("Closes #12 \"crash\"\n#13 \"hang\"\n", "none of what inspect reads");
        assertThat(read("[main] Version: 1.2 (x)\n" + PRINT).jvm().version())
                .hasValue(Runtime.Version.parse("21.0.8+9-LTS"));
    }

    @Test
    void other_files_are_refused_with_what_they_are() throws IOException {
        assertRefused("PK\u0003\u0004...", "zip");
        assertRefused("JAVA PROFILE 1.0.2", "heap dump");
        assertRefused("0SECTION       TITLE subcomponent dump routine\n", "without threads");
        assertRefused(new byte[5_000], "begins with zeros");
        assertRefused("\0".repeat(5_000) + PRINT, "begins with zeros");
        assertRefused(
                "2026-11-27T04:00:00.123+0000: 1.234: [GC (Allocation Failure) 33K->1K(125K), 0.01 secs]\n",
                "log of collections of JDK 8");
        assertRefused("1.234: [Full GC (System.gc()) 1K->1K(9K), 0.1 secs]\n", "of JDK 8");
        assertRefused("<?xml version=\"1.0\" ?>\n<verbosegc version=\"1\">\n", "OpenJ9");
        assertRefused(
                "\"main\" prio=10 tid=0x00007f9c nid=0x1b03 runnable [0x00007f9d]\n   java.lang.Thread.State: RUNNABLE\n\tat Shop.main(Shop.java:9)\n",
                "JDK 7");
        assertRefused("Thread 4711: (state = BLOCKED)\n - Shop.main(Shop.java:9)\n", "jhsdb");
        assertRefused("[{\"threadName\": \"main\", \"threadId\": 1}]", "no list of threads");
        assertRefused("Dear all,\nsee below.\n", "none of what inspect reads");
        assertRefused("{\"threads\": []}", "no list of threads");
        assertRefused("{\"a\": ", "no list of threads");
        assertRefused("", "is empty");
        assertRefused(
                "{\"threads\": [{\"tid\": \"1\", \"stack\": []}, {\"tid\"",
                "ends too early, after 1");
        assertRefused("[".repeat(100_000), "none of what inspect reads");
        assertRefused("{\"a\":".repeat(100_000), "no list of threads");
    }

    @Test
    void names_of_threads_are_kept_and_never_obeyed() throws IOException {
        var content = read(PRINT.replace("main\" #1", "\u001b]0;pwned\u0007Full thread dump\" #1"));
        assertThat(content.prints().last().getFirst().print().threads()).hasSize(1);
    }

    @Test
    void long_lines_and_many_threads_take_little_memory() throws IOException {
        var many = new StringBuilder("4711\n2026-11-27T04:00:00Z\n21.0.8+9\n\n");
        for (int i = 0; i < 40_000; i++) {
            many.append('#').append(i).append(" \"\" virtual\n      Shop.order(Shop.java:1)\n\n");
        }
        var list = read(many.append("x".repeat(2_000_000)).toString()).lists().getFirst();
        assertThat(list.counts().virtual()).isEqualTo(40_000);
        assertThat(list.counts().groups()).hasSize(1);
        assertThat(list.omitted()).isEqualTo(20_000);
    }
}
