package dev.loombench.agent;

import dev.loombench.agent.wire.Frame.FromAgent;
import java.util.function.Consumer;

/// Frames of an agent in an order in which none is late: what was read for a frame is no older than
/// the frames before it. So no progress of a load follows the end of its window, or its own end.
final class OrderedFrames implements Consumer<FromAgent> {
    private final Consumer<FromAgent> out;

    /// @param out sends to the controller
    OrderedFrames(Consumer<FromAgent> out) {
        this.out = out;
    }

    @Override
    public synchronized void accept(FromAgent frame) {
        out.accept(frame);
    }

    /// Reads a state and sends frames of it, between which and the state no other frame is sent.
    synchronized void together(Runnable step) {
        step.run();
    }
}
