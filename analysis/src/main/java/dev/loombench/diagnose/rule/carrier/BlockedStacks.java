package dev.loombench.diagnose.rule.carrier;

import dev.loombench.diagnose.evidence.CarrierHistory;
import dev.loombench.diagnose.evidence.CarrierStacks.Carried;
import dev.loombench.diagnose.evidence.Evidence;
import dev.loombench.diagnose.rule.resource.GarbageCollections;
import dev.loombench.observe.result.Observation.Pinned;
import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.PinnedWaitGroup;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.threads.PrintedStack;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The stacks of virtual threads on blocked carriers, by why they keep them.
///
/// In this order: recorded pinned waits, where they explain most of the blocked time; printed
/// stacks of the blocked carriers; any recorded pinned waits; threads that the list of all threads
/// shows as parked on their carriers. Before JDK 24 stacks are sampled, and only those in a native
/// method, or below an awaited initialiser, are of a thread that may be blocked. The stack of a
/// thread that waits for memory looks like one in a foreign function: where some may, only a native
/// method shows native code.
record BlockedStacks(Map<HoldCause, List<List<String>>> byCause) {
    private static final int FIRST_PRINTED = 24;
    private static final double MOST = 0.5;
    private static final String NATIVE = "(Native Method)";

    /// Native methods of the JVM that wait for nothing but memory: they take a virtual thread from
    /// its carrier or put it there, copy, create arrays and stack traces, and look up classes.
    private static final List<String> WAIT_FOR_MEMORY =
            List.of(
                    "jdk.internal.vm.Continuation.",
                    "java.lang.VirtualThread.",
                    "java.lang.Object.clone(",
                    "java.lang.reflect.Array.",
                    "java.lang.Throwable.",
                    "java.lang.StackStreamFactory",
                    "java.lang.Class.");

    private static final String PINNED_PARK = "java.lang.VirtualThread.parkOnCarrierThread(";

    static BlockedStacks of(CarrierHistory history, Evidence evidence) {
        var recorded = recorded(evidence);
        var printed = printed(history, evidence);
        return explainsMost(history, evidence) || printed.isEmpty()
                ? recorded.orElse(parked(evidence))
                : printed;
    }

    private boolean isEmpty() {
        return byCause.isEmpty();
    }

    private BlockedStacks orElse(BlockedStacks other) {
        return isEmpty() ? other : this;
    }

    /// The cause with the most stacks.
    Optional<HoldCause> cause() {
        return byCause.entrySet().stream()
                .max(Map.Entry.comparingByValue(Comparator.comparingInt(List::size)))
                .map(Map.Entry::getKey);
    }

    List<List<String>> of(HoldCause cause) {
        return byCause.getOrDefault(cause, List.of());
    }

    private static boolean explainsMost(CarrierHistory history, Evidence evidence) {
        var times = history.timesWhileSaturated();
        long pinned = evidence.carriers().pinned().value().map(Pinned::nanos).orElse(0L);
        return pinned > 0 && pinned >= MOST * times.blocked() * times.elapsedNanos();
    }

    private static BlockedStacks printed(CarrierHistory history, Evidence evidence) {
        var blocked = history.blockedCarriers(MOST);
        boolean exact = evidence.jvm().isFrom(FIRST_PRINTED);
        boolean stalled = GarbageCollections.stalled(evidence);
        var stacks = new EnumMap<HoldCause, List<List<String>>>(HoldCause.class);
        evidence.carriers()
                .carried()
                .filter(carried -> blocked.contains(carried.osThread()))
                .map(Carried::frames)
                .filter(frames -> exact || isNative(frames) || awaitsInitialiser(frames))
                .forEach(frames ->
                        HoldCause.of(frames)
                                .filter(cause -> !stalled || shows(cause, frames))
                                .ifPresent(cause -> add(stacks, cause, frames)));
        return new BlockedStacks(stacks);
    }

    /// Whether the stack shows the cause although threads may wait for memory: one that releases
    /// its carrier, or takes it, needs memory for its frames.
    private static boolean shows(HoldCause cause, List<String> frames) {
        return switch (cause) {
            case CLASS_INITIALISER, FILE_IO, NAME_LOOKUP -> true;
            case NATIVE_CODE, PINNED ->
                    isNative(frames)
                            && WAIT_FOR_MEMORY.stream().noneMatch(frames.getFirst()::startsWith);
        };
    }

    private static boolean isNative(List<String> frames) {
        return !frames.isEmpty() && frames.getFirst().endsWith(NATIVE);
    }

    /// That is printed of the carrier, and not sampled.
    private static boolean awaitsInitialiser(List<String> frames) {
        return !frames.isEmpty() && PrintedStack.isInitialiser(frames.getFirst());
    }

    private static BlockedStacks recorded(Evidence evidence) {
        var waits = evidence.carriers().pinned().value().map(Pinned::waits).orElse(List.of());
        return pinned(waits.stream().map(PinnedWaitGroup::frames).toList());
    }

    private static BlockedStacks parked(Evidence evidence) {
        var groups = evidence.threads().value().map(ThreadDump::groups).orElse(List.of());
        return pinned(
                groups.stream()
                        .map(StackGroup::frames)
                        .filter(frames -> frames.stream().anyMatch(f -> f.startsWith(PINNED_PARK)))
                        .toList());
    }

    private static BlockedStacks pinned(List<List<String>> all) {
        var stacks = new EnumMap<HoldCause, List<List<String>>>(HoldCause.class);
        all.forEach(frames -> add(stacks, HoldCause.ofPinned(frames), frames));
        return new BlockedStacks(stacks);
    }

    private static void add(
            Map<HoldCause, List<List<String>>> stacks, HoldCause cause, List<String> frames) {
        stacks.computeIfAbsent(cause, _ -> new ArrayList<>()).add(frames);
    }
}
