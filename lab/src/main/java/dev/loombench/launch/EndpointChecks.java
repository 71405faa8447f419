package dev.loombench.launch;

import dev.loombench.base.Loopback;
import dev.loombench.base.ServerAddress;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.launch.limit.UnmetRequirement;
import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Optional;

/// Checks of a service that already runs: its host is known, it accepts a connection, and a process
/// of the user's choice exists.
final class EndpointChecks {
    private static final int CONNECT_MILLIS = 5_000;

    private EndpointChecks() {}

    /// @return unmet requirements; empty when it can be measured
    static List<UnmetRequirement> check(Endpoint endpoint) {
        try {
            var address = resolve(endpoint);
            return connection(endpoint, address)
                    .or(() -> process(endpoint, address))
                    .map(List::of)
                    .orElse(List.of());
        } catch (UnknownHostException e) {
            return List.of(
                    new UnmetRequirement(
                            "no address is known for host "
                                    + TextSanitizer.quoted(
                                            endpoint.other()
                                                    .map(ConnectTo::host)
                                                    .orElse(endpoint.host())),
                            "the host of a service",
                            endpoint.other()
                                    .map(_ -> "correct the address to connect to")
                                    .orElse("correct the URL")));
        }
    }

    static InetSocketAddress resolve(Endpoint endpoint) throws UnknownHostException {
        return ServerAddress.of(endpoint.host(), endpoint.port(), endpoint.other()).address();
    }

    /// Checks whether a service accepts a connection.
    static Optional<UnmetRequirement> connection(Endpoint endpoint, InetSocketAddress address) {
        try (var probe = new Socket()) {
            probe.connect(address, CONNECT_MILLIS);
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(
                    new UnmetRequirement(
                            "no service accepts a connection at %s (%s)"
                                    .formatted(endpoint.connected(), e.getMessage()),
                            "a service that already runs",
                            Loopback.elsewhere(address)
                                    .filter(_ -> endpoint.connectTo().isEmpty())
                                    .map(other ->
                                            "use %s://%s: a service listens on that loopback address only"
                                                    .formatted(
                                                            endpoint.scheme(),
                                                            UrlText.authority(other)
                                                                    + endpoint.path().orElse("")))
                                    .orElse("start it, correct the URL, or name its command")));
        }
    }

    private static Optional<UnmetRequirement> process(
            Endpoint endpoint, InetSocketAddress address) {
        if (endpoint.pid().isEmpty()) {
            return Optional.empty();
        }
        long pid = endpoint.pid().getAsLong();
        try {
            return EndpointProcess.of(pid, address).isPresent()
                    ? Optional.empty()
                    : Optional.of(
                            new UnmetRequirement(
                                    "no process " + pid + " on this machine",
                                    "the process of " + endpoint.address(),
                                    "correct pid, or remove it to find the one that listens"));
        } catch (IOException e) {
            return Optional.of(
                    new UnmetRequirement(
                            "process %d cannot be checked: %s".formatted(pid, e.getMessage()),
                            "the process of " + endpoint.address(),
                            "remove pid"));
        }
    }
}
