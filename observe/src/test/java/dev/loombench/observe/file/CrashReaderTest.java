package dev.loombench.observe.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.observe.file.content.Crash;
import dev.loombench.observe.file.content.Crash.Cause;
import dev.loombench.observe.result.Library;
import dev.loombench.observe.result.LimitedMemory;
import dev.loombench.observe.result.LimitedMemory.Kind;
import dev.loombench.observe.result.VirtualMachine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Crash logs; their beginnings are those of public reports.
class CrashReaderTest {
    private final CrashReader reader = new CrashReader();

    private Crash crash(String text) {
        text.lines().forEach(reader::line);
        return reader.end().getFirst();
    }

    /// Source: adoptium/adoptium-support, issue 1127.
    @Test
    void a_signal_in_the_jvm_has_its_frame_and_version() {
        var crash =
                crash(
                        """
                        #
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=15662, tid=33827
                        #
                        # JRE version: OpenJDK Runtime Environment Temurin-21.0.1+12 (21.0.1+12) (build 21.0.1+12-LTS)
                        # Java VM: OpenJDK 64-Bit Server VM Temurin-21.0.1+12 (21.0.1+12-LTS, mixed mode, sharing, tiered, compressed class ptrs, g1 gc, linux-amd64)
                        # Problematic frame:
                        # V  [libjvm.so+0x69b127]  ContinuationEntry::set_enter_code(CompiledMethod*, int)+0x7
                        #
                        # No core dump will be written. Core dumps have been disabled.
                        #

                        ---------------  S U M M A R Y ------------

                        Command Line: -XX:+UseG1GC -Ddb.password=hunter22 -jar shop.jar

                        ---------------  T H R E A D  ---------------

                        Current thread (0x00007f9ec3a1c0a0):  JavaThread "C2 CompilerThread0" daemon [_thread_in_vm, id=33827, stack(0x1,0x2) (1024K)]

                        Native frames: (J=compiled Java code, j=interpreted, Vv=VM code, C=native code)
                        V  [libjvm.so+0x69b127]  ContinuationEntry::set_enter_code(CompiledMethod*, int)+0x7
                        V  [libjvm.so+0x1]  JavaThread::run()+0x1

                        siginfo: si_signo: 11 (SIGSEGV), si_code: 1 (SEGV_MAPERR), si_addr: 0x08
                        VM_Operation (0x00007f0): ThreadDump, mode: safepoint
                           size_t MaxHeapSize                              = 67108864                                  {product} {command line}
                        CPU: total 64 (initial active 8) (4 cores per cpu, 2 threads per core)
                        """);
        assertThat(crash.cause()).isEqualTo(Cause.SIGNAL);
        assertThat(crash.what()).isEqualTo("SIGSEGV (0xb)");
        assertThat(crash.frame().orElseThrow()).startsWith("V  [libjvm.so+0x69b127]  Continuation");
        assertThat(crash.thread()).hasValue("JavaThread \"C2 CompilerThread0\"");
        assertThat(crash.operation()).hasValue("ThreadDump");
        assertThat(crash.frames()).hasSize(2);
        assertThat(crash.mentions("ContinuationEntry::set_enter_code")).isTrue();
        var jvm = reader.jvm();
        assertThat(jvm.pid()).hasValue(15662);
        assertThat(jvm.version()).hasValue(Runtime.Version.parse("21.0.1+12-LTS"));
        assertThat(jvm.vendor()).isEqualTo("Eclipse Adoptium");
        assertThat(jvm.platform()).isEqualTo("Linux amd64");
        assertThat(jvm.vm()).hasValue(VirtualMachine.HOTSPOT);
        assertThat(jvm.maxHeapBytes()).hasValue(64 << 20);
        assertThat(jvm.processors()).as("of its container").hasValue(8);
        assertThat(jvm.words()).endsWith("-jar", "shop.jar");
    }

