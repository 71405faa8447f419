package dev.loombench.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The processes of a service that are alive: the one that was started, its descendants, all in its
/// session if it has one of its own, and all that inherited its [mark][ServiceMark]. Session and
/// mark also find processes that left the tree because their parents ended. One that left it and
/// has neither is found by the port on which it listens: one that another program started on
/// request, or, where the mark has no namespace, one in a new session after a login (`su`) that
/// resets limits.
///
/// The lab does not become the parent of orphans itself (`PR_SET_CHILD_SUBREAPER`): it could not
/// tell those of its services apart from each other and from those of other commands, as of a build
/// or a browser, and in a test it is the user's own JVM.
///
/// A process that was found once stays, even when its parent ends. Elsewhere than on Linux only
/// descendants are found. Thread-safe.
///
/// A look at all processes of a machine with hundreds takes milliseconds, and samples look many
/// times per second: only those of the service are looked at while the kernel has started none.
/// After one second there is a look at all in any case: the kernel counts a process a moment before
/// it shows it, does not count one that is restored with its id (CRIU), and begins again after the
/// highest id.
///
/// Source: `alloc_pid` in the kernel's *pid.c*, and its caller `copy_process` in *fork.c*.
final class ServiceProcesses {
    private static final Path PROC = Path.of("/proc");

    /// The longest time between looks at all.
    private static final Duration LONGEST = Duration.ofSeconds(1);

    /// Ticks per second of the times in `/proc`: USER_HZ of all Linux systems with JVMs.
    private static final int TICKS = 100;

    private final long root;
    private final ServiceMark mark;
    private final byte[] variable;
    private final long since;

    /// The process of the root's id; empty where it had ended when it was first looked at.
    private final Optional<Identity> first;

    /// Process -> whether it belongs to the service.
    private final Map<Identity, Boolean> known = new HashMap<>();

    private final Set<Identity> adopted = new HashSet<>();

    private final Supplier<OptionalLong> newestId;
    private final LongSupplier nanoTime;

    /// Time of the last look at all.
    private long lookedNanos;

    /// The newest process or thread before the last look at all; empty where the next look must be
    /// at all again.
    private OptionalLong newest = OptionalLong.empty();

    /// Those without an environment at the last look at all: a thread of the kernel is so in the
    /// next one too, and a process that just executes another program is not.
    private Set<Identity> unknown = Set.of();

    /// @param start of the process in ticks since the boot, so that a reused id is told apart
    record Identity(long pid, long start) {}

    private record Found(Identity identity, long parent, long session) {}

    /// @param root the process that was started
    /// @param since the time by [#now] before it was; its own start counts instead while it is
    ///   known, since a container may show another uptime than that of the machine (LXC)
    ServiceProcesses(long root, ServiceMark mark, long since) {
        this(root, mark, since, NewestProcess::id, System::nanoTime);
    }

    /// @param newestId of the process or thread that the kernel has started last; empty where that
    ///   is not known
    /// @param nanoTime the monotonic clock
    ServiceProcesses(
            long root,
            ServiceMark mark,
            long since,
            Supplier<OptionalLong> newestId,
            LongSupplier nanoTime) {
        this.root = root;
        this.mark = mark;
        this.newestId = newestId;
        this.nanoTime = nanoTime;
        variable = mark.variable();
        first = read(root).map(Found::identity);
        this.since = first.map(Identity::start).orElse(since);
    }

    /// Empty for a process that has ended, and where there is no `/proc`.
    static Optional<Identity> identity(long pid) {
        return read(pid).map(Found::identity);
    }

    /// The time since the boot, ticks; 0 where there is no `/proc`.
    ///
    /// Source: proc_uptime(5).
    static long now() throws IOException {
        var uptime = PROC.resolve("uptime");
        return Files.isReadable(uptime)
                ? (long) (Double.parseDouble(Files.readString(uptime).split(" ", 2)[0]) * TICKS)
                : 0;
    }

    /// Counts a process as one of the service from now on, if it was started after the service and
    /// its parent has ended: not one that another program started on request, as a container.
    ///
    /// @param pid of one that listens on the service's port
    synchronized void adopt(long pid) {
        read(pid)
                .filter(p -> p.identity.start >= since && adopters().contains(p.parent))
                .map(Found::identity)
                .ifPresent(orphan -> {
                    newest = OptionalLong.empty(); // it may have children
                    known.put(orphan, true);
                    adopted.add(orphan);
                });
    }

    /// The processes that were [adopted][#adopt], alive or not.
    synchronized Set<Identity> adopted() {
        return Set.copyOf(adopted);
    }

    /// Processes that may be of the service and have nothing that shows it: started after it, and
    /// their parent has ended or is one above the lab. A daemon that left the tree without its mark
    /// is among them, or a descendant of one.
    synchronized List<Long> unattributed() {
        var own = alive();
        long lab = ProcessHandle.current().pid();
        var adopters = adopters();
        return found().stream()
                .filter(p -> p.identity.start >= since)
                .filter(p -> adopters.contains(p.parent) && (p.parent != lab || lab == 1))
                .map(p -> p.identity.pid)
                .filter(pid -> !own.contains(pid))
                .toList();
    }

