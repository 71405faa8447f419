package dev.loombench.cli.mcp;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The responses to a batch, which leave together once each of its messages has had its outcome.
///
/// Source: JSON-RPC 2.0, *Batch*.
final class Batch implements Replies {
    private final Consumer<List<RpcMessage>> send;
    private final List<RpcMessage> responses = new ArrayList<>();
    private int outstanding;

    /// @param messages their number, 1 or more
    Batch(int messages, Consumer<List<RpcMessage>> send) {
        outstanding = messages;
        this.send = send;
    }

    @Override
    public synchronized void reply(RpcMessage response) {
        responses.add(response);
        count();
    }

    @Override
    public synchronized void none() {
        count();
    }

    private void count() {
        outstanding--;
        if (outstanding == 0 && !responses.isEmpty()) {
            send.accept(List.copyOf(responses));
        }
    }
}
