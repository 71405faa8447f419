package dev.loombench.load.request;

import java.util.List;

/// A request with values in it, filled anew each time it is sent; one a loop. Never allocates once
/// made.
final class RequestTemplate {
    private final ValueGenerator[] draws;
    private final Segment[] slots;
    private final Segment[] body;
    private final ValueGenerator.Length bodyLength;

    /// @param draws of all its values, each once
    /// @param slots head and body
    /// @param body those of them that are the body
    /// @param bodyLength what a slot of the head shows
    RequestTemplate(
            List<ValueGenerator> draws,
            List<Segment> slots,
            List<Segment> body,
            ValueGenerator.Length bodyLength) {
        this.draws = draws.toArray(ValueGenerator[]::new);
        this.slots = slots.toArray(Segment[]::new);
        this.body = body.toArray(Segment[]::new);
        this.bodyLength = bodyLength;
    }

    /// Bytes it has at most.
    long longest() {
        long sum = 0;
        for (var slot : slots) {
            sum += slot.longest();
        }
        return sum;
    }

    /// Draws new values and writes them.
    void fill(EncodedRequest into) {
        for (var draw : draws) {
            draw.next();
        }
        long length = 0;
        for (var slot : body) {
            length += slot.length();
        }
        bodyLength.set(length);
        int at = 0;
        for (var slot : slots) {
            at = slot.write(into.memory(), at);
        }
        into.filled(at);
    }
}
