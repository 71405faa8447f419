package dev.loombench.load.transport;

import dev.loombench.load.result.ErrorKind;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/// A transport over another one, whose events it turns into its own. What a layer does not change
/// is as of the other transport.
public abstract class TransportLayer implements Transport, Transport.Events {
    protected final Transport inner;
    private @Nullable Events events;

    protected TransportLayer(Transport inner) {
        this.inner = inner;
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public long resolutionNanos() {
        return inner.resolutionNanos();
    }

    @Override
    public Ticker ticker() {
        return inner.ticker();
    }

    @Override
    public String applicationProtocol(int id) {
        return inner.applicationProtocol(id);
    }

    @Override
    public @Nullable Handshake handshake(int id) {
        return inner.handshake(id);
    }

    @Override
    public ErrorKind openingTimeout(int id) {
        return inner.openingTimeout(id);
    }

    @Override
    public void await(long until, Events handler) throws IOException {
        events = handler;
        inner.await(until, this);
    }

    /// Where the events of this transport go, during a wait.
    protected final Events handler() {
        var handler = events;
        if (handler == null) {
            throw new IllegalStateException("an event without a wait");
        }
        return handler;
    }

    @Override
    public void wakeUp() {
        inner.wakeUp();
    }

    @Override
    public long waitedNanos() {
        return inner.waitedNanos();
    }

    @Override
    public void close() {
        inner.close();
    }
}
