package dev.loombench.analysis.validity.load;

import dev.loombench.analysis.finding.FindingText;
import dev.loombench.analysis.finding.LongerRun;
import dev.loombench.finding.Kind;
import dev.loombench.load.result.LoadResult;
import java.util.List;
import java.util.Optional;

/// All requests of a load shared one connection of HTTP/2, which one thread of the server reads.
///
/// @param streams of that connection
public record OneConnection(String variant, int streams) implements LoadFinding {
    public static final Kind KIND =
            new Kind(
                    "one-connection",
                    "one connection of HTTP/2 for all requests, with several streams",
                    "note");

    public static Optional<OneConnection> of(String variant, List<LoadResult> loads) {
        return loads.stream()
                .map(LoadResult::connections)
                .filter(c -> c.requested() == 1)
                .flatMap(c -> c.streams().stream())
                .filter(streams -> streams.perConnection() > 1)
                .findFirst()
                .map(streams -> new OneConnection(variant, streams.perConnection()));
    }

    @Override
    public FindingText words(LongerRun longer) {
        return new FindingText(
                "all requests shared one connection, with up to %,d streams".formatted(streams),
                "a server reads a connection in one event loop, so that one core parses all requests, whatever threads run the handlers",
                "add connections with fewer streams on each (-c, --streams), unless the clients of the service also share one");
    }
}
