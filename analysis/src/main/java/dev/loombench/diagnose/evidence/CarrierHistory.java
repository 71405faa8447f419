package dev.loombench.diagnose.evidence;

import dev.loombench.observe.proc.thread.TaskTimes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;

/// The scheduler of virtual threads and its carriers over time.
///
/// A carrier that the JVM has stopped is neither on a processor nor in the run queue, and would
/// look blocked: the time of a stop, as of a collection, is none of the carriers. The JVM counts a
/// stop when it ends, now and then in the interval after the one that it made longer, so that only
/// the sum over intervals counts.
///
/// @param samples at least two, in order of time
public record CarrierHistory(List<Sample> samples) {
    /// The least share of the time that stops must leave: what is measured of less is mostly error.
    private static final double LEAST_LEFT = 0.1;

    /// The state at one moment.
    ///
    /// @param nanos on the monotonic clock
    /// @param parallelism target number of carriers
    /// @param carriers existing ones; more than the target where some compensate for blocked ones
    /// @param mounted virtual threads on a carrier
    /// @param queued virtual threads that wait for a carrier; empty before JDK 24
    /// @param stoppedNanos time for which the JVM has stopped all threads so far; empty where it is
    ///   unknown
    /// @param tasks the carriers' threads by the kernel's account; empty where it is not readable
    public record Sample(
            long nanos,
            long parallelism,
            long carriers,
            long mounted,
            OptionalLong queued,
            OptionalLong stoppedNanos,
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

        /// Whether virtual threads wait although a carrier has none that may run one: others than
        /// the target number are left over from compensation, or from a higher target.
        boolean stalled() {
            return queued.orElse(0) > 0 && mounted < Math.min(carriers, parallelism);
        }

        /// The time from another sample to this one less that of the stops that were counted
        /// meanwhile, which may be negative.
        private long unstoppedNanosSince(Sample from) {
            long stopped =
                    from.stoppedNanos.isPresent() && stoppedNanos.isPresent()
                            ? stoppedNanos.getAsLong() - from.stoppedNanos.getAsLong()
                            : 0;
            return nanos - from.nanos - stopped;
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

    /// What the carriers did while they were saturated and not stopped.
    public CarrierTimes timesWhileSaturated() {
        return timesByCarrier().values().stream()
                .reduce(new CarrierTimes(0, 0, 0), CarrierTimes::plus);
    }

    /// The share of the samples in which virtual threads waited although a carrier had none.
    public double stalledShare() {
        return (double) samples.stream().filter(Sample::stalled).count() / samples.size();
    }

    /// What the carriers did at all times; empty where that is not known.
    public Optional<CarrierTimes> times() {
        return samples.getLast().tasks.keySet().stream()
                .flatMap(carrier -> timesOf(carrier).stream())
                .reduce(CarrierTimes::plus);
    }

    /// The carriers that were blocked for more than a share of the time while they were saturated.
    ///
    /// @return their ids in the operating system
    public Set<Long> blockedCarriers(double share) {
        return timesByCarrier().entrySet().stream()
                .filter(entry -> entry.getValue().blocked() > share)
                .map(Map.Entry::getKey)
                .collect(Collectors.toUnmodifiableSet());
    }

    /// Of those whose time is known; of none where stops left too little.
    private Map<Long, CarrierTimes> timesByCarrier() {
        var sums = new HashMap<Long, CarrierTimes>();
        long elapsed = 0;
        long unstopped = 0;
        for (int i = 1; i < samples.size(); i++) {
            if (saturated(i)) {
                var from = samples.get(i - 1);
                var to = samples.get(i);
                elapsed += to.nanos - from.nanos;
                unstopped += to.unstoppedNanosSince(from);
                add(from, to, sums);
            }
        }
        sums.values().removeIf(times -> !times.isKnown());
        return unstopped < LEAST_LEFT * elapsed ? Map.of() : sums;
    }

    /// What a carrier did at all times; empty where that is not known.
    ///
    /// @param carrier its id in the operating system
    public Optional<CarrierTimes> timesOf(long carrier) {
        var sums = new HashMap<Long, CarrierTimes>();
        for (int i = 1; i < samples.size(); i++) {
            add(samples.get(i - 1), samples.get(i), sums);
        }
        return Optional.ofNullable(sums.get(carrier)).filter(CarrierTimes::isKnown);
    }

    private static void add(Sample from, Sample to, Map<Long, CarrierTimes> sums) {
        to.tasks.forEach((id, now) -> {
            var before = from.tasks.get(id);
            if (before != null) {
                var times =
                        new CarrierTimes(
                                to.unstoppedNanosSince(from),
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
