package dev.loombench.load;

import dev.loombench.spec.LoadModel;
import dev.loombench.spec.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;

/// Drives load over HTTP/1.1 keep-alive connections and measures what comes back.
///
/// Good answers are those of 2xx and 3xx. Answers of 4xx and 5xx are errors by kind, and their
/// latency is in no histogram: a server that refuses quickly is not a fast server. Requests that
/// time out are in the histogram of response time with the time they had waited.
public final class LoadEngine {
    private LoadEngine() {}

    /// Opens the connections (staggered over at most a second, never in one burst) and starts to
    /// drive the load at once.
    ///
    /// @param target resolved
    /// @param seed of the arrivals of an open Poisson model; the others draw nothing
    /// @throws IOException when this process cannot have what it needs; a server that cannot be
    ///   reached is no exception but an error counted by kind
    public static LoadRun start(
            InetSocketAddress target, LoadModel model, Request request, long seed)
            throws IOException {
        if (target.isUnresolved()) {
            throw new UnknownHostException(target.getHostString());
        }
        byte[] bytes = RequestBytes.of(request, target);
        var share =
                new Share(
                        new NioTransport(target, bytes, model.connections()),
                        model.connections(),
                        request.method().equals("HEAD"),
                        request.timeout().toNanos(),
                        System.nanoTime());
        var loop =
                switch (model) {
                    case LoadModel.Closed closed ->
                            new ClosedLoop(share, closed.thinkTime().toNanos());
                    case LoadModel.Open open -> new OpenLoop(share, Schedule.of(open, seed, 0, 1));
                };
        return new LoadRun(List.of(loop), model.connections());
    }
}
