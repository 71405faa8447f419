package dev.loombench.agent.link;

import java.util.concurrent.ArrayBlockingQueue;

/// The messages of all peers, in the order of their arrival.
final class ReceivedMessages implements LinkHandler {
    private final ArrayBlockingQueue<byte[]> messages = new ArrayBlockingQueue<>(10);

    @Override
    public void left(Peer peer) {}

    @Override
    public void received(Peer peer, byte[] bytes) {
        messages.add(bytes);
    }

    /// The next message, once it has arrived.
    byte[] next() throws InterruptedException {
        return messages.take();
    }
}
