package dev.loombench.load.option;

import picocli.CommandLine.Option;

/// The option for connections that carry one request.
public final class KeepAliveOption {
    @Option(
            names = "--no-keep-alive",
            description = {
                "One connection per request; the time to open it is part of the response time."
            })
    private boolean noKeepAlive;

    /// Whether a connection carries several requests.
    public boolean isKept() {
        return !noKeepAlive;
    }
}
