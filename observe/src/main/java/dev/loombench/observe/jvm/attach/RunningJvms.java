package dev.loombench.observe.jvm.attach;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.observe.library.JdkRelease;
import dev.loombench.observe.proc.Platform;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.proc.ProcessState;
import dev.loombench.observe.proc.ProcessStatus;
import dev.loombench.observe.result.JavaRuntime;
import dev.loombench.observe.result.RunningJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The JVMs of this user on this machine, those in containers included, without this one. They are
/// found by the library of the JVM in their memory (`/proc/PID/maps`), and nothing is sent to them.
public final class RunningJvms {
    private static final String LIBRARY = "/libjvm.";

    private RunningJvms() {}

    /// In the order of their ids.
    public static List<RunningJvm> ofThisUser() {
        long self = ProcessHandle.current().pid();
        return ProcessHandle.allProcesses()
                .filter(process -> process.pid() != self)
                .filter(RunningJvms::isOfThisUser)
                .filter(RunningJvms::isJvm)
                .map(RunningJvms::describe)
                .sorted(Comparator.comparingLong(RunningJvm::pid))
                .toList();
    }

    /// Processes of other users that are named `java`, in the order of their ids, as in `812 of
    /// tomcat` (Linux). The kernel shows no more of them.
    public static List<String> ofOtherUsers() {
        return ProcessHandle.allProcesses()
                .filter(process -> isNamedJava(process) && !isOfThisUser(process))
                .filter(process -> process.info().user().isPresent()) // else it has ended
                .sorted(Comparator.comparingLong(ProcessHandle::pid))
                .map(process ->
                        "%d of %s"
                                .formatted(
                                        process.pid(),
                                        process.info().user().orElse("an unknown user")))
                .toList();
    }

    private static boolean isNamedJava(ProcessHandle process) {
        var name = ProcessNamespaces.of(process.pid()).process().resolve("comm");
        try {
            return Files.readString(name, ISO_8859_1).strip().equals("java");
        } catch (IOException ended) {
            return false;
        }
    }

    private static boolean isOfThisUser(ProcessHandle process) {
        if (!Platform.isLinux()) {
            return process.info().user().equals(ProcessHandle.current().info().user());
        }
        var namespaces = ProcessNamespaces.of(process.pid());
        return ProcessStatus.of(namespaces.process())
                .flatMap(other ->
                        ProcessStatus.of(namespaces.self())
                                .map(self -> self.effectiveUser().equals(other.effectiveUser())))
                .orElse(false);
    }

    private static boolean isJvm(ProcessHandle process) {
        if (!Platform.isLinux()) {
            return process.info().command().filter(c -> c.endsWith("/java")).isPresent();
        }
        var maps = ProcessNamespaces.of(process.pid()).process().resolve("maps");
        try (var lines = Files.lines(maps, ISO_8859_1)) {
            return ProcessState.of(process.pid()) != ProcessState.ENDED
                    && lines.anyMatch(line -> line.contains(LIBRARY));
        } catch (IOException | UncheckedIOException unreadable) {
            return false; // it has ended, or has other privileges
        }
    }

    private static RunningJvm describe(ProcessHandle process) {
        var namespaces = ProcessNamespaces.of(process.pid());
        return new RunningJvm(
                process.pid(),
                program(process, namespaces),
                java(process.pid()),
                process.info().startInstant(),
                ProcessState.of(process.pid()) == ProcessState.STOPPED
                        ? Optional.of("it is stopped by a signal or a debugger")
                        : AttachRefusal.ofKnown(namespaces));
    }

    private static Optional<JavaRuntime> java(long pid) {
        try {
            return JdkRelease.of(pid);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// By its command line where that is one of `java`, else by its own counters.
    private static String program(ProcessHandle process, ProcessNamespaces namespaces) {
        var words = commandLine(process, namespaces.process());
        var name = isJava(words) ? ProgramName.of(words) : "";
        return name.isEmpty()
                ? PerfCounters.file(namespaces.process())
                        .flatMap(PerfCounters::read)
                        .flatMap(PerfCounters::command)
                        .map(ProgramName::ofCommand)
                        .orElse("")
                : name;
    }

    private static boolean isJava(List<String> words) {
        return !words.isEmpty() && words.getFirst().matches("(.*/)?java");
    }

    private static List<String> commandLine(ProcessHandle process, Path folder) {
        try {
            var text = Files.readString(folder.resolve("cmdline"), ISO_8859_1);
            return Arrays.stream(text.split("\0", -1))
                    .map(word -> new String(word.getBytes(ISO_8859_1), UTF_8))
                    .toList();
        } catch (IOException elsewhere) {
            var info = process.info();
            return Stream.concat(
                            info.command().stream(),
                            info.arguments().stream().flatMap(Arrays::stream))
                    .toList();
        }
    }
}
