package dev.loombench.analysis.validity.load;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// Why a server ended connections of HTTP/2, in its own words: the debug data of GOAWAY. A load
/// keeps the first alone.
///
/// Source: RFC 9113, section 6.8.
final class GoAwayReason {
    private static final String KEY = ErrorKind.GO_AWAY.label();

    private GoAwayReason() {}

    /// The first one with an error; empty where the server gave none, or it may be that of a
    /// connection without an error.
    static Optional<String> ofErrors(List<LoadResult> loads) {
        return first(loads, load -> ConnectionsClosed.goAways(load) == 0);
    }

    /// The first one without an error; empty where the server gave none, or it may be that of a
    /// connection with an error.
    static Optional<String> withoutError(List<LoadResult> loads) {
        return first(loads, load -> ConnectionsClosed.endedWithError(load) == 0);
    }

    private static Optional<String> first(List<LoadResult> loads, Predicate<LoadResult> isOfKind) {
        return loads.stream()
                .filter(isOfKind)
                .flatMap(load -> load.events().stream())
                .flatMap(events -> Stream.ofNullable(events.faults().get(KEY)))
                .findFirst();
    }
}
