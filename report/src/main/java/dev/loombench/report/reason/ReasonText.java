package dev.loombench.report.reason;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.PermitWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.PoolPublication;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Why throughput is no higher, in one sentence.
public final class ReasonText {
    /// Share of the users below which further threads in a list are not mentioned: some threads of
    /// a service serve no request.
    private static final double MIN_EXCESS = 0.05;

    /// Names of packages begin with a lower-case letter.
    private static final Pattern PACKAGE = Pattern.compile("^(?:[a-z_][A-Za-z0-9_]*\\.)+(?=[A-Z])");

    /// Of a limit of more requests than are served at once, which is not what bounds them.
    private static final String LONGER =
            ", longer than a single user's takes: it waits for something behind it, or holds several";

    private ReasonText() {}

    /// `40 of 50 requests wait in com.zaxxer.hikari.HikariDataSource.getConnection; 196/s x 51.0 ms
    /// = 10.0 requests at once: HikariCP's maximumPoolSize is 10 (10 in use)`.
    public static String of(ConcurrencyReason reason) {
        return of(reason, ReasonText::call);
    }

    /// The same with the call's class but without its package.
    public static String brief(ConcurrencyReason reason) {
        return of(reason, ReasonText::withoutPackage);
    }

    /// `45 of 50 requests wait in Orders.place for a permit of a Semaphore, of which about 5 are
    /// taken`: where they wait, as [#brief] has it; empty where that is not known.
    static Optional<String> briefWaits(ConcurrencyReason reason) {
        return reason.location().map(l -> plain(waits(reason, l, withoutPackage(l))));
    }

    /// That of the method which holds it, of a lambda.
    private static String call(WaitLocation location) {
        return StackFrames.withoutLambda(location.call());
    }

    private static String withoutPackage(WaitLocation location) {
        return PACKAGE.matcher(call(location)).replaceFirst("");
    }

    private static String of(ConcurrencyReason reason, Function<WaitLocation, String> call) {
        var parts = new ArrayList<String>();
        reason.location().map(l -> waits(reason, l, call.apply(l))).ifPresent(parts::add);
        reason.concurrency().map(c -> concurrency(reason, c)).ifPresent(parts::add);
        return plain(String.join("; ", parts));
    }

    private static String waits(ConcurrencyReason reason, WaitLocation location, String call) {
        var users = reason.users();
        var requests =
                users.isPresent()
                        ? "%,d of %s"
                                .formatted(
                                        location.count(),
                                        Figures.counted(users.getAsInt(), "request"))
                        : Figures.counted(location.count(), "request");
        boolean manyMore = users.isPresent() && reason.excess() > MIN_EXCESS * users.getAsInt();
        return "%s wait in %s%s%s%s"
                .formatted(
                        requests,
                        call,
                        location.permits().map(ReasonText::permits).orElse(""),
                        location.lock().map(lock -> lock(lock, reason)).orElse(""),
                        manyMore
                                ? " (the list is no snapshot: it has %,d threads more than users)"
                                        .formatted(reason.excess())
                                : "");
    }

    private static String permits(PermitWait wait) {
        return " for %s%s"
                .formatted(
                        wait.limit().awaited(),
                        wait.certain() == 0
                                ? ""
                                : ", of which about %,d are taken%s"
                                        .formatted(wait.certain(), list(wait)));
    }

    /// How long the list took whose threads are counted.
    private static String list(PermitWait wait) {
        return wait.listingNanos().stream()
                .mapToObj(nanos -> " by a list that took " + Format.time((double) nanos))
                .findFirst()
                .orElse("");
    }

    /// ` for the monitor of a java.util.Hashtable, which virtual thread #71 holds in shop.Cache.get
    /// (one request at a time; if each takes it once, for 5.10 ms at most at 196/s)`: a request
    /// that takes the lock once holds it for the time between two responses at most, on average.
    private static String lock(LockWait lock, ConcurrencyReason reason) {
        var holder =
                lock.owner()
                        .map(owner ->
                                ", which %s holds%s"
                                        .formatted(
                                                owner,
                                                lock.ownerCall()
                                                        .map(StackFrames::withoutLambda)
                                                        .map(call -> " in " + call)
                                                        .orElse("")))
                        .orElse(", whose owner is not listed");
        var hold =
                reason.concurrency()
                        .map(ImpliedConcurrency::throughput)
                        .filter(throughput -> throughput > 0 && lock.isExclusive())
                        .map(throughput ->
                                " (one request at a time; if each takes it once, for %s at most at %s/s)"
                                        .formatted(
                                                Format.time(1e9 / throughput),
                                                Figures.number(throughput)))
                        .orElse("");
        return " for " + lock.name() + holder + hold;
    }

