package dev.loombench.load.option;

import dev.loombench.traffic.Http2Policy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for requests over HTTP/2.
public final class Http2Option {
    public static final String HTTP2 = "--http2";
    public static final String STREAMS = "--streams";

    /// Where the streams are given, and HTTP/2 is not.
    public static final String NEEDS_HTTP2 = STREAMS + " are those of HTTP/2: add " + HTTP2;

    @Option(
            names = HTTP2,
            description = {
                "HTTP/2: by ALPN over https, by prior knowledge over http (h2c). Default: HTTP/1.1."
            })
    private boolean http2;

    @Option(
            names = STREAMS,
            paramLabel = "N",
            description = {
                "Requests at a time on one connection of HTTP/2: -c 100 --streams 10 is 100 requests in"
                        + " flight on 10 connections. Default: "
                        + Http2Policy.DEFAULT_STREAMS
                        + "; 1 where a connection carries one request."
            })
    private @Nullable String streams;

    public boolean isGiven() {
        return http2;
    }

    /// As given.
    public Optional<String> streams() {
        return Optional.ofNullable(streams);
    }
}
