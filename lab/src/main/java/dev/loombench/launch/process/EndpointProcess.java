package dev.loombench.launch.process;

import dev.loombench.cgroup.OutOfMemoryKills;
import dev.loombench.launch.process.output.LineSplitter;
import dev.loombench.text.UrlText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The process of a service that already runs, as far as this machine shows it.
public sealed interface EndpointProcess {

    /// A process of this machine.
    ///
    /// @param root with its descendants, the processes of the service
    /// @param listener the one of them that listens on the port, or the root where that is not
    ///   known
    /// @param mismatch why its figures may not be those of the service, in words that follow its
    ///   name; empty where nothing shows that
    /// @param kills of processes of its control group by the kernel
    record Known(
            ProcessHandle root,
            ProcessHandle listener,
            Optional<String> mismatch,
            OutOfMemoryKills kills)
            implements EndpointProcess {

        /// A process whose control group is watched from now on.
        public Known(ProcessHandle root, ProcessHandle listener, Optional<String> mismatch) {
            this(root, listener, mismatch, OutOfMemoryKills.of(listener.pid()));
        }

        private static Known of(ProcessHandle process, Optional<String> mismatch) {
            return new Known(process, process, mismatch);
        }

        /// The process that listens.
        public long pid() {
            return listener.pid();
        }

        public boolean isAlive() {
            return root.isAlive() && listener.isAlive();
        }

        /// The processes of the service that are alive now.
        public Set<Long> processes() {
            return Stream.concat(Stream.of(root), root.descendants())
                    .filter(ProcessHandle::isAlive)
                    .map(ProcessHandle::pid)
                    .collect(Collectors.toSet());
        }

        /// As in `process 4711 (java)`.
        public String summary() {
            return EndpointProcess.summary(listener);
        }

        /// The same text for the same process only, although ids are used again, and the clock may
        /// be set.
        public String identity() {
            return ServiceProcesses.identity(pid())
                    .map(p -> "%d since tick %d of boot %s".formatted(p.pid(), p.start(), boot()))
                    .orElseGet(() -> "%d since %s".formatted(pid(), started(listener)));
        }
    }

    /// Its process is not known.
    ///
    /// @param reason in words that follow "because"
    record Unknown(String reason) implements EndpointProcess {}

    /// Finds the process that listens on an address. It is unknown where that one only passes the
    /// connections on.
    static EndpointProcess of(InetSocketAddress address) throws IOException {
        if (!ListeningPort.isOfThisMachine(address.getAddress())) {
            return new Unknown(
                    "%s is another machine".formatted(address.getAddress().getHostAddress()));
        }
        var listeners = handles(ListeningPort.listeners(address)).toList();
        // A parent and its children may all listen: the parent was started first.
        return listeners.stream()
                .filter(process -> Forwarder.program(process).isEmpty())
                .min(Comparator.comparing(EndpointProcess::started))
                .<EndpointProcess>map(process -> Known.of(process, Optional.empty()))
                .orElseGet(() ->
                        new Unknown(
                                listeners.stream()
                                        .flatMap(process -> Forwarder.program(process).stream())
                                        .findFirst()
                                        .map(program ->
                                                "%s passes the connections to %s on"
                                                        .formatted(program, text(address)))
                                        .orElseGet(() ->
                                                "no process that this user may inspect listens on %s"
                                                        .formatted(text(address)))));
    }

    /// The process of the user's choice; empty when there is none with this id.
    ///
    /// @param address of the service
    static Optional<Known> of(long pid, InetSocketAddress address) throws IOException {
        var root = ProcessHandle.of(pid).filter(ProcessHandle::isAlive);
        if (root.isEmpty()) {
            return Optional.empty();
        }
        if (!ListeningPort.isOfThisMachine(address.getAddress())) {
            var why =
                    "is on this machine, and %s may be another".formatted(address.getHostString());
            return Optional.of(Known.of(root.get(), Optional.of(why)));
        }
        var known = Known.of(root.get(), Optional.empty());
        var own = known.processes();
        var listeners =
                handles(ListeningPort.listeners(address))
                        .sorted(Comparator.comparing(EndpointProcess::started))
                        .toList();
        var listener = listeners.stream().filter(p -> own.contains(p.pid())).findFirst();
        if (listener.isPresent()) {
            return Optional.of(new Known(root.get(), listener.get(), Optional.empty()));
        }
        return Optional.of(
                Known.of(
                        root.get(),
                        listeners.stream()
                                .filter(other -> Forwarder.program(other).isEmpty())
                                .findFirst()
                                .map(other ->
                                        "does not listen on %s; %s does"
                                                .formatted(text(address), summary(other)))));
    }

    /// Those that are alive.
    static Stream<ProcessHandle> handles(Collection<Long> pids) {
        return pids.stream().flatMap(pid -> ProcessHandle.of(pid).stream());
    }

    /// As in `process 4711 (java), process 4712 (sh)`, of those that are alive.
    static String summaries(Collection<Long> pids) {
        return handles(pids).map(EndpointProcess::summary).collect(Collectors.joining(", "));
    }

    /// As in `process 4711 (java)`.
    static String summary(ProcessHandle process) {
        var program =
                process.info()
                        .command()
                        .map(Path::of)
                        .map(Path::getFileName)
                        .map(Path::toString)
                        .or(() -> nameByKernel(process.pid()))
                        .map(name -> " (" + LineSplitter.printable(name) + ")")
                        .orElse("");
        return "process " + process.pid() + program;
    }

    /// The name of a process of any user, whose file only its own user may see; empty for one that
    /// has ended, and where there is no `/proc`.
    ///
    /// Source: proc_pid_comm(5).
    static Optional<String> nameByKernel(long pid) {
        try {
            return Optional.of(Files.readString(Path.of("/proc/" + pid + "/comm")).strip());
        } catch (IOException unknown) {
            return Optional.empty();
        }
    }

    /// What the kernel calls its present boot; empty where that cannot be read.
    private static String boot() {
        try {
            return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
        } catch (IOException unknown) {
            return "";
        }
    }

    /// The end of time where that is not known.
    static Instant started(ProcessHandle process) {
        return process.info().startInstant().orElse(Instant.MAX);
    }

    private static String text(InetSocketAddress address) {
        return UrlText.hostAndPort(address);
    }
}
