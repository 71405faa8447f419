package dev.loombench.diagnose.evidence;

import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import dev.loombench.analysis.concurrency.WebServer;
import dev.loombench.observe.result.Observation.Pool;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/// A pool of connections or threads at several times.
///
/// @param readings at least one, in order of time
/// @param perSecond uses that ended per second between the first and the last reading: tasks of an
///   executor, else requests of the web server, each of which counts as one use; empty where
///   nothing publishes them, or several pools of the kind may have them
public record PoolReading(List<Pool> readings, OptionalDouble perSecond) {
    /// What executors of the JDK are called by their library.
    private static final String EXECUTOR = "executor";

    /// What the beans of executors are called by their library.
    private static final Set<String> EXECUTORS = Set.of(EXECUTOR, "Tomcat executor");

    public PoolReading {
        if (readings.isEmpty()) {
            throw new IllegalArgumentException("a pool without a reading");
        }
        readings = List.copyOf(readings);
    }

    public Pool last() {
        return readings.getLast();
    }

    /// The share of the readings in which all of it was in use while others waited; in which all of
    /// it was in use, where the pool does not publish how many wait.
    public double exhaustedShare() {
        return (double) readings.stream().filter(PoolReading::isExhausted).count()
                / readings.size();
    }

    /// A pool that publishes what waits and not what is in use, as Undertow's, has all in use while
    /// something waits.
    private static boolean isExhausted(Pool pool) {
        long unknown = pool.waiting().isPresent() ? pool.capacity() : 0;
        return pool.inUse().orElse(unknown) >= pool.capacity()
                && (pool.waiting().isEmpty() || pool.waiting().getAsLong() > 0);
    }

    /// Whether it is an executor of the JDK.
    public boolean isOfExecutor() {
        return last().library().equals(EXECUTOR);
    }

    /// Whether all of it was in use in a reading, or something waited, as far as is known.
    public boolean wasFull() {
        return readings.stream().anyMatch(Pool::isFull);
    }

    /// Whether this bean is that of an executor which was read by its threads: it has its name, or
    /// its capacity and about as much in use and waiting, each where it is known.
    boolean publishes(PoolReading executor) {
        var bean = last();
        return EXECUTORS.contains(bean.library())
                && (bean.name().equals(executor.last().name())
                        || (bean.capacity() == executor.last().capacity()
                                && isNear(mean(Pool::inUse), executor.mean(Pool::inUse))
                                && isNear(mean(Pool::waiting), executor.mean(Pool::waiting))));
    }

    /// Both are read at different moments: they may differ by half, and by a quarter of the
    /// capacity.
    private boolean isNear(OptionalDouble a, OptionalDouble b) {
        return a.isEmpty()
                || b.isEmpty()
                || Math.abs(a.getAsDouble() - b.getAsDouble())
                        <= Math.max(a.getAsDouble(), b.getAsDouble()) / 2 + last().capacity() / 4.0;
    }

    private OptionalDouble mean(Function<Pool, OptionalLong> figure) {
        return readings.stream().flatMapToLong(pool -> figure.apply(pool).stream()).average();
    }

    /// Whether this bean is that of a pool of platform threads that were printed: it has their
    /// name, or, of an executor or of their server, as many threads and about as many in use.
    public boolean publishes(PlatformPool threads) {
        var bean = last();
        return isOfThreads()
                && (names(threads)
                        || ((EXECUTORS.contains(bean.library())
                                        || threads.server()
                                                .filter(s -> s.name().equals(bean.library()))
                                                .isPresent())
                                && bean.capacity() == threads.size()
                                && isNear(mean(Pool::inUse), OptionalDouble.of(threads.busy()))));
    }

    /// Whether this bean is that of a pool of platform threads by their name; threads that accept
    /// connections, as `XNIO-1 I/O`, are in none.
    public boolean names(PlatformPool threads) {
        return isOfThreads()
                && beginsWith(last().name(), threads.name())
                && WebServer.ofListener(threads.threads().getFirst().name()).isEmpty();
    }

    private boolean isOfThreads() {
        return PoolLibrary.named(last().library())
                .filter(library -> library.kind() == Kind.CONNECTIONS)
                .isEmpty();
    }

    /// The one of some platform pools that this bean is of: by its name where one has it, else by
    /// its size and use where one alone has these. Many pools have a single thread.
    public Optional<PlatformPool> find(List<PlatformPool> pools) {
        var named =
                pools.stream()
                        .filter(this::names)
                        .min(Comparator.comparing(pool -> !pool.name().equals(last().name())));
        if (named.isPresent()) {
            return named;
        }
        var alike = pools.stream().filter(pool -> pool.size() > 1 && publishes(pool)).toList();
        return alike.size() == 1 ? Optional.of(alike.getFirst()) : Optional.empty();
    }

    /// Whether `XNIO-1 task` begins with `XNIO-1`, as `XNIO-12 task` does not.
    private static boolean beginsWith(String name, String threads) {
        return !name.isEmpty()
                && threads.startsWith(name)
                && (threads.length() == name.length()
                        || !Character.isLetterOrDigit(threads.charAt(name.length())));
    }

    /// Most requests that waited at once.
    public long mostWaiting() {
        return readings.stream().mapToLong(p -> p.waiting().orElse(0)).max().orElse(0);
    }

    /// The mean time of a use, by Little's law: `S = N / X`, with N in use on average and X uses
    /// per second. Empty where one of them is unknown or 0.
    public OptionalDouble holdSeconds() {
        double inUse = readings.stream().mapToLong(p -> p.inUse().orElse(0)).average().orElse(0);
        return inUse > 0 && perSecond.orElse(0) > 0
                ? OptionalDouble.of(inUse / perSecond.getAsDouble())
                : OptionalDouble.empty();
    }

    /// The most uses per second that its capacity allows at that time: `capacity / S`. A cached
    /// pool has no capacity that limits it.
    public OptionalDouble mostPerSecond() {
        var hold = holdSeconds();
        return hold.isPresent() && last().capacity() < Integer.MAX_VALUE
                ? OptionalDouble.of(last().capacity() / hold.getAsDouble())
                : OptionalDouble.empty();
    }
}
