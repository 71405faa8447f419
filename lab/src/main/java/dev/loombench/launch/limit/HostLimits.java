package dev.loombench.launch.limit;

import dev.loombench.launch.jdk.Jdks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The limits of this machine on connections, ports, threads and memory, as Linux reports them;
/// unknown on other systems.
public final class HostLimits {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private static final int MAX_BYTES = 1 << 14;

    /// Descriptors that a JVM uses in addition to connections: jars, logs, event queues, observers.
    private static final int OTHER_DESCRIPTORS = 256;

    private final Path root;

    private HostLimits(Path root) {
        this.root = root;
    }

    public static HostLimits ofThisMachine() {
        return new HostLimits(Path.of("/"));
    }

    /// @param root used in place of `/`
    public static HostLimits at(Path root) {
        return new HostLimits(root);
    }

    /// The limit on open files, as connections.
    public ResourceLimit connections() {
        var soft = limit("Max open files", 1);
        var hard = limit("Max open files", 2);
        return new ResourceLimit(
                "open files",
                "%s (hard limit %s)".formatted(format(soft), format(hard)),
                minus(soft, OTHER_DESCRIPTORS),
                "connections per process",
                "ulimit -n N; above the hard limit, before the start:"
                        + " sudo prlimit --pid $$ --nofile=N:N");
    }

    /// The local ports that the kernel assigns to connections.
    public ResourceLimit ports() {
        var range = localPorts();
        return new ResourceLimit(
                "local ports",
                range.map(r -> r.first() + " to " + r.last()).orElse("unknown"),
                range.map(r -> OptionalLong.of(r.last() - r.first() + 1L))
                        .orElse(OptionalLong.empty()),
                "connections from one source address",
                "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\","
                        + " or more source-addresses in the experiment");
    }

    /// @param last inclusive
    public record PortRange(int first, int last) {}

    /// The ports from which the kernel takes those of connections, and of sockets that listen on
    /// any; empty where it does not say.
    ///
    /// Source: ip(7), `ip_local_port_range`.
    public Optional<PortRange> localPorts() {
        var words = text("proc/sys/net/ipv4/ip_local_port_range").orElse("").split("\\s+", -1);
        return words.length == 2 && isNumber(words[0]) && isNumber(words[1])
                ? Optional.of(new PortRange(Integer.parseInt(words[0]), Integer.parseInt(words[1])))
                : Optional.empty();
    }

    /// Connections that wait to be accepted.
    public ResourceLimit backlog() {
        return new ResourceLimit(
                "somaxconn",
                format(number("proc/sys/net/core/somaxconn")),
                number("proc/sys/net/core/somaxconn"),
                "connections waiting to be accepted",
                "sudo sysctl -w net.core.somaxconn=N");
    }

    /// The lowest of the limits on threads.
    public ResourceLimit threads() {
        // A thread takes two mappings: its stack and its guard pages.
        var ofOneProcess = setting("vm.max_map_count", 2);
        return lowest(Stream.concat(ofAllProcesses(), Stream.of(ofOneProcess)));
    }

    /// The lowest of the limits on the threads of several processes together.
    public ResourceLimit threadsTogether() {
        return lowest(ofAllProcesses());
    }

    private Stream<ResourceLimit> ofAllProcesses() {
        return Stream.of(
                threads("ulimit -u", limit("Max processes", 1), "ulimit -u N"),
                setting("kernel.threads-max", 1),
                setting("kernel.pid_max", 1),
                threads("pids.max of the cgroup", cgroup("pids.max"), "raise pids.max"));
    }

    private static ResourceLimit lowest(Stream<ResourceLimit> limits) {
        return limits.filter(c -> c.max().isPresent())
                .min(Comparator.comparingLong(c -> c.max().getAsLong()))
                .orElseGet(() -> threads("unknown", OptionalLong.empty(), ""));
    }

    private ResourceLimit setting(String name, int perThread) {
        var value = number("proc/sys/" + name.replace('.', '/'));
        var max =
                value.isPresent()
                        ? OptionalLong.of(value.getAsLong() / perThread)
                        : OptionalLong.empty();
        return threads(name, max, "sudo sysctl -w " + name + "=N");
    }

    private static ResourceLimit threads(String bound, OptionalLong max, String remedy) {
        return new ResourceLimit("threads", "bounded by " + bound, max, "threads", remedy);
    }

    /// Memory that is available without swapping, bytes.
    public OptionalLong memoryAvailable() {
        var line =
                Pattern.compile("MemAvailable:\\s+(\\d{1,15}) kB")
                        .matcher(text("proc/meminfo").orElse(""));
        return line.find()
                ? OptionalLong.of(1024 * Long.parseLong(line.group(1)))
                : OptionalLong.empty();
    }

    /// The memory limit of this process's cgroup, bytes.
    public OptionalLong cgroupMemory() {
        return cgroup("memory.max");
    }

    /// The governor of the processor's clock rate, as in `performance`; empty where it is unknown.
    public Optional<String> governor() {
        return text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    }

    /// The kernel's clock source, as in `tsc`.
    public Optional<String> clockSource() {
        return text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    }

    /// The kernel's `perf_event_paranoid`: from 2 on, `perf` cannot observe the kernel; from 3 on,
    /// nothing at all.
    public OptionalLong perfParanoid() {
        return number("proc/sys/kernel/perf_event_paranoid");
    }

    /// The path of a program on the `PATH`.
    public static Optional<Path> program(String name) {
        return PathLookup.find(name);
    }

    /// The JDKs of this machine, newest first, each with its home.
    public static String jdks() {
        return Jdks.ofThisMachine().found();
    }

    /// Reads a limit of cgroup version 2, in which the group of a process is a folder.
    private OptionalLong cgroup(String file) {
        var group =
                text("proc/self/cgroup")
                        .map(t -> t.lines().filter(l -> l.startsWith("0::/")).findFirst())
                        .flatMap(l -> l)
                        .map(l -> l.substring("0::/".length()))
                        .orElse("");
        var ofGroup = number("sys/fs/cgroup/" + group + "/" + file);
        return ofGroup.isPresent() ? ofGroup : number("sys/fs/cgroup/" + file);
    }

    /// @param column 1 for the soft limit, 2 for the hard one
    private OptionalLong limit(String name, int column) {
        var line =
                Pattern.compile("(?m)^" + name + "\\s+(\\S+)\\s+(\\S+)")
                        .matcher(text("proc/self/limits").orElse(""));
        return line.find() ? number(Optional.of(line.group(column))) : OptionalLong.empty();
    }

    private OptionalLong number(String file) {
        return number(text(file));
    }

    private static OptionalLong number(Optional<String> text) {
        return text.filter(HostLimits::isNumber).stream().mapToLong(Long::parseLong).findFirst();
    }

    private static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    private static OptionalLong minus(OptionalLong value, long reserved) {
        return value.isPresent()
                ? OptionalLong.of(Math.max(0, value.getAsLong() - reserved))
                : OptionalLong.empty();
    }

    private static String format(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "unlimited or unknown";
    }

    private Optional<String> text(String file) {
        return read(root.resolve(file)).map(String::strip);
    }

    /// Reads a file in one call: a file under `/proc/sys` returns nothing after a partial read.
    private static Optional<String> read(Path file) {
        if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            return Optional.of(new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty(); // the kernel refuses to read this file
        }
    }
}
