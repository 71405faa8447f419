package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.CpuSet;
import dev.loombench.launch.limit.QuotaGroup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// The process of the service is that of this test, a `java` on the processors of the lab.
@EnabledOnOs(OS.LINUX)
class PlatformInForceTest {
    private static final long PROCESS = ProcessHandle.current().pid();
    private static final Path JDK = Path.of(System.getProperty("java.home"));

    @TempDir Path folder;

    private static Variant variant(Optional<Jdk> jdk, Optional<Cpus> cpus) {
        var service = SampleCommand.of("sh", "start.sh");
        return new Variant("a", service, jdk, cpus, Optional.empty(), Map.of(), 0);
    }

    private static Optional<String> on(Path jdk, long process) {
        return PlatformInForce.difference(
                variant(Optional.of(new Jdk.Home(jdk)), Optional.empty()),
                process,
                new Jdks(List.of()));
    }

    private static Optional<String> on(Cpus cpus) {
        return PlatformInForce.difference(
                variant(Optional.empty(), Optional.of(cpus)), PROCESS, new Jdks(List.of()));
    }

    private Path otherJdk(String java) throws IOException {
        var file = Files.createDirectories(folder.resolve("bin")).resolve("java");
        Files.writeString(file, java);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    @Test
    void a_java_of_another_jdk_than_that_of_the_variant_is_a_difference() throws IOException {
        assertThat(on(JDK, PROCESS)).isEmpty();
        var other = otherJdk("\0ELF");
        assertThat(on(other, PROCESS).orElseThrow())
                .startsWith(
                        "runs %s/bin/java, where its jdk (--jdk) is %s: "
                                .formatted(JDK.toRealPath(), other.toRealPath()));
    }

    @Test
    void a_jdk_whose_java_is_a_script_may_run_any() throws IOException {
        assertThat(on(otherJdk("#!/bin/sh\nexec java \"$@\"\n"), PROCESS)).isEmpty();
    }

    @Test
    void a_program_without_a_jdk_is_no_difference() throws IOException {
        var sleep = new ProcessBuilder("sleep", "60").start();
        try {
            assertThat(on(otherJdk("\0ELF"), sleep.pid())).isEmpty();
        } finally {
            sleep.destroyForcibly();
        }
    }

    @Test
    void other_processors_than_those_of_the_variant_are_a_difference() {
        var allowed = CpuSet.allowed().orElseThrow();
        int count = allowed.processors().cardinality();
        assertThat(on(allowed)).isEmpty();
        assertThat(on(new Cpus.Count(count))).isEmpty();
        var other = Integer.toString(allowed.processors().length());
        assertThat(on(new Cpus.Listed(other)).orElseThrow())
                .isEqualTo(
                        "may use processors %s, where its cpus (--cpus) are %s: process %d was started by a container or a daemon, or changed this itself; limit it there"
                                .formatted(allowed.list(), other, PROCESS));
    }

    /// This test is in no group that the lab made.
    @Test
    void a_process_outside_of_the_group_with_the_quota_is_a_difference() {
        assertThat(on(new Cpus.Quota(0.5)).orElseThrow())
                .startsWith("is not in the control group with its quota (--cpus): process ");
        assertThat(QuotaGroup.isNamedIn("1:cpu:/a/loombench-%d-3/b\n0::/\n".formatted(PROCESS)))
                .isTrue();
        assertThat(QuotaGroup.isNamedIn("1:cpu:/a/loombench-%d1-3\n".formatted(PROCESS))).isFalse();
    }

    @Test
    void without_a_choice_there_is_no_difference() {
        var any = variant(Optional.empty(), Optional.empty());
        assertThat(PlatformInForce.difference(any, PROCESS, new Jdks(List.of()))).isEmpty();
    }
}
