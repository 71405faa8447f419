package dev.loombench.analysis.concurrency;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.observe.result.Observation.Pool;
import dev.loombench.observe.result.StackGroup.ThreadKind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Why a variant's throughput is no higher: where most requests wait, how many are served at once,
/// and the limit that explains both.
///
/// @param location the location of most waiting requests; empty where few wait or no threads were
///   listed
/// @param waits all waiting requests by location; empty where no threads were listed
/// @param users of a closed load, each with one request in flight; empty for other loads
/// @param concurrency empty where the load or the processors explain the throughput
/// @param limit empty where none is known
public record ConcurrencyReason(
        Optional<WaitLocation> location,
        Optional<RequestWaits> waits,
        OptionalInt users,
        Optional<ImpliedConcurrency> concurrency,
        Optional<ConcurrencyLimit> limit) {
    /// Share of the connections below which a location of waits explains nothing.
    private static final double MIN_SHARE = 0.1;

    /// Factor by which a suggested limit exceeds the present one, unless there are fewer users.
    private static final int STEP = 5;

    /// What a reason is based on.
    ///
    /// @param waits empty where no threads were listed
    /// @param connections of the load at its peak
    /// @param users of a closed load without think time
    /// @param concurrency empty where the load or the processors explain the throughput
    /// @param pools as published
    /// @param present libraries with threads in the list
    /// @param configured limits of the variant's command, settings and files
    /// @param workers of executors, where all of them were busy
    /// @param carriers of virtual threads, where throughput shows that waits may hold them
    /// @param pins whether waits in monitors hold carriers, by the JDK
    /// @param processors that the server may use
    public record Inputs(
            Optional<RequestWaits> waits,
            int connections,
            OptionalInt users,
            Optional<ImpliedConcurrency> concurrency,
            List<Pool> pools,
            List<PoolLibrary> present,
            ConfiguredLimits configured,
            OptionalInt workers,
            OptionalInt carriers,
            boolean pins,
            int processors) {}

    /// @return empty when nothing is known
    public static Optional<ConcurrencyReason> of(Inputs inputs) {
        var location = location(inputs);
        var limit = inputs.concurrency.flatMap(c -> limit(inputs, c, location));
        return location.isEmpty() && inputs.concurrency.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new ConcurrencyReason(
                                location, inputs.waits, inputs.users, inputs.concurrency, limit));
    }

    /// Whether it names what limits the requests: a limit whose size is known or shown, or a lock,
    /// permits or a pool for which they wait.
    public boolean namesLimit() {
        return limit.filter(l -> l.basis() != Basis.UNKNOWN).isPresent()
                || location.filter(l -> isBoundingQueue(l, concurrency)).isPresent();
    }

    /// Whether waiting virtual threads have left their carriers, and wait for what bounds them:
    /// twice as many as there are carriers wait for a lock, permits or a pool, and each began on a
    /// carrier. Where more than the requests at once hold the permits or the pool, these wait for
    /// something behind it, which may be the carriers.
    public boolean releases(int carriers) {
        return releases(location, concurrency, carriers)
                && limit.filter(l -> l.basis().isKnown())
                        .filter(l -> !mayBound(l.capacity(), concurrency))
                        .isEmpty();
    }

    private static boolean releases(
            Optional<WaitLocation> location,
            Optional<ImpliedConcurrency> concurrency,
            int carriers) {
        return location.filter(l -> l.threads() == ThreadKind.VIRTUAL)
                .filter(l -> l.count() >= 2 * carriers)
                .filter(l -> isBoundingQueue(l, concurrency))
                .isPresent();
    }

    private static boolean mayBound(long limit, Optional<ImpliedConcurrency> concurrency) {
        return concurrency.filter(c -> !c.allows(limit)).isEmpty();
    }

    /// Whether requests wait there for a lock, a pool, or permits that are no more than are served
    /// at once.
    private static boolean isBoundingQueue(
            WaitLocation location, Optional<ImpliedConcurrency> concurrency) {
        return location.lock().isPresent()
                || location.library().isPresent()
                || location.permits().filter(p -> mayBound(p.certain(), concurrency)).isPresent();
    }

    /// Threads listed beyond the number of connections.
    public int excess() {
        return waits.map(RequestWaits::excess).orElse(0);
    }

    /// The higher limit to compare with the present one, or with the default where the present one
    /// is unknown; empty without a limit, where code sets it, and where it is as high as the load.
    public OptionalLong nextCapacity() {
        return limit.stream()
                .filter(l -> l.basis() != Basis.COUNTED)
                .mapToLong(l -> Math.min(STEP * l.capacity(), users.orElse(Integer.MAX_VALUE)))
                .filter(next -> next > limit.orElseThrow().capacity())
                .findFirst();
    }

    /// The requests that wait for the limit: those listed in its library, else the users beyond it.
    public long waiting() {
        return location.filter(l -> l.library().isPresent())
                .map(l -> (long) l.count())
                .orElseGet(() ->
                        limit.map(l -> Math.max(0, users.orElse(0) - l.capacity())).orElse(0L));
    }

    /// The largest location that waits for a pool, else the largest that waits for permits, else
    /// the largest, with enough requests. Permits before a pool queue because of the pool.
    private static Optional<WaitLocation> location(Inputs inputs) {
        double enough = Math.max(2, MIN_SHARE * inputs.connections);
        var large =
                inputs.waits.stream()
                        .flatMap(w -> w.locations().stream())
                        .filter(w -> w.count() >= enough)
                        .toList();
        return large.stream()
                .filter(w -> w.library().isPresent())
                .findFirst()
                .or(() -> large.stream().filter(w -> w.permits().isPresent()).findFirst())
                .or(() -> large.stream().findFirst());
    }

    private static Optional<ConcurrencyLimit> limit(
            Inputs inputs, ImpliedConcurrency concurrency, Optional<WaitLocation> location) {
        return published(inputs, concurrency, location)
                .or(() ->
                        location.flatMap(WaitLocation::library)
                                .map(l -> ofWaits(inputs, concurrency, l)))
                .or(() ->
                        location.flatMap(WaitLocation::permits)
                                .flatMap(p -> ofPermits(p, concurrency))
                                .filter(l -> !mayBeOfCarriers(inputs, l.capacity())))
                .or(() ->
                        location.isEmpty() || location.get().threads() == ThreadKind.PLATFORM
                                ? ofThreads(inputs, concurrency)
                                        .or(() -> ofWorkers(inputs, concurrency))
                                : Optional.empty())
                .or(() -> ofCarriers(inputs, concurrency, location));
    }

    /// A published pool that is used up: the one that most requests wait for, else one that reports
    /// waiting requests, else one that explains the concurrency.
    private static Optional<ConcurrencyLimit> published(
            Inputs inputs, ImpliedConcurrency concurrency, Optional<WaitLocation> location) {
        var full =
                inputs.pools.stream()
                        .filter(p -> p.inUse().orElse(0) >= p.capacity())
                        .filter(p -> concurrency.allows(p.capacity()))
                        .toList();
        var library = location.flatMap(WaitLocation::library).map(PoolLibrary::name);
        return first(full, p -> library.filter(p.library()::equals).isPresent())
                .or(() -> first(full, p -> p.waiting().orElse(0) > 0))
                .or(() -> first(full, p -> concurrency.matches(p.capacity())))
                .map(p -> published(inputs, p));
    }

    private static Optional<Pool> first(List<Pool> pools, Predicate<Pool> condition) {
        return pools.stream().filter(condition).findFirst();
    }

    private static ConcurrencyLimit published(Inputs inputs, Pool pool) {
        var library = PoolLibrary.named(pool.library());
        return new ConcurrencyLimit(
                pool.library(),
                library.map(PoolLibrary::setting).orElse("capacity"),
                pool.capacity(),
                Basis.PUBLISHED,
                pool.inUse(),
                pool.waiting(),
                library.flatMap(inputs.configured::property));
    }

    /// The limit of the library that requests wait in: a published pool that has free connections
    /// is another one.
    private static ConcurrencyLimit ofWaits(
            Inputs inputs, ImpliedConcurrency concurrency, PoolLibrary library) {
        var published =
                inputs.pools.stream().filter(p -> p.library().equals(library.name())).toList();
        var full = first(published, Pool::isFull);
        if (full.isPresent()) {
            return published(inputs, full.get());
        }
        if (!published.isEmpty()) {
            int usual = library.defaultCapacity(inputs.processors);
            return limit(inputs, library, usual, Basis.UNKNOWN);
        }
        var configured = inputs.configured.of(library);
        if (configured.isPresent()) {
            return limit(inputs, library, configured.getAsLong(), Basis.CONFIGURED);
        }
        var inFiles = inputs.configured.inFiles(library);
        if (inFiles.isPresent()) {
            return limit(inputs, library, inFiles.getAsLong(), Basis.APPLICATION);
        }
        int usual = library.defaultCapacity(inputs.processors);
        boolean explains =
                library.hasOneDefault() && isUnset(inputs, library) && concurrency.shows(usual);
        return limit(inputs, library, usual, explains ? Basis.DEFAULT : Basis.UNKNOWN);
    }

    /// The permits of a semaphore that others wait for: all are taken, as many as threads hold one.
    /// A count that the concurrency does not allow shows nothing, nor does one of threads of which
    /// some may have none, or of a list that is no snapshot, unless as many requests are served at
    /// once.
    private static Optional<ConcurrencyLimit> ofPermits(
            PermitWait wait, ImpliedConcurrency concurrency) {
        return Stream.of(counted(wait.taken(), concurrency))
                .filter(permits -> permits > 0)
                .filter(permits ->
                        (wait.acquires() && wait.isSnapshot(concurrency.seconds()))
                                ? concurrency.allows(permits)
                                : concurrency.estimates(permits))
                .map(permits -> counted(wait.owner(), ConcurrencyLimit.PERMITS, permits))
                .findFirst();
    }

    /// Whether those that have a permit may be those that have a carrier: others that have one too
    /// and wait for a carrier are listed where they waited for the permit.
    private static boolean mayBeOfCarriers(Inputs inputs, long permits) {
        return inputs.pins
                && inputs.carriers.stream().anyMatch(carriers -> Math.abs(carriers - permits) <= 1);
    }

    /// A list is no snapshot, so that the whole number of requests at once replaces a count beside
    /// it.
    private static long counted(int threads, ImpliedConcurrency concurrency) {
        return concurrency.whole().stream()
                .filter(whole -> threads > 0 && Math.abs(whole - threads) <= 1)
                .findFirst()
                .orElse(threads);
    }

    /// The workers of executors, where all are busy and about as many requests are served at once.
    private static Optional<ConcurrencyLimit> ofWorkers(
            Inputs inputs, ImpliedConcurrency concurrency) {
        return inputs.workers.stream()
                .mapToLong(workers -> counted(workers, concurrency))
                .filter(concurrency::estimates)
                .mapToObj(workers -> counted("executor", "threads", workers))
                .findFirst();
    }

    private static ConcurrencyLimit counted(String owner, String setting, long capacity) {
        return new ConcurrencyLimit(
                owner,
                setting,
                capacity,
                Basis.COUNTED,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    /// The threads that serve requests, where as many requests are served at once.
    private static Optional<ConcurrencyLimit> ofThreads(
            Inputs inputs, ImpliedConcurrency concurrency) {
        return inputs.configured
                .requestThreads()
                .filter(l -> concurrency.matches(l.capacity()))
                .or(() ->
                        inputs.present.stream()
                                .filter(l -> l.kind() == Kind.THREADS)
                                .flatMap(l -> ofDefault(inputs, concurrency, l).stream())
                                .findFirst());
    }

    /// The default number of threads, where neither the command nor a variable sets it and as many
    /// requests are served at once.
    private static Optional<ConcurrencyLimit> ofDefault(
            Inputs inputs, ImpliedConcurrency concurrency, PoolLibrary library) {
        int usual = library.defaultCapacity(inputs.processors);
        return isUnset(inputs, library)
                        && inputs.configured.of(library).isEmpty()
                        && concurrency.shows(usual)
                ? Optional.of(limit(inputs, library, usual, Basis.DEFAULT))
                : Optional.empty();
    }

    /// Whether the command is known, as that of a service which runs already is not, and nothing is
    /// known that may set the limit beside it.
    private static boolean isUnset(Inputs inputs, PoolLibrary library) {
        return !inputs.configured.words().isEmpty() && !inputs.configured.mayDiffer(library);
    }

    /// The carriers, where about as many requests are served at once: a wide interval would contain
    /// the number of carriers of any machine.
    private static Optional<ConcurrencyLimit> ofCarriers(
            Inputs inputs, ImpliedConcurrency concurrency, Optional<WaitLocation> location) {
        return inputs.carriers.stream()
                .filter(concurrency::estimates)
                .filter(carriers -> !releases(location, Optional.of(concurrency), carriers))
                .mapToObj(carriers ->
                        new ConcurrencyLimit(
                                "the JVM",
                                ConcurrencyLimit.CARRIERS,
                                carriers,
                                Basis.HELD,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.empty()))
                .findFirst();
    }

    private static ConcurrencyLimit limit(
            Inputs inputs, PoolLibrary library, long capacity, Basis basis) {
        return new ConcurrencyLimit(
                library.name(),
                library.setting(),
                capacity,
                basis,
                OptionalLong.empty(),
                OptionalLong.empty(),
                inputs.configured.property(library));
    }
}
