package dev.loombench.cli.live;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// What a run tells the pages that follow it, as server-sent events.
///
/// `doing` is a line about now, `page` the whole page anew, `ended` the last line. A page that
/// comes late gets the latest of each. Nobody who listens can hold the run up: of what a slow one
/// has not yet taken, only the latest of each kind is kept.
final class ServerSentEvents {
    /// A kind of event; later ones of the same kind replace earlier ones.
    private enum EventType {
        doing,
        page,
        ended
    }

    private record Event(EventType kind, String text) {}

    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final long HEARTBEAT_MILLIS = 5_000;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Event doing;
    private @Nullable Event ended;

    void doing(String line) {
        tell(new Event(EventType.doing, line));
    }

    void page(String html) {
        tell(new Event(EventType.page, html));
    }

    /// The last event: listeners are let go once they have it.
    void ended(String line) {
        tell(new Event(EventType.ended, line));
    }

    private synchronized void tell(Event told) {
        if (ended != null) {
            return;
        }
        switch (told.kind()) {
            case doing -> doing = told;
            case ended -> ended = told;
            case page -> {} // whoever comes late has just loaded the latest
        }
        listeners.forEach(l -> l.offer(told));
    }

    /// How many pages listen.
    int listening() {
        return listeners.size();
    }

    /// Writes events until the run has ended or the listener is gone.
    void serve(OutputStream out) throws IOException, InterruptedException {
        var listener = new Listener();
        join(listener);
        try {
            out.write(": the run\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (boolean more = true; more; ) {
                var told = listener.take();
                out.write(told == null ? ":\n\n".getBytes(StandardCharsets.UTF_8) : event(told));
                out.flush();
                more = told == null || told.kind() != EventType.ended;
            }
        } finally {
            listeners.remove(listener);
        }
    }

    private synchronized void join(Listener listener) {
        listeners.add(listener);
        if (doing != null) {
            listener.offer(doing);
        }
        if (ended != null) {
            listener.offer(ended);
        }
    }

    private static byte[] event(Event told) {
        // JSON has no line end in it, which would end the event.
        return "event: %s\ndata: %s\n\n"
                .formatted(told.kind(), MAPPER.writeValueAsString(told.text()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /// What one page has yet to be told.
    private static final class Listener {
        private final ArrayDeque<Event> waiting = new ArrayDeque<>();

        synchronized void offer(Event told) {
            waiting.removeIf(w -> w.kind() == told.kind());
            waiting.add(told);
            notifyAll();
        }

        /// @return null when there was nothing for so long that a sign of life is due
        synchronized @Nullable Event take() throws InterruptedException {
            long deadline = System.currentTimeMillis() + HEARTBEAT_MILLIS;
            for (long left = HEARTBEAT_MILLIS; waiting.isEmpty() && left > 0; ) {
                wait(left);
                left = deadline - System.currentTimeMillis();
            }
            return waiting.poll();
        }
    }
}
