package dev.loombench.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.finding.ServiceFinding;
import dev.loombench.text.RecordJson;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Findings from logs of crashes.
class CrashInspectionTest {
    @TempDir private Path folder;

    private Diagnosis diagnosis(String... texts) {
        return SampleFiles.diagnosis(folder, texts);
    }

    private ServiceFinding only(String... texts) {
        return SampleFiles.only(folder, texts);
    }

    @Test
    void a_crash_is_named_by_the_table_of_known_defects() {
        var finding = only(crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot"));
        assertThat(finding.id()).isEqualTo("JDK-8364343");
        assertThat(finding.text().remedy()).contains("jcmd Thread.print");
        assertThat(only(crash("26+35", "ThreadSnapshotFactory::get_thread_snapshot")).id())
                .as("repaired there")
                .isEqualTo("jvm-crash");
        assertThat(only(crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop")).text().message())
                .contains("SIGSEGV (0xb)");
    }

    /// As where a jar is replaced while its service runs.
    @Test
    void a_crash_at_a_mapped_file_is_none_of_the_jdk() {
        var log =
                """
                # A fatal error has been detected by the Java Runtime Environment:
                #
                #  SIGBUS (0x7) at pc=0x00007fde40016a32, pid=7808, tid=7812
                #
                # JRE version: OpenJDK Runtime Environment Temurin-21.0.8+9 (21.0.8+9) (build 21.0.8+9-LTS)
                # Problematic frame:
                # %s
                #
                """;
        assertThat(
                        only(log.formatted("v  ~StubRoutines::jbyte_disjoint_arraycopy"))
                                .text()
                                .remedy())
                .isEqualTo(
                        only(log.formatted("C  [libzip.so+0x11a32]  newEntry+0x62"))
                                .text()
                                .remedy())
                .contains("a mapped file that was truncated")
                .doesNotContain("update");
        var mac =
                log.formatted("C  [libfoo.dylib+0x11a32]  newEntry+0x62").replace("(0x7)", "(0xa)");
        assertThat(only(mac).text().remedy())
                .as("any fault of native code on macOS")
                .startsWith("update or remove what calls this library");
    }

    @Test
    void a_limit_of_mappings_or_threads_is_told_from_one_of_memory() {
        var log =
                """
                # There is insufficient memory for the Java Runtime Environment to continue.
                # %s
                #  Out of Memory Error (os_linux.cpp:2845), pid=11, tid=12
                #
                """;
        assertThat(
                        only(log.formatted(
                                        "Native memory allocation (mprotect) failed to protect 16384 bytes for memory to guard stack pages"))
                                .text()
                                .remedy())
                .contains("vm.max_map_count");
        assertThat(
                        only(log.formatted(
                                        "Cannot create worker GC thread. Out of system resources."))
                                .text()
                                .remedy())
                .contains("pids.max");
        assertThat(
                        only(log.formatted(
                                        "Native memory allocation (mmap) failed to map 16384 bytes. Error detail: committing reserved memory."))
                                .text()
                                .remedy())
                .contains("lower -Xmx");
    }

    private static String crash(String version, String function) {
        return """
        # A fatal error has been detected by the Java Runtime Environment:
        #
        #  SIGSEGV (0xb) at pc=0x00007f9dab612127, pid=15662, tid=33827
        #
        # JRE version: OpenJDK Runtime Environment Temurin-%1$s (%1$s) (build %1$s)
        # Problematic frame:
        # V  [libjvm.so+0x69b127]  %2$s(JNIEnv_*, _jobject*)+0x7
        #
        """
                .formatted(version, function);
    }

    @Test
    void a_code_cache_that_was_full_before_a_crash_is_named_beside_it() {
        var log =
                crash("25.0.3+9-LTS", "Shop::order")
                        + """

                        CodeCache: size=49152Kb used=40960Kb max_used=49000Kb free=8192Kb
                         total_blobs=9, nmethods=4, adapters=2, full_count=1
                        """;
        assertThat(diagnosis(log).findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("jvm-crash", "code-cache");
    }

    @Test
    void a_crash_by_a_library_is_named_where_its_command_line_names_the_jar() {
        var log =
                crash("25.0.3+9-LTS", "JfrStorage::write")
                        .replace(
                                "# Problematic",
                                "# Java VM: OpenJDK 64-Bit Server VM (25.0.3+9-LTS, g1 gc, linux-amd64)\n# Problematic");
        assertThat(only(log).id()).isEqualTo("jvm-crash");
        var finding = only(log + "\nCommand Line: -javaagent:/opt/dd-java-agent.jar Shop\n");
        assertThat(finding.id()).isEqualTo("dd-trace-java-11749");
        assertThat(finding.text().message()).contains("dd-java-agent (of unknown version)");
        assertThat(
                        only(log
                                        + "\nCommand Line: -javaagent:/opt/dd-java-agent-1.60.1.jar Shop\n")
                                .id())
                .as("an unaffected version")
                .isEqualTo("jvm-crash");
        assertThat(
                        only(log.replace("linux", "windows")
                                        + "\nCommand Line: -javaagent:dd-java-agent.jar Shop\n")
                                .id())
                .as("another platform")
                .isEqualTo("jvm-crash");
    }

    @Test
    void crashes_of_one_service_are_named_once_each() {
        var first = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop").replace("15662", "15663");
        assertThat(diagnosis(first, other, first.replace("15662", "15664")).findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("JDK-8364343", "jvm-crash");
    }

    @Test
    void the_figures_of_a_crash_say_where_and_how_often() {
        var known = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop");
        var figures =
                Stream.of(
                                only(known, known.replace("15662", "15663")),
                                only(other, other.replace("15662", "15663")))
                        .map(finding -> RecordJson.tree(finding.figures()))
                        .toList();
        assertThat(figures)
                .allSatisfy(crash -> {
                    assertThat(crash.at("/crashes").asInt()).isEqualTo(2);
                    assertThat(crash.at("/cause").asString()).isEqualTo("signal");
                    assertThat(crash.at("/what").asString()).isEqualTo("SIGSEGV (0xb)");
                });
        assertThat(figures.getLast().at("/frame").asString()).contains("PhaseIdealLoop");
    }

    @Test
    void crashes_in_one_text_are_named_once_each() {
        var first = crash("25.0.1+8-LTS", "ThreadSnapshotFactory::get_thread_snapshot");
        var other = crash("25.0.1+8-LTS", "PhaseIdealLoop::build_loop").replace("15662", "15663");
        var diagnosis = diagnosis(first + "started\n" + other + "started\n" + other);
        assertThat(diagnosis.findings())
                .extracting(ServiceFinding::id)
                .containsExactlyInAnyOrder("JDK-8364343", "jvm-crash");
        assertThat(diagnosis.target().files().getFirst().content()).isEqualTo("3 crash logs");
    }
}