    /// The processes to which children of this one fall when their parents end: the first process,
    /// or one above this that asked for it.
    private static Set<Long> adopters() {
        var adopters = new HashSet<>(Set.of(1L));
        for (var above = Optional.of(ProcessHandle.current());
                above.isPresent();
                above = above.get().parent()) {
            adopters.add(above.get().pid());
        }
        return adopters;
    }

    synchronized Set<Long> alive() {
        if (!Files.isReadable(PROC.resolve("self/stat"))) {
            return ofHandles();
        }
        var newestNow = newestId.get(); // before the look, which may miss what starts meanwhile
        long nanos = nanoTime.getAsLong();
        if (newestNow.isPresent()
                && newestNow.equals(newest)
                && nanos - lookedNanos < LONGEST.toNanos()) {
            return knownAlive();
        }
        lookedNanos = nanos;
        var found = found();
        known.keySet().retainAll(found.stream().map(Found::identity).collect(Collectors.toSet()));
        boolean isReused =
                found.stream().anyMatch(p -> p.identity.pid == root && !isFirst(p.identity));
        for (var process : found) {
            if (isFirst(process.identity) || (process.session == root && !isReused)) {
                known.put(process.identity, true);
            }
            if (!known.containsKey(process.identity)) {
                isMarked(process.identity.pid)
                        .ifPresent(marked -> known.put(process.identity, marked));
            }
        }
        var members = new HashSet<Long>();
        for (var process : found) {
            if (known.getOrDefault(process.identity, false)) {
                members.add(process.identity.pid);
            }
        }
        while (found.stream()
                .filter(p -> members.contains(p.parent))
                .anyMatch(p -> add(p, members))) {
            // each pass adds the children of those found by the last one
        }
        var unknownNow =
                found.stream()
                        .map(Found::identity)
                        .filter(process -> !known.containsKey(process))
                        .collect(Collectors.toSet());
        newest = unknownNow.equals(unknown) ? newestNow : OptionalLong.empty();
        unknown = unknownNow;
        return members;
    }

    /// The same by a look at all, whatever the kernel shows: none may be left when they are ended.
    synchronized Set<Long> aliveOfAll() {
        newest = OptionalLong.empty();
        return alive();
    }

    private Set<Long> knownAlive() {
        return known.entrySet().stream()
                .filter(Map.Entry::getValue)
                .map(Map.Entry::getKey)
                .filter(process -> identity(process.pid).equals(Optional.of(process)))
                .map(Identity::pid)
                .collect(Collectors.toCollection(HashSet::new));
    }

    private boolean add(Found process, Set<Long> members) {
        known.put(process.identity, true);
        return members.add(process.identity.pid);
    }

    private Set<Long> ofHandles() {
        return ProcessHandle.of(root).stream()
                .flatMap(p -> Stream.concat(Stream.of(p), p.descendants()))
                .filter(ProcessHandle::isAlive)
                .map(ProcessHandle::pid)
                .collect(Collectors.toSet());
    }

    private boolean isFirst(Identity process) {
        return first.isPresent() && first.get().equals(process);
    }

    private static List<Found> found() {
        var names = PROC.toFile().list();
        var found = new ArrayList<Found>();
        for (var name : names == null ? new String[0] : names) {
            if (Character.isDigit(name.charAt(0))) {
                read(Long.parseLong(name)).ifPresent(found::add);
            }
        }
        return found;
    }

    /// Empty for a process that has ended, reaped or not.
    ///
    /// Source: proc_pid_stat(5), fields 3 (state), 4 (parent), 6 (session) and 22 (start).
    private static Optional<Found> read(long pid) {
        try {
            var stat = Files.readString(PROC.resolve(pid + "/stat"), StandardCharsets.ISO_8859_1);
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 21);
            if (fields[0].equals("Z") || fields[0].equals("X")) {
                return Optional.empty();
            }
            return Optional.of(
                    new Found(
                            new Identity(pid, Long.parseLong(fields[19])),
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[3])));
        } catch (IOException ended) {
            return Optional.empty();
        }
    }

    /// Empty where it is not known: a process that just executes another program has no environment
    /// for a moment.
    private Optional<Boolean> isMarked(long pid) {
        if (mark.isOn(pid)) {
            return Optional.of(true);
        }
        try {
            var environment = Files.readAllBytes(PROC.resolve(pid + "/environ"));
            return environment.length == 0 ? Optional.empty() : Optional.of(contains(environment));
        } catch (IOException otherUser) {
            return Optional.of(false);
        }
    }

    /// Whether the mark is one of the variables, each of which ends with a 0 byte.
    private boolean contains(byte[] environment) {
        for (int from = 0, at = 0; at < environment.length; at++) {
            if (environment[at] == 0) {
                if (Arrays.equals(environment, from, at, variable, 0, variable.length)) {
                    return true;
                }
                from = at + 1;
            }
        }
        return false;
    }
}
