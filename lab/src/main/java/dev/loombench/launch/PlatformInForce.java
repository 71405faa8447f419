package dev.loombench.launch;

import dev.loombench.cgroup.ControlGroups;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.launch.jdk.Jdks;
import dev.loombench.launch.limit.CpuSet;
import dev.loombench.launch.limit.QuotaGroup;
import dev.loombench.launch.service.ServiceJava;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What a started service runs on, compared with the JDK and the processors of its variant.
///
/// A script may start a `java` by its path, and a container or a daemon that starts processes on
/// request has processors of its own. The choice has no effect then, and a comparison would show
/// that of nothing.
///
/// Source: proc_pid_exe(5), proc_pid_status(5), cgroups(7).
final class PlatformInForce {
    private static final String SCRIPT = "#!";

    private PlatformInForce() {}

    /// @param process that listens on the service's port
    /// @return the difference, in words that follow the service's name; empty where there is none,
    ///   and where it cannot be known
    static Optional<String> difference(LaunchConfiguration launched, long process, Jdks jdks) {
        return otherJdk(launched, process, jdks).or(() -> otherCpus(launched, process));
    }

    private static Optional<String> otherJdk(
            LaunchConfiguration launched, long process, Jdks jdks) {
        return launched.jdk()
                .flatMap(_ -> jdks.java(launched))
                .filter(java -> !isScript(java))
                .flatMap(ServiceJava::home)
                .flatMap(home ->
                        program(process)
                                .filter(program -> isOfJdk(program) && !program.startsWith(home))
                                .map(program ->
                                        "runs %s, where its jdk (--jdk) is %s: start java without a path, or as $JAVA_HOME/bin/java; a container has a JDK of its own"
                                                .formatted(program, home)));
    }

    /// A script starts a `java` that is elsewhere.
    private static boolean isScript(Path file) {
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes(SCRIPT.length()), StandardCharsets.US_ASCII)
                    .equals(SCRIPT);
        } catch (IOException unreadable) {
            return true;
        }
    }

    /// The file that a process executes; empty where it has ended, and for another user's.
    private static Optional<Path> program(long process) {
        try {
            return Optional.of(
                    Files.readSymbolicLink(Path.of("/proc", Long.toString(process), "exe")));
        } catch (IOException | UnsupportedOperationException unknown) {
            return Optional.empty();
        }
    }

    /// Whether a program is a `java`, also of a container, or another program of a JDK.
    private static boolean isOfJdk(Path program) {
        return program.endsWith(ServiceJava.JAVA)
                || Optional.ofNullable(program.getParent())
                        .flatMap(bin -> Optional.ofNullable(bin.getParent()))
                        .flatMap(Jdks::major)
                        .isPresent();
    }

    private static Optional<String> otherCpus(LaunchConfiguration launched, long process) {
        return launched.cpus()
                .flatMap(cpus ->
                        switch (cpus) {
                            case Cpus.Listed listed -> otherProcessors(listed, process);
                            case Cpus.Count(int count) ->
                                    otherProcessors(new Cpus.Listed(CpuSet.first(count)), process);
                            case Cpus.Quota _ -> otherGroup(process);
                        });
    }

    private static Optional<String> otherProcessors(Cpus.Listed chosen, long process) {
        return CpuSet.allowed(Long.toString(process))
                .filter(allowed -> !allowed.processors().equals(chosen.processors()))
                .map(allowed ->
                        "may use processors %s, where its cpus (--cpus) are %s: %s"
                                .formatted(allowed.list(), chosen.list(), elsewhere(process)));
    }

    private static Optional<String> otherGroup(long process) {
        return ControlGroups.text(Path.of("/proc", Long.toString(process), "cgroup"))
                .filter(groups -> !QuotaGroup.isNamedIn(groups))
                .map(_ ->
                        "is not in the control group with its quota (--cpus): "
                                + elsewhere(process));
    }

    private static String elsewhere(long process) {
        return "process %d was started by a container or a daemon, or changed this itself; limit it there"
                .formatted(process);
    }
}