    @Test
    void libraries_are_those_that_the_command_line_and_the_class_path_name() {
        var crash =
                crash(
                        """
                        # A fatal error has been detected by the Java Runtime Environment:
                        #

                        Command Line: -javaagent:/opt/dd-java-agent.jar=a=b -Xmx64m Shop
                        java_class_path (initial): /app/lib/HikariCP-7.0.2.jar:/app/classes:C:\\lib\\h2-2.3.232.jar
                        """);
        assertThat(crash.libraries())
                .containsExactly(
                        new Library("dd-java-agent", ""),
                        new Library("HikariCP", "7.0.2"),
                        new Library("h2", "2.3.232"));
    }

    @Test
    void a_signal_that_a_process_sent_is_no_fault_of_the_jvm() {
        var crash =
                crash(
                        """
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  SIGSEGV (0xb) at pc=0x00007f9dab612127 (sent by kill), pid=7, tid=8
                        #

                        siginfo: si_signo: 11 (SIGSEGV), si_code: 0 (SI_USER), si_pid: 4711, si_uid: 0
                        """);
        assertThat(crash.cause()).isEqualTo(Cause.SENT_SIGNAL);
        assertThat(crash.what()).isEqualTo("SIGSEGV (0xb)");
    }

    @Test
    void the_lack_of_memory_has_the_words_of_the_jvm() {
        var crash =
                crash(
                        """
                        #
                        # There is insufficient memory for the Java Runtime Environment to continue.
                        # Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory.
                        # Possible reasons:
                        #   The system is out of physical RAM or swap space
                        #
                        #  Out of Memory Error (os_linux.cpp:2845), pid=11, tid=12
                        """);
        assertThat(crash.cause()).isEqualTo(Cause.NO_MEMORY);
        assertThat(crash.what())
                .isEqualTo(
                        "Out of Memory Error (os_linux.cpp:2845): Native memory allocation (mmap)"
                                + " failed to map 16384 bytes. Error detail: committing reserved"
                                + " memory.");
    }

    /// Source: DataDog/dd-trace-java, issue 11749.
    @Test
    void an_internal_error_has_its_check() {
        var crash =
                crash(
                        """
                        # A fatal error has been detected by the Java Runtime Environment:
                        #
                        #  Internal Error (jfrStreamWriterHost.inline.hpp:84), pid=1, tid=30
                        #  guarantee(successful_write) failed: Not all the bytes got written, or os::write() failed
                        #
                        """);
        assertThat(crash.cause()).isEqualTo(Cause.INTERNAL_ERROR);
        assertThat(crash.what()).contains("jfrStreamWriterHost", "guarantee(successful_write)");
    }

    /// As the output of a container that is started again and again.
    @Test
    void crashes_in_one_text_are_told_apart() {
        """
        # There is insufficient memory for the Java Runtime Environment to continue.
        #  Out of Memory Error (os_linux.cpp:2845), pid=1, tid=7
        #
        2026-11-27 INFO started
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=1, tid=30
        #
        # Problematic frame:
        # C  [libnetty_tcnative.so+0x1f072]
        #
        2026-11-27 INFO started
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGBUS (0x7) at pc=0x00007f9dab700000, pid=1, tid=31
        #
        """
                .lines()
                .forEach(reader::line);
        var crashes = reader.end();
        assertThat(crashes)
                .extracting(Crash::cause)
                .containsExactly(Cause.NO_MEMORY, Cause.SIGNAL, Cause.SIGNAL);
        assertThat(crashes.get(1).frame()).hasValue("C  [libnetty_tcnative.so+0x1f072]");
        assertThat(crashes.getLast().what()).isEqualTo("SIGBUS (0x7)");
        assertThat(crashes.getLast().frame()).as("that of the one before").isEmpty();
    }

    @Test
    void the_beginning_of_a_crash_log_and_the_whole_of_it_are_one_crash() {
        var beginning =
                """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=1, tid=30
                #
                """;
        var whole =
                beginning
                        + """

                        Current thread (0x00007f9ec3a1c0a0):  JavaThread "main" [_thread_in_vm, id=30]
                        """;
        (beginning + whole + beginning).lines().forEach(reader::line);
        var crashes = reader.end();
        assertThat(crashes).hasSize(1);
        assertThat(crashes.getFirst().thread()).hasValue("JavaThread \"main\"");
    }

