package dev.loombench.zoo.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// `/events?count=&ms=`: a stream of server-sent events, each after a wait, on servers that have it.
///
/// @param count of events; 0 for a stream that ends with its connection
/// @param millis before each event
public record EventStream(int count, int millis) {
    public static final String CONTENT_TYPE = "text/event-stream";

    static final String PATH = "/events";
    private static final int MAX_COUNT = 1_000_000;
    private static final int MAX_MILLIS = 600_000;

    /// Empty for another path, and for a query without valid numbers, to which [Work] responds.
    ///
    /// @param path null if the request has none
    /// @param query without the question mark; null if the request has none
    public static Optional<EventStream> of(@Nullable String path, @Nullable String query) {
        if (!PATH.equals(path)) {
            return Optional.empty();
        }
        var count = number(query, "count", MAX_COUNT);
        var millis = number(query, "ms", MAX_MILLIS);
        return count.isPresent() && millis.isPresent()
                ? Optional.of(new EventStream(count.get(), millis.get()))
                : Optional.empty();
    }

    private static Optional<Integer> number(@Nullable String query, String name, int max) {
        return Optional.ofNullable(WorkItem.parameter(query, name))
                .map(text -> IntRange.parse(0, max, text))
                .filter(number -> number.isPresent())
                .map(number -> number.getAsInt());
    }

    /// Whether another event follows.
    ///
    /// @param sent number of events so far
    public boolean hasNext(int sent) {
        return count == 0 || sent < count;
    }

    /// An event in its form on the connection.
    public static String event(int number) {
        return "id: " + number + "\ndata: event " + number + "\n\n";
    }

    /// Writes the stream, on a thread that waits before each event.
    public void writeTo(OutputStream out) throws IOException {
        try {
            for (int sent = 0; hasNext(sent); sent++) {
                Thread.sleep(millis);
                out.write(event(sent + 1).getBytes(UTF_8));
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // the server is shutting down: the stream ends
        }
    }
}
