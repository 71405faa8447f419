package dev.loombench.report.reason;

import static dev.loombench.report.Format.plain;

import dev.loombench.analysis.concurrency.ConcurrencyLimit;
import dev.loombench.analysis.concurrency.ConcurrencyReason;
import dev.loombench.analysis.concurrency.ImpliedConcurrency;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits.LockWait;
import dev.loombench.analysis.concurrency.RequestWaits.WaitLocation;
import dev.loombench.report.Format;
import dev.loombench.text.Figures;
import java.util.ArrayList;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;

/// Why throughput is no higher, in one sentence.
public final class ReasonText {
    /// Share of the users below which further threads in a list are not mentioned: some threads of
    /// a service serve no request.
    private static final double MIN_EXCESS = 0.05;

    /// Names of packages begin with a lower-case letter.
    private static final Pattern PACKAGE = Pattern.compile("^(?:[a-z_][A-Za-z0-9_]*\\.)+(?=[A-Z])");

    private ReasonText() {}

    /// `40 of 50 requests wait in com.zaxxer.hikari.HikariDataSource.getConnection; 196/s x 51.0 ms
    /// = 10.0 requests at once: HikariCP's maximumPoolSize is 10 (5 in use)`.
    public static String of(ConcurrencyReason reason) {
        return of(reason, WaitLocation::call);
    }

    /// The same with the call's class but without its package.
    public static String brief(ConcurrencyReason reason) {
        return of(reason, l -> PACKAGE.matcher(l.call()).replaceFirst(""));
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
        return "%s wait in %s%s%s"
                .formatted(
                        requests,
                        call,
                        location.lock().map(lock -> lock(lock, reason)).orElse(""),
                        manyMore
                                ? " (the list is no snapshot: it has %,d threads more than users)"
                                        .formatted(reason.excess())
                                : "");
    }

    /// ` for the monitor of a java.util.Hashtable, which virtual thread #71 holds in shop.Cache.get
    /// (one request at a time, at 196/s for 5.10 ms at most)`: a request that takes the lock once
    /// holds it for the time between two responses at most, on average.
    private static String lock(LockWait lock, ConcurrencyReason reason) {
        var holder =
                lock.owner()
                        .map(owner ->
                                ", which %s holds%s"
                                        .formatted(
                                                owner,
                                                lock.ownerCall()
                                                        .map(call -> " in " + call)
                                                        .orElse("")))
                        .orElse(", whose owner is not listed");
        var hold =
                reason.concurrency()
                        .map(ImpliedConcurrency::throughput)
                        .filter(throughput -> throughput > 0)
                        .map(throughput ->
                                " (one request at a time, at %s/s for %s at most)"
                                        .formatted(
                                                Figures.number(throughput),
                                                Format.time(1e9 / throughput)))
                        .orElse("");
        return " for " + lock.name() + holder + hold;
    }

    private static String concurrency(ConcurrencyReason reason, ImpliedConcurrency implied) {
        return "%s/s x %s = %s requests at once%s"
                .formatted(
                        Figures.number(implied.throughput()),
                        Format.time(implied.seconds() * 1e9),
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
                                .map(i -> " [" + Format.ends(i, Figures::number) + "]")
                                .orElse("");
    }

    private static String limit(ImpliedConcurrency implied, ConcurrencyLimit limit) {
        var is = "%s's %s is %,d".formatted(limit.owner(), limit.setting(), limit.capacity());
        return switch (limit.basis()) {
            case PUBLISHED -> ": " + is + use(limit) + share(implied, limit);
            case CONFIGURED -> ": " + is + share(implied, limit);
            case APPLICATION ->
                    ": " + is + " by the application's configuration file" + share(implied, limit);
            case HELD -> ": " + is + ", and a waiting request holds one";
            case DEFAULT ->
                    ", as many as the default of %s's %s, which the command does not set"
                            .formatted(limit.owner(), limit.setting());
            case UNKNOWN ->
                    "; %s's %s is unknown: neither in the command nor published (%s)"
                            .formatted(limit.owner(), limit.setting(), ofLibrary(limit));
        };
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

    /// The part of the response time for which a request counts against the limit, where it is not
    /// all of it.
    private static String share(ImpliedConcurrency implied, ConcurrencyLimit limit) {
        return implied.matches(limit.capacity())
                ? ""
                : ", and a request holds one of them for %s"
                        .formatted(Format.time(limit.capacity() / implied.throughput() * 1e9));
    }
}
