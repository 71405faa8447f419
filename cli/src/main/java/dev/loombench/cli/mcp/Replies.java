package dev.loombench.cli.mcp;

/// Where the outcomes of one message go: at most one response each.
@FunctionalInterface
interface Replies {
    void reply(RpcMessage response);

    /// What gets no response: a notification, and a request that was cancelled.
    default void none() {}
}
