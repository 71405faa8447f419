package dev.loombench.observe.result;

import dev.loombench.base.Window;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// The result of an observer. Missing evidence is `Unavailable`, never 0.
public sealed interface Observation {

    /// Name of the observer, as in `proc` or `attach`.
    String observer();

    /// A metric over time.
    ///
    /// @param points in order of time, from start to end of the trial; to be clipped before use
    record Series(String observer, MetricId metric, List<Point> points) implements Observation {
        public Series {
            points = List.copyOf(points);
        }

        /// The first one of a metric; empty where it was not observed.
        public static Optional<Series> of(MetricId metric, List<Observation> observations) {
            return observations.stream()
                    .filter(Series.class::isInstance)
                    .map(Series.class::cast)
                    .filter(s -> s.metric() == metric)
                    .findFirst();
        }

        /// The growth of a counter within the window, interpolated linearly between its points.
        ///
        /// @return in the metric's unit; empty when the points do not reach both ends of the window
        public OptionalDouble growth(Window window) {
            var start = valueAt(window.startNanos());
            var end = valueAt(window.endNanos());
            return start.isPresent() && end.isPresent()
                    ? OptionalDouble.of(end.getAsDouble() - start.getAsDouble())
                    : OptionalDouble.empty();
        }

        /// This counter without what another one counts of it, by that one's values at the times of
        /// the points.
        public Series without(Series part) {
            return new Series(
                    observer,
                    metric,
                    points.stream()
                            .map(p ->
                                    new Point(
                                            p.nanos(),
                                            p.value()
                                                    - part.valueAt(p.nanos())
                                                            .orElseGet(() ->
                                                                    part.nearest(p.nanos())
                                                                            .orElse(0))))
                            .toList());
        }

        /// The highest point within the window; empty without points in it.
        public OptionalDouble highest(Window window) {
            return points.stream()
                    .filter(p -> window.contains(p.nanos()))
                    .mapToDouble(Point::value)
                    .max();
        }

        /// The value of the point nearest to a time; empty without points.
        public OptionalDouble nearest(long nanos) {
            return points.stream()
                    .min(Comparator.comparingLong(p -> Math.abs(p.nanos() - nanos)))
                    .map(p -> OptionalDouble.of(p.value()))
                    .orElse(OptionalDouble.empty());
        }

        /// The value at a time, interpolated linearly; empty where no point is near.
        public OptionalDouble valueAt(long nanos) {
            if (points.isEmpty()) {
                return OptionalDouble.empty();
            }
            int at = firstFrom(nanos);
            if (at == points.size()) {
                return nearby(nanos - points.getLast().nanos(), points.getLast());
            }
            var after = points.get(at);
            return at == 0
                    ? nearby(after.nanos() - nanos, after)
                    : OptionalDouble.of(between(points.get(at - 1), after, nanos));
        }

        /// The index of the first point at a time or later; that behind the last without one.
        private int firstFrom(long nanos) {
            int low = 0;
            int high = points.size();
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (points.get(middle).nanos() < nanos) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low;
        }

        private static double between(Point before, Point after, long nanos) {
            double share = (double) (nanos - before.nanos()) / (after.nanos() - before.nanos());
            return before.value() + share * (after.value() - before.value());
        }

        /// Beyond either end, the last point is valid for a short distance.
        private static OptionalDouble nearby(long distanceNanos, Point point) {
            return distanceNanos <= NEARBY_NANOS
                    ? OptionalDouble.of(point.value())
                    : OptionalDouble.empty();
        }

        private static final long NEARBY_NANOS = 50_000_000;
    }

    /// Events with a duration, such as garbage collection pauses.
    ///
    /// @param name as in `gc.pause`
    record Events(String observer, String name, List<Event> events) implements Observation {
        public Events {
            events = List.copyOf(events);
        }
    }

    /// All threads, as the JVM lists them one after the other, without those of the JVM itself
    /// (collector, compilers).
    ///
    /// @param nanos time of the dump, on the monotonic clock
    /// @param listingNanos from the first thread listed to the last: threads go on while it is
    ///   made; empty where the list has no times (before JDK 25)
    /// @param groups the largest groups, largest first
    /// @param locks that most of them wait for, where the list shows locks (JDK 25)
    record ThreadDump(
            String observer,
            long nanos,
            OptionalLong listingNanos,
            int platform,
            int carriers,
            int virtual,
            List<StackGroup> groups,
            List<AwaitedLock> locks)
            implements Observation {
        /// The subject that is unavailable without a dump.
        public static final String SUBJECT = "jvm.thread-dump";

        public ThreadDump {
            groups = List.copyOf(groups);
            locks = List.copyOf(locks);
        }

        /// Without locks and times of threads.
        public ThreadDump(
                String observer,
                long nanos,
                int platform,
                int carriers,
                int virtual,
                List<StackGroup> groups) {
            this(
                    observer,
                    nanos,
                    OptionalLong.empty(),
                    platform,
                    carriers,
                    virtual,
                    groups,
                    List.of());
        }

        /// The same list at another time.
        public ThreadDump at(long other) {
            return new ThreadDump(
                    observer, other, listingNanos, platform, carriers, virtual, groups, locks);
        }

        /// All threads, including those in groups that are too small to be kept.
        public int total() {
            return platform + carriers + virtual;
        }
    }

