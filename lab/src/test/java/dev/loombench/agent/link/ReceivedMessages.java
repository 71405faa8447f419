package dev.loombench.agent.link;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// The messages of all peers, in the order of their arrival.
final class ReceivedMessages implements LinkHandler {
    private final ArrayBlockingQueue<byte[]> messages = new ArrayBlockingQueue<>(10);

    @Override
    public void left(Peer peer) {}

    @Override
    public void received(Peer peer, byte[] bytes) {
        messages.add(bytes);
    }

    /// The next message, or null where none arrives within 20 s.
    byte @Nullable [] next() throws InterruptedException {
        return messages.poll(20, TimeUnit.SECONDS);
    }
}
