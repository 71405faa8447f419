package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedThread;
import dev.loombench.text.WrongInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// Files of all kinds under names that say nothing, and files that are damaged or hostile.
class FileReadingTest {
    private static final String PRINT =
            """
            4711:
            2026-11-27 04:00:00
            Full thread dump OpenJDK 64-Bit Server VM (21.0.8+9-LTS mixed mode, sharing):

            "main" #1 [4712] prio=5 os_prio=0 cpu=10.00ms elapsed=12.50s tid=0x00007f nid=4712 runnable  [0x00007f]
               java.lang.Thread.State: RUNNABLE
            \tat Shop.main(Shop.java:9)

            """;

    private static final String TEXT_LIST =
            """
            4711
            2026-11-27T04:00:00Z
            21.0.8+9-LTS

            #1 "main"
                  Shop.main(Shop.java:9)

            """;

    private static final String JSON_LIST =
            """
            {
              "threadDump": {
                "time": "2026-11-27T04:00:00Z",
                "runtimeVersion": "21.0.8+9-LTS",
                "threadContainers": [{"threads": [
                  {"tid": "1", "name": "a \\"}{\\" b", "stack": ["Shop.main(Shop.java:9)"]},
                  {"tid": "2", "name": "", "stack": ["java.base/java.lang.VirtualThread.run(V.java:1)"]}
                ]}]
              }
            }
            """;

    @TempDir private Path folder;

    private FileContent read(byte[] bytes) throws IOException {
        var file = folder.resolve("file.bin");
        Files.write(file, bytes);
        return FileReading.read(InputFile.of(file.toString()));
    }

    private FileContent read(String text) throws IOException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private void assertRefused(byte[] bytes, String reason) {
        assertThatThrownBy(() -> read(bytes))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining(reason);
    }

