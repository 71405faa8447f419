package dev.loombench.observe.threads;

import dev.loombench.observe.result.Observation.ThreadDump;
import dev.loombench.observe.result.StackGroup;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.lang.Thread.State;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// The listed threads, with equal ones counted once, so that their number does not matter. Carriers
/// are the workers of [CarrierPools].
public final class ThreadCounts {
    /// The largest groups are kept: the file has all.
    private static final int GROUPS = 60;

    /// Different stacks that are kept: a file of unknown origin may have any number.
    private static final int MOST = 100_000;

    /// @param pool the pool of which it is a worker; empty for other threads
    private record ThreadEntry(String pool, boolean virtual, String state, List<String> stack) {}

    private final Map<ThreadEntry, Integer> counts = new HashMap<>();
    private final CarrierPools carrierPools = new CarrierPools();
    private final LockCounts locks = new LockCounts();
    private @Nullable Instant first;
    private @Nullable Instant last;

    public void add(ListedThread thread) {
        locks.add(thread);
        thread.listed().ifPresent(this::listedAt);
        carrierPools.add(thread);
        var state = thread.state().map(State::name).orElse("");
        var entry =
                new ThreadEntry(
                        CarrierPools.poolOf(thread),
                        thread.virtual(),
                        state,
                        thread.stack().frames());
        boolean kept = counts.size() < MOST || counts.containsKey(entry);
        counts.merge(
                kept ? entry : new ThreadEntry("", thread.virtual(), state, List.of()),
                1,
                Integer::sum);
    }

    private void listedAt(Instant time) {
        first = first == null || time.isBefore(first) ? time : first;
        last = last == null || time.isAfter(last) ? time : last;
    }

    private OptionalLong listingNanos() {
        return first == null || last == null
                ? OptionalLong.empty()
                : OptionalLong.of(Duration.between(first, last).toNanos());
    }

    /// @param nanos when they were listed, on the monotonic clock
    public ThreadDump dump(String observer, long nanos) {
        var groupCounts = new HashMap<StackGroup, Integer>(); // each key with a count of 1
        counts.forEach((entry, count) ->
                groupCounts.merge(
                        new StackGroup(kind(entry), entry.state, 1, top(entry.stack)),
                        count,
                        Integer::sum));
        var groups = new ArrayList<StackGroup>();
        groupCounts.forEach((entry, count) ->
                groups.add(new StackGroup(entry.kind(), entry.state(), count, entry.frames())));
        groups.sort(
                Comparator.comparingInt(StackGroup::count)
                        .reversed()
                        .thenComparing(g -> String.join("\n", g.frames())));
        return new ThreadDump(
                observer,
                nanos,
                listingNanos(),
                count(groups, ThreadKind.PLATFORM),
                count(groups, ThreadKind.CARRIER),
                count(groups, ThreadKind.VIRTUAL),
                groups.stream().limit(GROUPS).toList(),
                locks.longest());
    }

    private ThreadKind kind(ThreadEntry entry) {
        if (entry.virtual) {
            return ThreadKind.VIRTUAL;
        }
        return carrierPools.contain(entry.pool) ? ThreadKind.CARRIER : ThreadKind.PLATFORM;
    }

    private static List<String> top(List<String> stack) {
        return stack.subList(0, Math.min(StackGroup.MOST_FRAMES, stack.size()));
    }

    private static int count(List<StackGroup> groups, ThreadKind kind) {
        return groups.stream().filter(g -> g.kind() == kind).mapToInt(StackGroup::count).sum();
    }
}
