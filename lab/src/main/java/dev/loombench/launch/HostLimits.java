package dev.loombench.launch;

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

/// The settings of this machine that bound what a run can ask of it, as Linux tells them; elsewhere
/// none is known.
public final class HostLimits {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");

    private static final int MOST_BYTES = 1 << 14;

    private final Path root;

    private HostLimits(Path root) {
        this.root = root;
    }

    public static HostLimits here() {
        return new HostLimits(Path.of("/"));
    }

    /// @param root stands for `/`
    public static HostLimits at(Path root) {
        return new HostLimits(root);
    }

    /// File descriptors, as the connections that they are for.
    public ResourceLimit connections() {
        var soft = limit("Max open files", 1);
        var hard = limit("Max open files", 2);
        return new ResourceLimit(
                "open files",
                "%s (hard limit %s)".formatted(shown(soft), shown(hard)),
                less(soft, Preflight.OTHER_DESCRIPTORS),
                "connections a process",
                "ulimit -n N; above the hard limit, before the start:"
                        + " sudo prlimit --pid $$ --nofile=N:N");
    }

    /// Local ports that the kernel gives to connections.
    public ResourceLimit ports() {
        var words = text("proc/sys/net/ipv4/ip_local_port_range").orElse("").split("\\s+", -1);
        boolean known = words.length == 2 && isNumber(words[0]) && isNumber(words[1]);
        return new ResourceLimit(
                "local ports",
                known ? words[0] + " to " + words[1] : "unknown",
                known
                        ? OptionalLong.of(Long.parseLong(words[1]) - Long.parseLong(words[0]) + 1)
                        : OptionalLong.empty(),
                "connections from one source address",
                "sudo sysctl -w net.ipv4.ip_local_port_range=\"1024 65535\","
                        + " or more source-addresses in the experiment");
    }

    /// Connections that await their acceptance.
    public ResourceLimit backlog() {
        return new ResourceLimit(
                "somaxconn",
                shown(number("proc/sys/net/core/somaxconn")),
                number("proc/sys/net/core/somaxconn"),
                "connections waiting to be accepted",
                "sudo sysctl -w net.core.somaxconn=N");
    }

    /// The lowest of all that bounds threads.
    public ResourceLimit threads() {
        var processes = limit("Max processes", 1);
        return Stream.of(
                        threads("ulimit -u", processes, "ulimit -u N"),
                        setting("kernel.threads-max", 1),
                        setting("kernel.pid_max", 1),
                        // A thread's stack and its guard are a mapping each.
                        setting("vm.max_map_count", 2),
                        threads("pids.max of the cgroup", cgroup("pids.max"), "raise pids.max"))
                .filter(c -> c.most().isPresent())
                .min(Comparator.comparingLong(c -> c.most().getAsLong()))
                .orElseGet(() -> threads("unknown", OptionalLong.empty(), ""));
    }

    private ResourceLimit setting(String name, int each) {
        var value = number("proc/sys/" + name.replace('.', '/'));
        var most =
                value.isPresent()
                        ? OptionalLong.of(value.getAsLong() / each)
                        : OptionalLong.empty();
        return threads(name, most, "sudo sysctl -w " + name + "=N");
    }

    private static ResourceLimit threads(String bound, OptionalLong most, String raise) {
        return new ResourceLimit("threads", "bounded by " + bound, most, "threads", raise);
    }

    /// Memory that can be had without swapping, bytes.
    public OptionalLong memoryAvailable() {
        var line =
                Pattern.compile("MemAvailable:\\s+(\\d{1,15}) kB")
                        .matcher(text("proc/meminfo").orElse(""));
        return line.find()
                ? OptionalLong.of(1024 * Long.parseLong(line.group(1)))
                : OptionalLong.empty();
    }

    /// What the group of this process may have of memory, bytes.
    public OptionalLong memoryOfGroup() {
        return cgroup("memory.max");
    }

    /// How the processor's clock is governed, as in `performance`; empty where nobody tells.
    public Optional<String> governor() {
        return text("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    }

    /// What the kernel reads the time from, as in `tsc`.
    public Optional<String> clockSource() {
        return text("sys/devices/system/clocksource/clocksource0/current_clocksource");
    }

    /// From 2 on, `perf` may not look at the kernel; from 3 on, at nothing.
    public OptionalLong perfParanoid() {
        return number("proc/sys/kernel/perf_event_paranoid");
    }

    /// Where a program lies that is called by its name alone.
    public static Optional<Path> program(String name) {
        return PathLookup.find(name);
    }

    /// The JDKs of this machine, newest first, each with its home.
    public static String jdks() {
        return Jdks.ofThisMachine().found();
    }

    /// Of the second version alone, where the group of a process is a folder.
    private OptionalLong cgroup(String file) {
        var group =
                text("proc/self/cgroup")
                        .map(t -> t.lines().filter(l -> l.startsWith("0::/")).findFirst())
                        .flatMap(l -> l)
                        .map(l -> l.substring("0::/".length()))
                        .orElse("");
        var own = number("sys/fs/cgroup/" + group + "/" + file);
        return own.isPresent() ? own : number("sys/fs/cgroup/" + file);
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

    private static OptionalLong less(OptionalLong value, long taken) {
        return value.isPresent()
                ? OptionalLong.of(Math.max(0, value.getAsLong() - taken))
                : OptionalLong.empty();
    }

    private static String shown(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "unlimited or unknown";
    }

    private Optional<String> text(String file) {
        return read(root.resolve(file)).map(String::strip);
    }

    /// In one gulp: a setting under `/proc/sys` is gone once a part of it was read.
    private static Optional<String> read(Path file) {
        if (!Files.isReadable(file) || !Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file)) {
            return Optional.of(new String(in.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        } catch (IOException unreadable) {
            return Optional.empty(); // the kernel has the file and does not let it be read
        }
    }
}
