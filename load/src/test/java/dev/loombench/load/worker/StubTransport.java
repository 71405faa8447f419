package dev.loombench.load.worker;

import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.transport.Ticker;
import dev.loombench.load.transport.Transport;
import java.io.IOException;

/// A transport that moves no bytes; tests define its wait.
public final class StubTransport implements Transport {
    private final Ticker ticker;
    private final Wait wait;

    /// The action of a wait, on the worker's thread.
    @FunctionalInterface
    public interface Wait {
        void await(long until, Events events) throws IOException;
    }

    public StubTransport(Wait wait) {
        this(Ticker.SYSTEM, wait);
    }

    public StubTransport(Ticker ticker, Wait wait) {
        this.ticker = ticker;
        this.wait = wait;
    }

    @Override
    public String name() {
        return "stub";
    }

    @Override
    public Ticker ticker() {
        return ticker;
    }

    @Override
    public void connect(int id) {}

    @Override
    public void send(int id, EncodedRequest request) {}

    @Override
    public void close(int id) {}

    @Override
    public void await(long until, Events events) throws IOException {
        wait.await(until, events);
    }

    @Override
    public void wakeUp() {}

    @Override
    public long waitedNanos() {
        return 0;
    }

    @Override
    public void close() {}
}
