package dev.loombench.load.tls.engine;

/// A library that speaks TLS, for the connections of one worker and on its thread.
public interface TlsEngine extends AutoCloseable {

    /// Begins a connection; the first step of its handshake has bytes to send.
    TlsSession open();

    /// Drops received bytes that no session has taken, as those of a connection that was closed.
    void discardInput();

    /// Frees what it holds; its sessions are closed before.
    @Override
    void close();
}
