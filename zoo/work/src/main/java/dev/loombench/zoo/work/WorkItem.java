package dev.loombench.zoo.work;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// What a request asks for, read from its path and query.
public sealed interface WorkItem {

    /// What never waits.
    sealed interface Immediate extends WorkItem {}

    /// What has no other way than to block its thread.
    sealed interface Blocking extends WorkItem {}

    /// `/hello`: nothing but an answer.
    record Hello() implements Immediate {}

    /// `/sleep?ms=`: waiting, as for a database.
    record Sleep(int millis) implements WorkItem {}

    /// `/fib?n=`: a fixed amount of computing.
    record Fib(int n) implements Immediate {}

    /// `/burn?us=`: computing for a fixed time.
    record Burn(int micros) implements Immediate {}

    /// `/lock?ms=&kind=`: waiting while a lock of its own is held.
    record Lock(int millis, LockKind kind) implements Blocking {}

    /// `/native?ms=`: waiting in native code, which holds the carrier of a virtual thread.
    record Native(int millis) implements Blocking {}

    /// `/init?ms=`: waiting in the initialiser of a class, which holds the carrier too.
    record Init(int millis) implements Blocking {}

    /// `/downstream?ms=`: waiting for another server.
    record Downstream(int millis) implements WorkItem {}

    /// `/stats`: how many requests are in a handler, and how long they were in one.
    record ReadStats() implements Immediate {}

    /// Anything else.
    ///
    /// @param status 400 or 404
    /// @param why one sentence for the client
    record Refused(int status, String why) implements Immediate {}

    /// @param path without the query, as in `/sleep`; null when the request names none
    /// @param query without the question mark, as in `ms=100`
    static WorkItem of(@Nullable String path, @Nullable String query) {
        return switch (path) {
            case "/hello" -> new Hello();
            case "/sleep" -> sized(query, "ms", 600_000, Sleep::new);
            case "/fib" -> sized(query, "n", 1_000_000_000, Fib::new);
            case "/burn" -> sized(query, "us", 60_000_000, Burn::new);
            case "/lock" -> sized(query, "ms", 600_000, millis -> lock(query, millis));
            case "/native" -> sized(query, "ms", 600_000, Native::new);
            case "/init" -> sized(query, "ms", 600_000, Init::new);
            case "/downstream" -> sized(query, "ms", 600_000, Downstream::new);
            case "/stats" -> new ReadStats();
            case null, default -> new Refused(404, "no path " + path);
        };
    }

    private static WorkItem sized(
            @Nullable String query, String name, int most, IntFunction<WorkItem> task) {
        var text = parameter(query, name);
        if (text == null) {
            return new Refused(400, "parameter " + name + " is missing, as in ?" + name + "=100");
        }
        var number = IntRange.within(0, most, text);
        if (number.isEmpty()) {
            return new Refused(
                    400,
                    "%s must be a whole number from 0 to %d, was \"%s\""
                            .formatted(name, most, text));
        }
        return task.apply(number.getAsInt());
    }

    private static WorkItem lock(@Nullable String query, int millis) {
        var kind = parameter(query, "kind");
        return switch (kind) {
            case "synchronized" -> new Lock(millis, LockKind.SYNCHRONIZED);
            case "reentrant" -> new Lock(millis, LockKind.REENTRANT);
            case null ->
                    new Refused(400, "parameter kind is missing: it is synchronized or reentrant");
            default ->
                    new Refused(
                            400, "kind must be synchronized or reentrant, was \"" + kind + "\"");
        };
    }

    /// The first value of that name; null when there is none.
    private static @Nullable String parameter(@Nullable String query, String name) {
        if (query == null) {
            return null;
        }
        for (int start = 0; start <= query.length(); ) {
            int end = query.indexOf('&', start);
            end = end < 0 ? query.length() : end;
            int value = start + name.length() + 1;
            if (query.startsWith(name, start) && value <= end && query.charAt(value - 1) == '=') {
                return query.substring(value, end);
            }
            start = end + 1;
        }
        return null;
    }
}
