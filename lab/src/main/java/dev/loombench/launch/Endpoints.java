package dev.loombench.launch;

import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.launch.process.RunningEndpoint;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The services of a run that already run, and the processes behind them, which must stay the same
/// from round to round.
///
/// A host is resolved once: its name may stand for several machines in turn, and two variants at it
/// are requests to one service.
final class Endpoints {
    private final Resolution resolution;

    /// Variant -> the service at the beginning of the run.
    private final Map<String, RunningEndpoint> first = new HashMap<>();

    /// Host and port that are connected to -> their address.
    private final Map<String, InetSocketAddress> addresses = new HashMap<>();

    /// Finds the address of a service.
    interface Resolution {
        InetSocketAddress of(Endpoint endpoint) throws UnknownHostException;
    }

    Endpoints() {
        this(EndpointChecks::resolve);
    }

    Endpoints(Resolution resolution) {
        this.resolution = resolution;
    }

    /// The services behind the variants that already run, by variant.
    ///
    /// @throws WrongInput when the host of one is unknown
    Map<String, RunningEndpoint> of(List<Variant> variants) {
        var found = new LinkedHashMap<String, RunningEndpoint>();
        for (var variant : variants) {
            variant.endpoint()
                    .ifPresent(endpoint -> {
                        try {
                            found.put(variant.name(), first(variant, endpoint));
                        } catch (IOException e) {
                            throw new WrongInput(message(variant, e));
                        }
                    });
        }
        return found;
    }

    /// Connects to a service for a round.
    ///
    /// @throws LaunchFailed when it accepts no connection, or its process is another one than at
    ///   the beginning of the run
    RunningEndpoint connect(LaunchConfiguration launched, Endpoint endpoint) {
        try {
            var running = first(launched, endpoint);
            requireSame(running.process(), find(endpoint, running.address()));
            EndpointChecks.connection(endpoint, running.address())
                    .ifPresent(unmet -> {
                        throw new LaunchFailed(unmet.message());
                    });
            return running;
        } catch (IOException e) {
            throw new LaunchFailed(message(launched, e));
        }
    }

    /// The servers of a block start at the same time.
    private synchronized RunningEndpoint first(LaunchConfiguration launched, Endpoint endpoint)
            throws IOException {
        var known = first.get(launched.name());
        if (known != null) {
            return known;
        }
        var address = address(endpoint);
        var found = new RunningEndpoint(address, find(endpoint, address));
        first.put(launched.name(), found);
        return found;
    }

    /// Under the name of its own URL, by which TLS knows it: several hosts may be at one address.
    private InetSocketAddress address(Endpoint endpoint) throws UnknownHostException {
        var place = endpoint.connected().toLowerCase(Locale.ROOT);
        var known = addresses.get(place);
        if (known != null) {
            return ConnectTo.named(endpoint.host(), known);
        }
        var resolved = resolution.of(endpoint);
        addresses.put(place, resolved);
        return resolved;
    }

    private static String message(LaunchConfiguration launched, IOException e) {
        return "%s cannot be reached: %s".formatted(launched.name(), e.getMessage());
    }

    private static void requireSame(EndpointProcess then, EndpointProcess now) {
        if (!(then instanceof EndpointProcess.Known before)) {
            return;
        }
        boolean same =
                switch (now) {
                    case EndpointProcess.Known after -> after.listener().equals(before.listener());
                    case EndpointProcess.Unknown _ -> before.isAlive();
                };
        if (!same) {
            throw new LaunchFailed(
                    "the run began with %s, and now %s; a service that already runs must not restart during a run"
                            .formatted(
                                    before.summary(),
                                    switch (now) {
                                        case EndpointProcess.Known after ->
                                                after.summary() + " listens";
                                        case EndpointProcess.Unknown _ -> "that one has ended";
                                    }));
        }
    }

    private static EndpointProcess find(Endpoint endpoint, InetSocketAddress address)
            throws IOException {
        if (endpoint.pid().isEmpty()) {
            return EndpointProcess.of(address);
        }
        long pid = endpoint.pid().getAsLong();
        return EndpointProcess.of(pid, address)
                .<EndpointProcess>map(known -> known)
                .orElseGet(() -> new EndpointProcess.Unknown("process " + pid + " has ended"));
    }
}
