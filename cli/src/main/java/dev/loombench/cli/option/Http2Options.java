package dev.loombench.cli.option;

import dev.loombench.spec.load.Http2Policy;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.text.SpecError;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/// The options for requests over HTTP/2.
public final class Http2Options {
    private static final String HTTP2 = "--http2";
    private static final String STREAMS = "--streams";

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

    /// The first of these options that is given; empty where none is.
    public Optional<String> first() {
        if (http2) {
            return Optional.of(HTTP2);
        }
        return streams == null ? Optional.empty() : Optional.of(STREAMS);
    }

    /// What the options say; empty for HTTP/1.1.
    ///
    /// @param oneRequestEach whether each connection carries one request
    /// @throws SpecError when they contradict one another
    public Optional<Http2Policy> given(boolean oneRequestEach) {
        if (streams == null) {
            var otherwise = oneRequestEach ? Http2Policy.ONE : Http2Policy.DEFAULT;
            return http2 ? Optional.of(otherwise) : Optional.empty();
        }
        if (!http2) {
            throw new SpecError(STREAMS + " are those of HTTP/2: add " + HTTP2);
        }
        int count = OptionValues.count(STREAMS, streams);
        if (count < 1 || count > LoadModel.MAX_CONNECTIONS) {
            throw new SpecError(
                    "%s must be between 1 and %,d, was %s"
                            .formatted(STREAMS, LoadModel.MAX_CONNECTIONS, streams));
        }
        if (oneRequestEach && count > 1) {
            throw new SpecError(
                    STREAMS + " goes with connections of many requests: not with --hold or"
                            + " --no-keep-alive");
        }
        return Optional.of(new Http2Policy(count));
    }
}
