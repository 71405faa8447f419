package dev.loombench.observe.perf;

import dev.loombench.observe.result.MetricId;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/// The performance events that this machine counts for this user, found by counting each for a
/// moment.
public final class PerfSupport {
    private final Map<PerfEvent, Support> events;
    private final OptionalLong paranoid;

    /// How an event is counted.
    sealed interface Support {
        /// @param userOnly whether the kernel's part is left out
        record Counted(boolean userOnly) implements Support {}

        record Refused(PerfRefusal refusal) implements Support {}
    }

    /// Opens an event; returns 0 or more, or an error number negated.
    interface Opener {
        int open(PerfEvent event, boolean userOnly);
    }

    private PerfSupport(Map<PerfEvent, Support> events, OptionalLong paranoid) {
        this.events = events;
        this.paranoid = paranoid;
    }

    public static PerfSupport ofThisMachine() {
        var unable = PerfCalls.unavailableReason();
        if (unable.isPresent()) {
            return none(new PerfRefusal(unable.get(), "compare CPU per request"));
        }
        try (var calls = new PerfCalls()) {
            return of(Path.of("/"), (event, userOnly) -> probe(calls, event, userOnly));
        }
    }

    private static int probe(PerfCalls calls, PerfEvent event, boolean userOnly) {
        int fd = calls.open(event, 0, userOnly);
        if (fd >= 0) {
            calls.close(fd);
        }
        return Math.min(fd, 0);
    }

    /// @param root used in place of `/`
    static PerfSupport of(Path root, Opener opener) {
        var paranoid = paranoid(root);
        boolean hybrid = isHybrid(root);
        var events = new EnumMap<PerfEvent, Support>(PerfEvent.class);
        for (var event : PerfEvent.values()) {
            events.put(
                    event,
                    hybrid && event.kind() == PerfEvent.Kind.HARDWARE
                            ? new Support.Refused(
                                    new PerfRefusal(
                                            "the cores of this processor are of several kinds, each with its own counters",
                                            "compare CPU per request"))
                            : of(event, opener, paranoid));
        }
        return new PerfSupport(events, paranoid);
    }

    /// A machine that counts nothing.
    public static PerfSupport none(PerfRefusal refusal) {
        var events = new EnumMap<PerfEvent, Support>(PerfEvent.class);
        for (var event : PerfEvent.values()) {
            events.put(event, new Support.Refused(refusal));
        }
        return new PerfSupport(events, OptionalLong.empty());
    }

    private static Support of(PerfEvent event, Opener opener, OptionalLong paranoid) {
        int error = -opener.open(event, false);
        if (error <= 0) {
            return new Support.Counted(false);
        }
        if (error != PerfRefusal.EACCES && error != PerfRefusal.EPERM) {
            return new Support.Refused(PerfRefusal.of(error, paranoid));
        }
        error = -opener.open(event, true);
        if (error > 0) {
            return new Support.Refused(PerfRefusal.of(error, paranoid));
        }
        // Of an event of the kernel, a count of user mode alone is 0.
        return event.isOfKernel()
                ? new Support.Refused(PerfRefusal.userModeOnly(paranoid))
                : new Support.Counted(true);
    }

    private static OptionalLong paranoid(Path root) {
        try {
            return OptionalLong.of(
                    Long.parseLong(
                            Files.readString(root.resolve("proc/sys/kernel/perf_event_paranoid"))
                                    .strip()));
        } catch (IOException | NumberFormatException e) {
            return OptionalLong.empty();
        }
    }

    /// Whether the cores have counters of several kinds: each kind is a device with the list of its
    /// `cpus`. An event counts on one kind only, and would be silently low.
    private static boolean isHybrid(Path root) {
        int kinds = 0;
        try (var devices = Files.newDirectoryStream(root.resolve("sys/bus/event_source/devices"))) {
            for (var device : devices) {
                kinds += Files.exists(device.resolve("cpus")) ? 1 : 0;
            }
        } catch (IOException | DirectoryIteratorException e) {
            return false; // without devices there are no hardware counters
        }
        return kinds > 1;
    }

    Support of(PerfEvent event) {
        return Objects.requireNonNull(events.get(event));
    }

    /// Why a metric is not counted; empty when it is, and for metrics that are not counted events.
    public Optional<PerfRefusal> refusal(MetricId metric) {
        return events.entrySet().stream()
                .filter(e -> e.getKey().metric() == metric)
                .flatMap(e -> refusal(e.getValue()).stream())
                .findFirst();
    }

    /// The events that are counted, in words.
    public List<String> counted() {
        return events.entrySet().stream()
                .filter(e -> e.getValue() instanceof Support.Counted)
                .map(e -> e.getKey().label())
                .toList();
    }

    /// Why not all events are counted everywhere; empty when they are.
    public Optional<PerfRefusal> limit() {
        return events.values().stream()
                .flatMap(s -> refusal(s).stream())
                .findFirst()
                .or(this::kernelModeRefusal);
    }

    private static Optional<PerfRefusal> refusal(Support support) {
        return switch (support) {
            case Support.Counted _ -> Optional.empty();
            case Support.Refused(var refusal) -> Optional.of(refusal);
        };
    }

    /// Why instructions and cycles leave out those of the kernel; empty when they do not, or are
    /// not counted.
    public Optional<PerfRefusal> kernelModeRefusal() {
        return events.entrySet().stream()
                        .filter(e -> e.getKey().kind() == PerfEvent.Kind.HARDWARE)
                        .anyMatch(e ->
                                e.getValue() instanceof Support.Counted(var userOnly) && userOnly)
                ? Optional.of(PerfRefusal.userModeOnly(paranoid))
                : Optional.empty();
    }
}
