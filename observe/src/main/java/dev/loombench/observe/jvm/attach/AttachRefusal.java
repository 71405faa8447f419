package dev.loombench.observe.jvm.attach;

import dev.loombench.observe.proc.FullPipe;
import dev.loombench.observe.proc.OpenFiles;
import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.proc.ProcessStatus;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Supplier;
import java.util.stream.Stream;

/// The reason why a process cannot be attached to, by what the kernel shows beforehand. An attempt
/// would take ten seconds and send a signal, at which a JVM that does not see the attempt prints
/// all its threads into its log.
///
/// Where something is unknown, the attempt decides.
public final class AttachRefusal {
    /// HotSpot's folder for the files of attach, whatever `java.io.tmpdir` is.
    static final Path TMP = Path.of("/tmp");

    private static final String DISABLED = "-XX:+DisableAttachMechanism";
    private static final int SIGQUIT = 3;

    /// Of either value.
    private static final String AGENTS = "EnableDynamicAgentLoading";

    private static final int FIRST_WITH_WARNING = 21;

    private static final String SOCKET =
            "HotSpot makes its socket for attach: give it one that can be written (on Kubernetes, an emptyDir at /tmp), and start it again";

    private final ProcessNamespaces target;
    private final Optional<List<String>> mapped;

    private AttachRefusal(ProcessNamespaces target) {
        this.target = target;
        mapped = mapped(target.process().resolve("maps"));
    }

    public static Optional<String> of(ProcessNamespaces target) {
        return ofKnown(target).or(() -> new AttachRefusal(target).unread());
    }

    /// Whether the reason is that no agent can be loaded, while commands still work.
    public static boolean isOfAgents(ProcessNamespaces target) {
        return ofKnown(target).isEmpty() && new AttachRefusal(target).unread().isPresent();
    }

    /// The same for the call of a native agent that is loaded, of which a JVM does not warn, and
    /// for commands without an agent.
    static Optional<String> ofKnown(ProcessNamespaces target) {
        var refusal = new AttachRefusal(target);
        return Stream.<Supplier<Optional<String>>>of(
                        refusal::otherProgram,
                        refusal::otherUser,
                        refusal::forbidden,
                        refusal::unreachable,
                        refusal::misled,
                        refusal::unprepared,
                        refusal::full)
                .flatMap(check -> check.get().stream())
                .findFirst();
    }

