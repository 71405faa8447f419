package dev.loombench.diagnose.evidence;

import dev.loombench.observe.proc.TaskTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// The scheduler of virtual threads and its carriers over time.
///
/// @param samples at least two, in order of time
public record CarrierHistory(List<Sample> samples) {
    private static final double MOST = 0.5;

    /// The state at one moment.
    ///
    /// @param nanos on the monotonic clock
    /// @param parallelism target number of carriers
    /// @param carriers existing ones; more than the target where some compensate for blocked ones
    /// @param mounted virtual threads on a carrier
    /// @param queued virtual threads that wait for a carrier; empty before JDK 24
    /// @param tasks the carriers' threads by the kernel's account; empty where it is not readable
    public record Sample(
            long nanos,
            long parallelism,
            long carriers,
            long mounted,
            OptionalLong queued,
            Map<Long, TaskTimes> tasks) {
        public Sample {
            tasks = Map.copyOf(tasks);
        }

        /// Whether every carrier has a virtual thread and others wait, as far as that is known.
        boolean saturated() {
            return carriers > 0
                    && mounted >= carriers
                    && (queued.isEmpty() || queued.getAsLong() > 0);
        }
    }

    public CarrierHistory {
        if (samples.size() < 2) {
            throw new IllegalArgumentException("a history of %d samples".formatted(samples.size()));
        }
        samples = List.copyOf(samples);
    }

    /// The share of the time in which every carrier had a virtual thread while others waited: that
    /// of the intervals that begin and end so.
    public double saturatedShare() {
        long saturated = 0;
        for (int i = 1; i < samples.size(); i++) {
            saturated += saturated(i) ? samples.get(i).nanos - samples.get(i - 1).nanos : 0;
        }
        long all = samples.getLast().nanos - samples.getFirst().nanos;
        return all == 0 ? 0 : (double) saturated / all;
    }

    private boolean saturated(int end) {
        return samples.get(end - 1).saturated() && samples.get(end).saturated();
    }

    /// What the carriers did while they were saturated.
    public CarrierTimes timesWhileSaturated() {
        return timesByCarrier().values().stream()
                .reduce(new CarrierTimes(0, 0, 0), CarrierTimes::plus);
    }

    /// The carriers that were blocked for most of the time while they were saturated.
    ///
    /// @return their ids in the operating system
    public Set<Long> blockedCarriers() {
        return timesByCarrier().entrySet().stream()
                .filter(entry -> entry.getValue().blocked() > MOST)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    private Map<Long, CarrierTimes> timesByCarrier() {
        var sums = new HashMap<Long, CarrierTimes>();
        for (int i = 1; i < samples.size(); i++) {
            if (saturated(i)) {
                add(samples.get(i - 1), samples.get(i), sums);
            }
        }
        return sums;
    }

    private static void add(Sample from, Sample to, Map<Long, CarrierTimes> sums) {
        to.tasks.forEach((id, now) -> {
            var before = from.tasks.get(id);
            if (before != null) {
                var times =
                        new CarrierTimes(
                                to.nanos - from.nanos,
                                now.ranNanos() - before.ranNanos(),
                                now.waitedNanos() - before.waitedNanos());
                sums.merge(id, times, CarrierTimes::plus);
            }
        });
    }

    /// The most virtual threads that waited at once; empty where that is unknown.
    public OptionalLong mostQueued() {
        return samples.stream().flatMapToLong(s -> s.queued.stream()).max();
    }

    /// The median of the virtual threads that waited.
    public OptionalLong typicalQueued() {
        var all = samples.stream().flatMapToLong(s -> s.queued.stream()).sorted().toArray();
        return all.length == 0 ? OptionalLong.empty() : OptionalLong.of(all[all.length / 2]);
    }
}