    /// The product is a number of requests at once where a limit that is known otherwise is as
    /// high. Else it is an upper bound: a single user's response time contains what no permit or
    /// connection is held for, as a delayed acknowledgement of 40 ms.
    private static String concurrency(ConcurrencyReason reason, ImpliedConcurrency implied) {
        boolean confirmed =
                reason.limit()
                        .filter(l -> l.basis() != Basis.UNKNOWN && implied.matches(l.capacity()))
                        .isPresent();
        return "%s/s x %s = %s%s requests at once%s"
                .formatted(
                        Figures.number(implied.throughput()),
                        Format.time(implied.seconds() * 1e9),
                        confirmed ? "" : "at most ",
                        value(implied),
                        reason.limit().map(l -> limit(implied, l)).orElse(""));
    }

    private static String value(ImpliedConcurrency implied) {
        var value = String.format(Locale.ROOT, "%,.1f", implied.value());
        return implied.isPrecise()
                ? value
                : "about "
                        + value
                        + implied.interval()
                                .map(i -> " [" + Format.interval(i, Figures::number) + "]")
                                .orElse("");
    }

    private static String limit(ImpliedConcurrency implied, ConcurrencyLimit limit) {
        var is = "%s's %s is %,d".formatted(limit.owner(), limit.setting(), limit.capacity());
        return switch (limit.basis()) {
            case PUBLISHED -> ": " + is + use(limit) + share(implied, limit);
            case CONFIGURED -> ": " + is + share(implied, limit);
            case APPLICATION ->
                    ": " + is + " by the application's configuration file" + share(implied, limit);
            case COUNTED ->
                    ": its %s has about %s, by the list of threads%s"
                            .formatted(
                                    limit.owner(),
                                    Figures.counted(
                                            limit.capacity(),
                                            limit.isOfPermits() ? "permit" : "thread"),
                                    share(implied, limit));
            case HELD -> ": " + is + ", and a waiting request holds one";
            case DEFAULT ->
                    ", as many as the default of %s's %s, which the command does not set"
                            .formatted(limit.owner(), limit.setting());
            case UNKNOWN ->
                    "; %s's %s is unknown%s: neither in the command nor published (%s%s)"
                            .formatted(
                                    limit.owner(),
                                    limit.setting(),
                                    ofWhole(implied),
                                    ofLibrary(limit),
                                    PoolPublication.settingOf(limit.owner())
                                            .map(by -> "; %s publishes it".formatted(by))
                                            .orElse(""));
        };
    }

    /// The size that the concurrency alone would show.
    private static String ofWhole(ImpliedConcurrency implied) {
        return implied.whole().isEmpty()
                ? ""
                : ", %,d if a request holds one for its whole response time"
                        .formatted(implied.whole().getAsLong());
    }

    private static String ofLibrary(ConcurrencyLimit limit) {
        return limit.capacity() == Integer.MAX_VALUE
                ? "it has none by default"
                : "its default is %,d%s"
                        .formatted(
                                limit.capacity(),
                                PoolLibrary.named(limit.owner())
                                        .map(PoolLibrary::otherDefault)
                                        .orElse(""));
    }

    private static String use(ConcurrencyLimit limit) {
        var parts = new ArrayList<String>();
        limit.inUse().ifPresent(n -> parts.add("%,d in use".formatted(n)));
        limit.waiting().ifPresent(n -> parts.add(Figures.counted(n, "request") + " waiting"));
        return parts.isEmpty() ? "" : " (" + String.join(", ", parts) + ")";
    }

    /// The time for which a request counts against the limit, where it is not the response time of
    /// a single user.
    private static String share(ImpliedConcurrency implied, ConcurrencyLimit limit) {
        return implied.matches(limit.capacity())
                ? ""
                : ", and a request holds one of them for %s%s"
                        .formatted(
                                Format.time(limit.capacity() / implied.throughput() * 1e9),
                                implied.allows(limit.capacity()) ? "" : LONGER);
    }
}
