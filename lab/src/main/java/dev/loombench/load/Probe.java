package dev.loombench.load;

import dev.loombench.load.transport.TransportChoice;
import dev.loombench.result.ErrorKind;
import dev.loombench.result.LoadResult;
import dev.loombench.spec.load.Arrival;
import dev.loombench.spec.load.LoadModel;
import dev.loombench.spec.load.LoadProfile;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.Units;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.OptionalLong;

/// One request ahead of a load, in the same way as the load will send its own: a port where nobody
/// listens, or a path that is not there, is found at once and not after a warm-up.
///
/// Of requests that are mixed one is drawn.
public final class Probe {
    private static final long LOOK_MILLIS = 5;

    /// Nothing before the window opens, then one soon: the window is closed after it.
    private static final LoadModel ONE_REQUEST =
            new LoadModel.Open(LoadProfile.constant(1_000).after(1e-6), Arrival.CONSTANT, 1);

    private Probe() {}

    /// Why a load would be in vain.
    ///
    /// @param byStatus whether the target did respond, with a status that is not expected
    /// @param why one sentence without its full stop
    public record Refusal(boolean byStatus, String why) {}

    /// Sends the request and awaits its response for as long as the traffic allows.
    ///
    /// @param worthwhile looked at while the response is awaited
    /// @return empty when the response was a good one
    public static <E extends Exception> Optional<Refusal> send(
            InetSocketAddress target,
            TrafficSpec traffic,
            long seed,
            TransportChoice transport,
            LoadRun.WorkerCheck<E> worthwhile)
            throws IOException, InterruptedException, E {
        var settings = new LoadSettings(transport, Pacing.AUTO, 1);
        try (var run = LoadEngine.start(target, ONE_REQUEST, traffic, seed, settings)) {
            run.openWindow(OptionalLong.of(1), _ -> {});
            while (!run.windowOver(traffic.timeout())) {
                worthwhile.check();
                Thread.sleep(LOOK_MILLIS);
            }
            return refusal(target, traffic, run.closeWindow(worthwhile).counts());
        }
    }

    static Optional<Refusal> refusal(
            InetSocketAddress target, TrafficSpec traffic, LoadResult.Counts counts) {
        if (counts.succeeded() > 0) {
            return Optional.empty();
        }
        var what =
                traffic.isMix() ? "one of the requests" : traffic.requests().getFirst().summary();
        var where = "%s:%d".formatted(target.getAddress().getHostAddress(), target.getPort());
        var status = counts.statuses().keySet().stream().findFirst();
        if (status.isPresent()) {
            return Optional.of(
                    new Refusal(
                            true,
                            "%s: %s responds with status %d%s"
                                    .formatted(what, where, status.get(), advice(status.get()))));
        }
        var error = counts.errors().keySet().stream().findFirst().orElse("unfinished");
        return Optional.of(
                new Refusal(false, "%s: %s".formatted(what, sentence(error, where, traffic))));
    }

    private static String advice(int status) {
        return status / 100 == 3
                ? "; redirects are not followed: give the URL that it leads to, or expect the status"
                : "";
    }

    private static String sentence(String error, String where, TrafficSpec traffic) {
        if (error.equals(ErrorKind.CONNECT_REFUSED.label())) {
            return "nobody listens at " + where + " (" + error + ")";
        }
        if (error.equals(ErrorKind.TIMEOUT.label())) {
            return "no response from %s within %s".formatted(where, Units.text(traffic.timeout()));
        }
        return "no good response from %s (%s)".formatted(where, error);
    }
}
