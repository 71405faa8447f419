package dev.loombench.zoo.work;

import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/// The work that a request asks for, parsed from its path and query.
public sealed interface WorkItem {

    /// Work that never waits.
    sealed interface Immediate extends WorkItem {}

    /// Work that can only block its thread.
    sealed interface Blocking extends WorkItem {}

    /// `/hello`: responds at once.
    record Hello() implements Immediate {}

    /// `/sleep?ms=`: waits, as for a database.
    record Sleep(int millis) implements WorkItem {}

    /// `/fib?n=`: computes a fixed amount.
    record Fib(int n) implements Immediate {}

    /// `/burn?us=`: computes for a fixed time.
    record Burn(int micros) implements Immediate {}

    /// `/allocate?kb=`: allocates memory that is garbage after the response.
    record Allocate(int kilobytes) implements Immediate {}

    /// `/lock?ms=&kind=`: waits while it holds its own lock, or with `shared=true` the one lock of
    /// that kind that all such requests of the server share.
    record Lock(int millis, LockKind kind, boolean shared) implements Blocking {}

    /// `/native?ms=`: blocks in native code, which holds the carrier of a virtual thread.
    record Native(int millis) implements Blocking {}

    /// `/init?ms=`: waits in a class initialiser, which holds the carrier too.
    record Init(int millis) implements Blocking {}

    /// `/file?ms=`: waits for a byte of a file, which holds the carrier too.
    record FileRead(int millis) implements Blocking {}

    /// `/downstream?ms=`: waits for another server.
    record Downstream(int millis) implements WorkItem {}

    /// `/stats`: responds with the `HandlerStats`.
    record ReadStats() implements Immediate {}

    /// Any other request.
    ///
    /// @param status 400 or 404
    /// @param why one sentence for the client
    record Invalid(int status, String why) implements Immediate {}

    /// @param path without the query, as in `/sleep`; null if the request has none
    /// @param query without the question mark, as in `ms=100`
    static WorkItem of(@Nullable String path, @Nullable String query) {
        return switch (path) {
            case "/hello" -> new Hello();
            case "/sleep" -> sized(query, "ms", 600_000, Sleep::new);
            case "/fib" -> sized(query, "n", 1_000_000_000, Fib::new);
            case "/burn" -> sized(query, "us", 60_000_000, Burn::new);
            case "/allocate" -> sized(query, "kb", 65_536, Allocate::new);
            case "/lock" -> sized(query, "ms", 600_000, millis -> lock(query, millis));
            case "/native" -> sized(query, "ms", 600_000, Native::new);
            case "/init" -> sized(query, "ms", 600_000, Init::new);
            case "/file" -> sized(query, "ms", 600_000, FileRead::new);
            case EventStream.PATH ->
                    new Invalid(
                            400,
                            "a stream of events needs ?count=10&ms=100 and a server that has it");
            case "/downstream" -> sized(query, "ms", 600_000, Downstream::new);
            case "/stats" -> new ReadStats();
            case null, default -> new Invalid(404, "no path " + path);
        };
    }

    private static WorkItem sized(
            @Nullable String query, String name, int max, IntFunction<WorkItem> item) {
        var text = parameter(query, name);
        if (text == null) {
            return new Invalid(400, "parameter " + name + " is missing, as in ?" + name + "=100");
        }
        var number = IntRange.parse(0, max, text);
        if (number.isEmpty()) {
            return new Invalid(
                    400,
                    "%s must be a whole number from 0 to %d, was \"%s\""
                            .formatted(name, max, text));
        }
        return item.apply(number.getAsInt());
    }

    private static WorkItem lock(@Nullable String query, int millis) {
        boolean shared = "true".equals(parameter(query, "shared"));
        var kind = parameter(query, "kind");
        return switch (kind) {
            case "synchronized" -> new Lock(millis, LockKind.SYNCHRONIZED, shared);
            case "reentrant" -> new Lock(millis, LockKind.REENTRANT, shared);
            case null ->
                    new Invalid(400, "parameter kind is missing: it is synchronized or reentrant");
            default ->
                    new Invalid(
                            400, "kind must be synchronized or reentrant, was \"" + kind + "\"");
        };
    }

    /// The first value of that name; null if there is none.
    static @Nullable String parameter(@Nullable String query, String name) {
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