    /// Virtual threads that waited without releasing their carrier, from the start of the measured
    /// window to its last response.
    ///
    /// @param count of waits
    /// @param nanos total time of all waits
    /// @param observedNanos length of that period
    /// @param waits by stack, the longest in total first; the largest groups only
    record Pinned(
            String observer,
            long count,
            long nanos,
            long observedNanos,
            List<PinnedWaitGroup> waits)
            implements Observation {
        public Pinned {
            waits = List.copyOf(waits);
        }
    }

    /// A pool of connections or threads that the JVM publishes as a management bean, under load.
    ///
    /// @param nanos time of the reading, on the monotonic clock
    /// @param library as in `HikariCP`
    /// @param name of the pool, as in `HikariPool-1`
    /// @param capacity most connections or threads that it may have
    /// @param inUse those that a request holds; empty where the bean does not report it
    /// @param waiting requests that wait for one; empty where the bean does not report it
    record Pool(
            String observer,
            long nanos,
            String library,
            String name,
            long capacity,
            OptionalLong inUse,
            OptionalLong waiting)
            implements Observation {
        /// Whether all of it was in use, or something waited, as far as is known.
        public boolean isFull() {
            return waiting.orElse(0) > 0 || inUse.orElse(capacity) >= capacity;
        }

        /// The same reading at another time.
        public Pool at(long other) {
            return new Pool(observer, other, library, name, capacity, inUse, waiting);
        }
    }

    /// The code of a JVM that used the CPU, or allocated, in the measured window, by samples of its
    /// stacks.
    ///
    /// @param cost that was sampled
    /// @param profiler that sampled it
    /// @param samples taken
    /// @param stacks those with equal frames added up, the heaviest first
    record Profile(
            String observer,
            ProfiledCost cost,
            Profiler profiler,
            long samples,
            List<ProfiledStack> stacks)
            implements Observation {
        /// The subject that is unavailable without a profile.
        public static final String SUBJECT = "jvm.profile";

        public Profile {
            stacks = List.copyOf(stacks);
        }

        /// The same profile with other stacks.
        public Profile with(List<ProfiledStack> others) {
            return new Profile(observer, cost, profiler, samples, others);
        }

        /// The weight of all stacks.
        public long weight() {
            return stacks.stream().mapToLong(ProfiledStack::weight).sum();
        }
    }

    /// CPU time of a thread of a JVM that ran, or was ready to run, for much of the measured
    /// window.
    ///
    /// @param thread its name, which others may have too
    /// @param frames of its stack, once after the window, from the top; the deepest ones only
    /// @param points CPU time since it began, ns
    /// @param waits time since it began for which it was ready but waited for a processor, ns
    record ThreadCpu(
            String observer,
            String thread,
            List<String> frames,
            List<Point> points,
            List<Point> waits)
            implements Observation {
        /// The subject that is unavailable where threads cannot be named.
        public static final String SUBJECT = "jvm.thread-cpu";

        public ThreadCpu {
            frames = List.copyOf(frames);
            points = List.copyOf(points);
            waits = List.copyOf(waits);
        }

        /// The same thread with other times.
        public ThreadCpu with(List<Point> points, List<Point> waits) {
            return new ThreadCpu(observer, thread, frames, points, waits);
        }

        /// Its points as a counter: a part of the process's CPU time.
        public Series counter() {
            return new Series(observer, MetricId.PROCESS_CPU, points);
        }

        /// Its waits as a counter, which grows by the same work as its CPU time.
        public Series waited() {
            return new Series(observer, MetricId.PROCESS_CPU, waits);
        }
    }

    /// What a server's JVM consists of, at the end of the window.
    ///
    /// @param mayUseVirtualThreads whether it may have run virtual threads
    /// @param libraries the jars that it has open
    /// @param settings sizes of pools and the choice of threads, by its configuration files; and
    ///   the variables of its environment that may replace them, also those that it got from the
    ///   lab's
    record Libraries(
            String observer,
            JavaRuntime java,
            boolean mayUseVirtualThreads,
            List<Library> libraries,
            List<FileSetting> settings)
            implements Observation {
        public Libraries {
            libraries = List.copyOf(libraries);
            settings = List.copyOf(settings);
        }
    }

    /// Evidence that is unavailable.
    ///
    /// @param subject of the observation, as in `jvm` or `process.cpu`
    record Unavailable(String observer, String subject, String reason) implements Observation {
        /// The subject where events are counted in user mode only.
        public static final String KERNEL_MODE = "counted.kernel-mode";
    }

    /// @param nanos time on the monotonic clock
    /// @param value in the metric's unit
    record Point(long nanos, double value) {}

    /// @param nanos time of its start, on the monotonic clock
    /// @param durationNanos from start to end
    /// @param description as in `Pause Young (Normal)`
    record Event(long nanos, long durationNanos, String description) {}
}
