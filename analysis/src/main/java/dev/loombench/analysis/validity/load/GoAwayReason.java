package dev.loombench.analysis.validity.load;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Why a server ended connections of HTTP/2, in its own words: the debug data of GOAWAY.
///
/// Source: RFC 9113, section 6.8.
final class GoAwayReason {
    private static final String KEY = ErrorKind.GO_AWAY.label();

    private GoAwayReason() {}

    /// The first one; empty where the server gave none.
    static Optional<String> in(List<LoadResult> loads) {
        return loads.stream()
                .flatMap(load -> load.events().stream())
                .flatMap(events -> Stream.ofNullable(events.faults().get(KEY)))
                .findFirst();
    }
}