    private void assertRefused(String text, String reason) {
        assertRefused(text.getBytes(StandardCharsets.UTF_8), reason);
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

    @Test
    void what_a_containers_log_adds_in_front_of_lines_is_removed() throws IOException {
        var print = PRINT.replaceAll("(?m)^", "2026-11-27T04:00:01.123Z shop-1 | ");
        assertThat(read(print).prints().last()).hasSize(1);
    }

    /// As `docker compose logs` colours the names of services, and tools whole lines; `grep
    /// --color` also deletes what is behind a colour.
    @Test
    void colours_are_removed() throws IOException {
        var coloured =
                PRINT.lines()
                        .map(line ->
                                "\u001b[36m\u001b[Kshop-1  |\u001b[0m \u001b[1;31m"
                                        + line
                                        + "\u001b[0m\u001b[K\n")
                        .collect(Collectors.joining());
        assertThat(read(coloured).prints().last().getFirst().print().threads())
                .isNotEmpty()
                .isEqualTo(read(PRINT).prints().last().getFirst().print().threads());
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

    private static String within(String front, String text) {
        return text.replaceAll("(?m)^", front);
    }

    /// As `docker compose logs` and `kubectl logs --prefix` mix them.
    @Test
    void prints_of_several_programs_in_one_text_are_refused() throws IOException {
        var later = PRINT.replace("12.50s", "22.50s");
        var several = "several programs";
        assertRefused(within("shop-1  | ", PRINT) + within("shop-2  | ", later), several);
        assertRefused(within("shop-1  | ", PRINT) + within("cart-1  | ", later), several);
        var pod = "[pod/shop-7d9/app] 2026-11-27T04:00:%s.123Z ";
        var other = pod.replace("7d9", "8c4");
        assertRefused(
                within(pod.formatted("01"), PRINT) + within(other.formatted("11"), later), several);
        assertThat(
                        read(within(pod.formatted("01"), PRINT)
                                        + within(pod.formatted("11"), later))
                                .prints()
                                .last())
                .hasSize(2);
        var host = "Nov %s:00:01 host java[4711]: ";
        assertThat(
                        read(within(host.formatted("27 04"), PRINT)
                                        + within(host.formatted("28 05"), later))
                                .prints()
                                .last())
                .hasSize(2);
        assertRefused(PRINT + later.replace("21.0.8+9-LTS", "25.0.3+9-LTS"), "several JVMs");
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

    /// `kubectl logs --timestamps` omits zeros at the end of a fraction; some tools omit white
    /// space at the end of a line.
    @Test
    void the_front_of_lines_may_have_numbers_of_other_lengths() throws IOException {
        var print = PRINT.replaceAll("(?m)^", "[pod/shop-1/app] 2026-11-27T04:00:01.123456789Z ");
        var content =
                read(print.replaceFirst("123456789Z \"main", "12Z \"main").replace("Z \n", "Z\n"));
        assertThat(content.prints().last()).hasSize(1);
        assertThat(content.jvm().pid()).as("before the first known line").hasValue(4711);
        assertThat(content.prints().last().getFirst().print().threads().getFirst().stack().frames())
                .containsExactly("Shop.main(Shop.java:9)");
    }

    /// As `docker compose logs` has the lines of two containers of one service.
    @Test
    void frames_of_another_container_are_none_of_a_thread() throws IOException {
        var other = "shop-2  | \tat Cart.total(Cart.java:7)\n";
        var frame = "shop-1  | \tat";
        var text = within("shop-1  | ", PRINT).replace(frame, other + frame);
        var thread = read(text).prints().last().getFirst().print().threads().getFirst();
        assertThat(thread.stack().frames()).containsExactly("Shop.main(Shop.java:9)");
    }

    @Test
    void lines_with_a_counter_are_of_one_container() throws IOException {
        var counted = new StringBuilder();
        (PRINT + PRINT.replace("12.50s", "22.50s"))
                .lines()
                .forEach(line ->
                        counted.append("line-%d %s%n".formatted(counted.length(), line)));
        var content = read(counted.toString());
        assertThat(content.prints().last()).hasSize(2);
        var thread = content.prints().last().getFirst().print().threads().getFirst();
        assertThat(thread.stack().frames()).containsExactly("Shop.main(Shop.java:9)");
        assertThat(content.jvm().pid()).as("before the first known line").hasValue(4711);
    }

    /// As `kubectl logs --prefix --timestamps` writes them.
    @Test
    void names_of_a_pod_and_its_container_may_be_long() throws IOException {
        var name = "payment-gateway-".repeat(4).substring(0, 63);
        var front = "[pod/%1$s/%1$s] 2026-11-27T04:00:01.123456789Z ".formatted(name);
        var pause =
                "[%d.000s][gc] GC(%d) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms\n";
        var log = pause.formatted(1, 0) + pause.formatted(2, 1);
        var content = read(within(front, PRINT + log));
        assertThat(content.prints().last()).hasSize(1);
        assertThat(content.collections().orElseThrow().collections()).hasSize(2);
    }

    /// As `kubectl logs --tail` cuts it; names of threads may have quotes.
    @Test
    void a_print_without_its_first_line_may_have_a_front() throws IOException {
        var thread = PRINT.substring(PRINT.indexOf('"'));
        var named = thread.replace("\"main\" #1", "\"a \"b\" #2 c\" #7");
        var content = read(within("2026-11-27T04:00:01.1Z stdout F ", thread + named));
        assertThat(content.prints().last().getFirst().print().threads())
                .extracting(PrintedThread::name)
                .containsExactly("main", "a \"b\" #2 c");
        assertThat(content.prints().last().getFirst().print().threads())
                .allMatch(read -> read.stack().frames().size() == 1);
    }

    @Test
    void a_list_a_crash_and_collections_may_have_a_front() throws IOException {
        var front = "shop-1  | ";
        assertThat(read(TEXT_LIST.replaceAll("(?m)^", front)).lists()).hasSize(1);
        var crash =
                read(
                        """
                        #
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=15662, tid=33827
                        #
                        """
                                .replaceAll("(?m)^", front));
        assertThat(crash.crashes().getFirst().what()).isEqualTo("SIGSEGV (0xb)");
        var log =
                """
                [0.500s][info][gc] Using G1
                [1.010s][info][gc] GC(0) Pause Young (Normal) (G1 Evacuation Pause) 35M->1M(64M) 10.000ms
                """;
        assertThat(read(log.replaceAll("(?m)^", front)).collections()).isPresent();
        assertThat(read(log.replaceAll("(?m)^", "[pod/shop-1/app] ")).collections()).isPresent();
        assertThat(
                        read(log.replaceAll("(?m)^", "[pod/shop-1/app] 2026-11-27T04:00:01.1Z "))
                                .collections())
                .isPresent();
        assertThat(read(log.replaceAll("(?m)^", "2026-11-27T04:00:01.1Z stdout F ")).collections())
                .isPresent();
    }

    /// As its driver `json-file` stores it, in which a greater-than sign is escaped.
    @Test
    void the_file_of_a_containers_output_is_read() throws IOException {
        var log =
                """
                [0.500s][info][gc] Using G1
                [1.010s][info][gc] GC(0) Pause Full (G1 Compaction Pause) 35M->1M(64M) 10.000ms
                """;
        var content =
                read(
                        (log + PRINT)
                                .lines()
                                .map(FileReadingTest::stored)
                                .collect(Collectors.joining()));
        assertThat(content.collections().orElseThrow().collections().getFirst().heapAfterBytes())
                .hasValue(1 << 20);
        assertThat(content.prints().last().getFirst().print().threads().getFirst().stack().frames())
                .containsExactly("Shop.main(Shop.java:9)");
        assertRefused(stored("started"), "none of what inspect reads");
    }

    private static String stored(String line) {
        return "{\"log\":\"%s\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-27T04:00:01.1Z\"}\n"
                .formatted(line.replace("\"", "\\\"").replace("\t", "\\t").replace(">", "\\u003e"));
    }

    @Test
    void collections_of_several_programs_in_one_text_are_refused() {
        var text = new StringBuilder();
        for (int i = 1; i <= 6; i++) {
            text.append(
                    "shop-%d  | [%d.000s][gc] GC(%d) Pause Young (Normal) 35M->1M(64M) 10.000ms%n"
                            .formatted(1 + i % 2, i, i));
        }
        assertRefused(text.toString(), "(\"shop-2\", \"shop-1\"); give the lines of one");
    }

    @Test
    void names_of_threads_are_no_fronts() throws IOException {
        var list = TEXT_LIST.replace("\"main\"", "\"a Full thread dump \" virtual") + TEXT_LIST;
        assertThat(read(list).lists()).hasSize(2);
        var quoted =
                PRINT
                        + PRINT.replace(
                                "\"main\"", "\"x # A fatal error has been detected by the Java\"");
        assertThat(read(quoted).prints().last()).hasSize(2);
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

    /// The threads are printed at a safepoint.
    @Test
    void a_recording_shows_the_operations_that_stop_all_threads() throws Exception {
        var file = folder.resolve("stops");
        try (var recording = new Recording()) {
            recording.enable("jdk.ExecuteVMOperation").withThreshold(Duration.ZERO);
            recording.enable("jdk.GCConfiguration");
            recording.start();
            var printed = ManagementFactory.getThreadMXBean().dumpAllThreads(false, false);
            assertThat(printed).isNotEmpty();
            recording.stop();
            recording.dump(file);
        }
        var log = read(Files.readAllBytes(file)).collections().orElseThrow();
        assertThat(log.stops())
                .filteredOn(stop -> stop.operation().equals("ThreadDump"))
                .isNotEmpty()
                .allSatisfy(stop -> assertThat(stop.durationNanos()).isPositive());
    }

    @Test
    void a_recording_is_read_and_a_damaged_one_is_refused() throws Exception {
        var file = folder.resolve("recording");
        try (var recording = new Recording()) {
            recording.enable("jdk.ThreadDump").withPeriod(Duration.ofMillis(100));
            recording.enable("jdk.JVMInformation");
            recording.enable("jdk.ActiveSetting");
            recording.start();
            recording.stop();
            recording.dump(file);
        }
        var bytes = Files.readAllBytes(file);
        var content = read(bytes);
        assertThat(content.kinds()).containsExactly(FileKind.RECORDING);
        assertThat(content.jvm().pid()).hasValue(ProcessHandle.current().pid());
        assertThat(content.jvm().version()).hasValue(Runtime.version());
        assertThat(content.jvm().platform()).startsWith(System.getProperty("os.name"));
        assertThat(content.recording().orElseThrow().pinned()).as("not recorded").isEmpty();
        assertRefused(Arrays.copyOf(bytes, bytes.length / 2), "damaged");
        assertRefused(Arrays.copyOf(bytes, 100), "damaged");
        var random = new Random(1);
        for (int i = 0; i < 200; i++) {
            var damaged = bytes.clone();
            for (int j = 0; j < 8; j++) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            }
            try {
                read(damaged);
            } catch (WrongInput e) {
                assertThat(e).hasMessageStartingWith("\"");
            }
        }
    }

    @Test
    void other_files_are_refused_with_what_they_are() throws IOException {
        assertRefused("PK\u0003\u0004...", "zip");
        assertRefused("JAVA PROFILE 1.0.2", "heap dump");
        assertRefused("0SECTION       TITLE subcomponent dump routine\n", "javacore of OpenJ9");
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

    private static byte[] packed(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void a_compressed_file_is_read_like_what_it_holds() throws IOException {
        var print = read(packed(bytes(PRINT)));
        assertThat(print.kinds()).containsExactly(FileKind.THREAD_PRINT);
        assertThat(print.jvm().pid()).hasValue(4711);
        assertThat(read(packed(bytes(JSON_LIST))).kinds()).containsExactly(FileKind.THREAD_LIST);
        var input = new ByteArrayInputStream(packed(bytes(JSON_LIST)));
        var file = InputFile.ofInput(input, folder.resolve("copy"));
        assertThat(FileReading.read(file).name()).isEqualTo("-");
    }

    @Test
    void a_compressed_file_of_several_parts_is_read_whole() throws IOException {
        var both = new ByteArrayOutputStream();
        both.writeBytes(packed(bytes(PRINT)));
        both.writeBytes(packed(bytes(PRINT.replace("12.50s", "22.50s"))));
        assertThat(read(both.toByteArray()).prints().last()).hasSize(2);
    }

    @Test
    void a_compressed_file_that_is_damaged_or_holds_nothing_readable_is_refused()
            throws IOException {
        var packed = packed(bytes(PRINT));
        assertRefused(Arrays.copyOf(packed, packed.length / 2), "damaged or ends too early");
        assertRefused(Arrays.copyOf(packed, 5), "damaged or ends too early");
        var damaged = packed.clone();
        damaged[packed.length / 2] = (byte) ~packed[packed.length / 2];
        assertRefused(damaged, "damaged or ends too early");
        assertRefused(packed(new byte[0]), "is empty");
        assertRefused(packed(packed), "more than once");
        assertRefused(packed(bytes("Dear all,\n")), "none of what inspect reads");
        assertRefused(packed(new byte[1 << 20]), "begins with zeros");
    }

    /// 16 KiB that hold 16 MiB.
    @Test
    void a_compressed_file_that_holds_too_much_is_refused_at_the_limit() throws IOException {
        var bomb = folder.resolve("dump.gz");
        Files.write(bomb, packed(new byte[1 << 24]));
        var copy = folder.resolve("unpacked");
        var file = InputFile.of(bomb.toString());
        assertThatThrownBy(() -> GzipFile.unpack(file, copy, 1 << 20))
                .isInstanceOf(WrongInput.class)
                .hasMessageStartingWith("the content of \"")
                .hasMessageEndingWith("dump.gz\" has more than 1 MiB; give the part that matters");
        assertThat(Files.size(copy)).isLessThanOrEqualTo(1 << 20);
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

    @Test
    void a_folder_and_a_missing_file_are_refused() {
        assertThatThrownBy(() -> InputFile.of(folder.toString()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("is a folder");
        assertThatThrownBy(() -> InputFile.of(folder.resolve("\u001b[31mx").toString()))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("no file")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\u001b"));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void a_pipe_and_a_device_are_refused_without_reading_and_a_link_is_followed() throws Exception {
        var pipe = folder.resolve("pipe").toString();
        assertThat(new ProcessBuilder("mkfifo", pipe).start().waitFor()).isZero();
        assertThatThrownBy(() -> InputFile.of(pipe)).hasMessageContaining("inspect - < PIPE");
        assertThatThrownBy(() -> InputFile.of("/dev/zero")).hasMessageContaining("no regular file");
        var print = Files.writeString(folder.resolve("print"), PRINT);
        var link = Files.createSymbolicLink(folder.resolve("link"), print);
        assertThat(FileReading.read(InputFile.of(link.toString())).prints().last()).hasSize(1);
        var loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
        assertThatThrownBy(() -> InputFile.of(loop.toString())).isInstanceOf(WrongInput.class);
    }

    @Test
    void the_standard_input_is_copied() throws IOException {
        var copy = folder.resolve("copy");
        var input = new ByteArrayInputStream(PRINT.getBytes(StandardCharsets.UTF_8));
        var file = InputFile.ofInput(input, copy);
        assertThat(FileReading.read(file).name()).isEqualTo("-");
        assertThatThrownBy(() -> InputFile.ofInput(new ByteArrayInputStream(new byte[0]), copy))
                .hasMessage("the standard input is empty");
    }
}
