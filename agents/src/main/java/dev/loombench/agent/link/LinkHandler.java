package dev.loombench.agent.link;

/// Receives the events of an endpoint: per peer one at a time and in order. Must return soon.
public interface LinkHandler {
    /// The peer has left, ended, or not been heard of for some seconds.
    void left(Peer peer);

    void received(Peer peer, byte[] bytes);
}