    private static String log(String committed, String most, int code) {
        return """
        # A fatal error has been detected by the Java Runtime Environment:
        #

                         Both:        1.06 GB reserved,      %s (  2%%) committed.

        MaxMetaspaceSize: %s
        CodeCache: size=49152Kb used=%dKb max_used=49000Kb free=8192Kb
         full_count=%d
        """
                .formatted(committed, most, code, code);
    }

    @Test
    void the_limits_are_those_of_the_last_log_that_has_any() {
        (log("60.00 MB", "64.00 MB", 2) + log("200.00 MB", "unlimited", 0))
                .lines()
                .forEach(reader::line);
        var last = new LimitedMemory(Kind.CODE, 0, 48 << 20);
        assertThat(reader.limits().limited()).containsExactly(last);
        reader.line("# A fatal error has been detected by the Java Runtime Environment:");
        assertThat(reader.limits().limited()).as("it shows none yet").containsExactly(last);
    }

    /// `jcmd PID VM.info`.
    @Test
    void the_description_of_a_jvm_that_runs_is_no_crash() {
        """
        4711:
        #
        # JRE version: OpenJDK Runtime Environment Temurin-25.0.3+9 (25.0.3+9) (build 25.0.3+9-LTS)
        # Java VM: OpenJDK 64-Bit Server VM Temurin-25.0.3+9 (25.0.3+9-LTS, mixed mode, serial gc, linux-amd64)

        ---------------  S U M M A R Y ------------

        Command Line: -Xmx512m shop.jar --server.tomcat.threads.max=20

        CPU: total 64 (initial active 2) (4 cores per cpu, 2 threads per core)
           size_t MaxHeapSize                              = 536870912      {product} {command line}
        """
                .lines()
                .forEach(reader::line);
        assertThat(reader.hasBegun()).as("its limits are those of a report").isFalse();
        assertThat(reader.end()).isEmpty();
        var jvm = reader.jvm();
        assertThat(jvm.version()).hasValue(Runtime.Version.parse("25.0.3+9-LTS"));
        assertThat(jvm.platform()).isEqualTo("Linux amd64");
        assertThat(jvm.words()).endsWith("shop.jar", "--server.tomcat.threads.max=20");
        assertThat(jvm.processors()).hasValue(2);
        assertThat(jvm.maxHeapBytes()).hasValue(512L << 20);
    }

    /// Beginnings of crash logs of other builds, from reports to their projects.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "GraalVM CE 22.3.0 (17.0.5+8) (build 17.0.5+8-jvmci-22.3-b08) | GraalVM Community | 17.0.5",
                "JBR-17.0.8.1+7-1000.32-jcef (17.0.8.1+7) (build 17.0.8.1+7-b1000.32) | '' | 17.0.8.1",
                "(21.0.12) (fastdebug build 21.0.12-internal-adhoc.duke.jdk21u) | '' | 21.0.12"
            })
    void a_crash_shows_the_build(String build, String vendor, String release) {
        crash(
                """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGSEGV (0xb) at pc=0x0000000103904b00, pid=4408, tid=23555
                #
                # JRE version: OpenJDK Runtime Environment %s
                """
                        .formatted(build));
        var jvm = reader.jvm();
        assertThat(jvm.vendor()).isEqualTo(vendor);
        assertThat(jvm.version().orElseThrow().version())
                .isEqualTo(Runtime.Version.parse(release).version());
    }

    /// On the command line; behind the program it is an argument of that.
    @Test
    void options_set_the_processors_and_the_carriers() {
        crash(
                """
                # A fatal error has been detected by the Java Runtime Environment:
                #

                Command Line: -XX:ActiveProcessorCount=8 -XX:ActiveProcessorCount=4 -Djdk.virtualThreadScheduler.parallelism=2 shop.jar -XX:ActiveProcessorCount=1
                CPU: total 64 (initial active 64)
                """);
        assertThat(reader.jvm().processors()).hasValue(4);
        assertThat(reader.jvm().parallelism()).hasValue(2);
    }

    @Test
    void a_text_without_a_crash_has_none() {
        "2026-11-27 INFO started\n# comment\n".lines().forEach(reader::line);
        assertThat(reader.end()).isEmpty();
    }
}
