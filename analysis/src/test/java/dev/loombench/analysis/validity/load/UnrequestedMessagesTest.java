package dev.loombench.analysis.validity.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.base.Window;
import dev.loombench.load.result.LoadResult;
import dev.loombench.load.result.LoadResult.Connections;
import dev.loombench.load.result.LoadResult.Events;
import dev.loombench.load.result.LoadResults;
import dev.loombench.traffic.LoadModel;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/// Which loads the messages of a server without a request make invalid.
class UnrequestedMessagesTest {
    private static final LoadModel USERS = new LoadModel.Closed(4, Duration.ZERO);

    private static LoadResult load(Optional<Events> events) {
        var none = new Histogram(3);
        return new LoadResult(
                new Window(0, 1_000_000_000),
                LoadResults.counts(1, 1, Map.of(), 0, 1, 100),
                new Connections(4, 4, 0, 0, 0, 0, 1, none, Optional.empty(), Optional.empty()),
                LoadResults.generator("nio", 0, 0.1, none),
                List.of(),
                List.of(),
                events);
    }

    private static LoadResult load(long unrequested) {
        var none = new Histogram(3);
        return load(Optional.of(new Events(0, 0, unrequested, none, none, Map.of(), Map.of())));
    }

    @Test
    void an_echo_is_invalid_with_any() {
        var loads = List.of(load(2), load(0), load(1), load(Optional.empty()));
        assertThat(UnrequestedMessages.of("new", USERS, loads))
                .contains(new UnrequestedMessages("new", 3, 4));
        assertThat(UnrequestedMessages.of("new", USERS, List.of(load(0)))).isEmpty();
    }

    /// A server may send what it wants on connections that only exist.
    @Test
    void held_connections_are_not() {
        var held = new LoadModel.HeldConnections(4, 1_000);
        assertThat(UnrequestedMessages.of("new", held, List.of(load(2)))).isEmpty();
    }
}
