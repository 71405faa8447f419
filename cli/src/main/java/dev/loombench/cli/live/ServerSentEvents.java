package dev.loombench.cli.live;

import dev.loombench.text.RecordJson;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/// The events of a run for its live pages, as server-sent events.
///
/// `status` is a line about the current state, `sample` what a trial does now, `page` the whole
/// page, `ended` the last line. A new listener gets the latest `status` and `ended`. A slow
/// listener cannot delay the run: only the latest pending event of each type is kept for it.
final class ServerSentEvents {
    /// A type of event; a later event replaces a pending one of the same type.
    private enum EventType {
        status,
        sample,
        page,
        ended
    }

    /// @param data a text or a [Sample]
    private record Event(EventType type, Object data) {}

    /// What a trial does now.
    ///
    /// @param trial its number in the plan
    /// @param activity as in `measuring`
    /// @param perSecond responses per second, above 0
    record Sample(int trial, String variant, String activity, double perSecond) {}

    private static final long HEARTBEAT_MILLIS = 5_000;

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private @Nullable Event status;
    private @Nullable Event ended;

    void status(String line) {
        publish(new Event(EventType.status, line));
    }

    void sample(Sample sample) {
        publish(new Event(EventType.sample, sample));
    }

    void page(String html) {
        publish(new Event(EventType.page, html));
    }

    /// Publishes the last event, after which the listeners are disconnected.
    void ended(String line) {
        publish(new Event(EventType.ended, line));
    }

    private synchronized void publish(Event event) {
        if (ended != null) {
            return;
        }
        switch (event.type()) {
            case status -> status = event;
            case ended -> ended = event;
            case page, sample -> {} // a new listener has just loaded the latest page
        }
        listeners.forEach(l -> l.offer(event));
    }

    /// Number of connected pages.
    int listenerCount() {
        return listeners.size();
    }

    /// Writes events until the run has ended or the listener has disconnected.
    void serve(OutputStream out) throws IOException, InterruptedException {
        var listener = new Listener();
        join(listener);
        try {
            out.write(": the run\n\n".getBytes(StandardCharsets.UTF_8));
            out.flush();
            for (boolean more = true; more; ) {
                var event = listener.take();
                out.write(event == null ? ":\n\n".getBytes(StandardCharsets.UTF_8) : bytes(event));
                out.flush();
                more = event == null || event.type() != EventType.ended;
            }
        } finally {
            listeners.remove(listener);
        }
    }

    private synchronized void join(Listener listener) {
        listeners.add(listener);
        if (status != null) {
            listener.offer(status);
        }
        if (ended != null) {
            listener.offer(ended);
        }
    }

    private static byte[] bytes(Event event) {
        // JSON text contains no line break, which would end the event.
        return "event: %s\ndata: %s\n\n"
                .formatted(event.type(), RecordJson.line(event.data()))
                .getBytes(StandardCharsets.UTF_8);
    }

    /// The pending events of one page.
    private static final class Listener {
        private final ArrayDeque<Event> pending = new ArrayDeque<>();

        synchronized void offer(Event event) {
            pending.removeIf(w -> w.type() == event.type());
            pending.add(event);
            notifyAll();
        }

        /// @return null when there was no event for the time of a heartbeat
        synchronized @Nullable Event take() throws InterruptedException {
            long deadline = System.currentTimeMillis() + HEARTBEAT_MILLIS;
            for (long left = HEARTBEAT_MILLIS; pending.isEmpty() && left > 0; ) {
                wait(left);
                left = deadline - System.currentTimeMillis();
            }
            return pending.poll();
        }
    }
}