    /// The files of interest that are mapped into its memory; empty where that is unknown.
    private static Optional<List<String>> mapped(Path maps) {
        try (var lines = Files.lines(maps, StandardCharsets.ISO_8859_1)) {
            return Optional.of(
                    lines.filter(line -> Stream.of("/libjvm.", "/libj9").anyMatch(line::contains))
                            .toList());
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }

    private boolean maps(String file) {
        return mapped.stream().flatMap(List::stream).anyMatch(line -> line.contains(file));
    }

    private Optional<String> otherProgram() {
        if (mapped.isPresent() && !maps("/libjvm.")) {
            return Optional.of("it is not a JVM");
        }
        return maps("/libj9")
                ? Optional.of(
                        "it runs on OpenJ9, whose attach differs from that of HotSpot; loombench"
                                + " inspect reads its javacores as files")
                : Optional.empty();
    }

    /// HotSpot compares the effective ids of the other end of its socket with its own.
    private Optional<String> otherUser() {
        var other = ProcessStatus.of(target.process());
        var self = ProcessStatus.of(target.self());
        if (other.isEmpty() || self.isEmpty()) {
            return Optional.empty();
        }
        var user = other.get().effectiveUser();
        var group = other.get().effectiveGroup();
        if (!user.equals(self.get().effectiveUser())) {
            return different("user", user, self.get().effectiveUser(), "sudo -u");
        }
        boolean root = user.equals(OptionalLong.of(0));
        return root || group.equals(self.get().effectiveGroup())
                ? Optional.empty()
                : different("group", group, self.get().effectiveGroup(), "sudo -g");
    }

    private static Optional<String> different(
            String kind, OptionalLong other, OptionalLong self, String command) {
        return Optional.of(
                "its %1$s is %2$d and that of this process %3$d, and a JVM accepts only its own: run this with %4$s '#%2$d'"
                        .formatted(kind, other.orElse(-1), self.orElse(-1), command));
    }

    private Optional<String> forbidden() {
        return acceptsAttach().orElseGet(() -> !names(DISABLED))
                ? Optional.empty()
                : Optional.of("it runs with %s, so nothing can".formatted(DISABLED));
    }

    /// By its own counters, which also show what an argument file has set.
    private Optional<Boolean> acceptsAttach() {
        return counters().flatMap(PerfCounters::acceptsAttach);
    }

    private Optional<PerfCounters> counters() {
        return PerfCounters.file(target.process()).flatMap(PerfCounters::read);
    }

    /// Whether its command line or environment has a text.
    private boolean names(String text) {
        return Stream.of("cmdline", "environ").anyMatch(file -> read(file).contains(text));
    }

    /// Empty where it is not shown.
    private String read(String file) {
        try {
            var bytes = Files.readAllBytes(target.process().resolve(file));
            return new String(bytes, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            return "";
        }
    }

    private Optional<String> unreachable() {
        if (!Files.exists(target.process())) {
            return Optional.empty(); // it has ended, or there is no /proc
        }
        if (!Files.isDirectory(target.reach(Path.of("/")))) {
            return sharesFolder()
                    ? Optional.empty()
                    : Optional.of(
                            "the kernel does not show its files (%s), since it has other privileges than this process: run loombench where it runs, as in its container"
                                    .formatted(target.process().resolve("root")));
        }
        var tmp = target.reach(TMP);
        if (!Files.isDirectory(tmp)) {
            return Optional.of("it has no folder /tmp, where " + SOCKET);
        }
        return Files.isWritable(tmp)
                ? Optional.empty()
                : Optional.of("its /tmp cannot be written, where " + SOCKET);
    }

    /// By symbolic links in its container, which lead to files of this machine: HotSpot makes none.
    private Optional<String> misled() {
        return Stream.of(target.folder(TMP), AttachCommand.socket(target))
                .filter(Files::isSymbolicLink)
                .filter(link -> !target.finds(TMP))
                .findFirst()
                .map(link ->
                        "its /%s is a symbolic link, which may lead out of its container: replace it by a folder, or remove it"
                                .formatted(target.process().resolve("root").relativize(link)));
    }

    /// Whether it keeps its counters in the same `/tmp` as this process, and so its socket.
    private boolean sharesFolder() {
        var pid = target.innerPid();
        if (!pid.equals(target.pid())) {
            return false; // here, that id is another process's
        }
        try (var folders = Files.newDirectoryStream(TMP, "hsperfdata_*")) {
            for (var folder : folders) {
                if (Files.exists(folder.resolve(pid))) {
                    return true;
                }
            }
            return false;
        } catch (IOException | DirectoryIteratorException e) {
            return false;
        }
    }

    /// Each connection of attach is one more descriptor.
    private Optional<String> full() {
        return OpenFiles.of(target.process())
                .filter(OpenFiles::isFull)
                .map(files ->
                        "it has as many files and connections open as it may (%,d): find what does not close them (ls -l %s), or start it with a higher limit (ulimit -n)"
                                .formatted(files.limit(), target.process().resolve("fd")));
    }

    /// Without its socket, attach begins with a signal.
    private Optional<String> unprepared() {
        var handles = ProcessStatus.of(target.process()).map(status -> status.handles(SIGQUIT));
        return handles.isPresent() && !handles.get() && !Files.exists(AttachCommand.socket(target))
                ? Optional.of(
                        "it does not handle SIGQUIT, with which attach begins: it has just started, or runs with -Xrs and its socket in /tmp was removed")
                : Optional.empty();
    }

    /// The thread of attach prints the warning about an agent, and would wait there.
    private Optional<String> unread() {
        return warns() && FullPipe.is(target.process().resolve("fd/2"))
                ? Optional.of(
                        "its standard error is a full pipe that nobody reads: a warning that it prints about the agent would block attach, also for jcmd, and each thread that prints there stops; read the pipe, or start it with -XX:+%s; until then, loombench inspect %s shows what its threads wait for"
                                .formatted(AGENTS, target.pid()))
                : Optional.empty();
    }

    /// Whether it warns of an agent that is loaded: since JDK 21, without the option on its command
    /// line, to which the launcher adds those of `JDK_JAVA_OPTIONS`. Those of `JAVA_TOOL_OPTIONS`
    /// do not count.
    ///
    /// Source: `jvmtiAgent.cpp` of HotSpot (`FLAG_IS_CMDLINE`).
    private boolean warns() {
        var counters = counters();
        int feature = counters.map(PerfCounters::feature).orElse(OptionalInt.empty()).orElse(0);
        return (feature == 0 || feature >= FIRST_WITH_WARNING)
                && !counters.flatMap(PerfCounters::options).orElse("").contains(AGENTS)
                && !read("cmdline").contains(AGENTS)
                && Stream.of(read("environ").split("\0", -1))
                        .filter(variable -> variable.startsWith("JDK_JAVA_OPTIONS="))
                        .noneMatch(variable -> variable.contains(AGENTS));
    }
}
