package dev.loombench.launch.process;

import dev.loombench.base.AnyCertificate;
import dev.loombench.base.Loopback;
import dev.loombench.base.ReceivedAlert;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.http.ResponseParser;
import dev.loombench.launch.process.output.LineSplitter;
import dev.loombench.text.UrlText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.SocketFactory;

/// The wait until a service accepts requests.
///
/// @param port how it learns its port
public record Readiness(Ready ready, Duration within, PortSource port, LogWatch watch) {
    private static final Duration INTERVAL = Duration.ofMillis(50);

    /// Looks in a row at which it accepts connections on the other loopback address only: one that
    /// listens on both opens one after the other.
    private static final int ELSEWHERE = 10;

    /// The measured path may take long, above all the first time.
    private static final int RESPONSE_MILLIS = 10_000;

    private static final Pattern PORT_TAKEN =
            Pattern.compile(
                    "(?:address|port \\d+) .{0,20}in use|EADDRINUSE", Pattern.CASE_INSENSITIVE);

    private static final int LAST_LINES = 200;

    private static final int MAX_OTHERS = 5;

    private static final String LONGER =
            "; a longer start needs a longer limit (ready: within, --ready-within)";

    private static final String EMPTY_INPUT =
            "; its standard input is empty, as in a container: one that ends with its input can get another by sh -c 'sleep infinity | exec COMMAND'";

    private static final int FIRST_ERROR = 500;
    private static final int BAD_REQUEST = 400;
    private static final int NOT_FOUND = 404;

    /// How an alert of TLS begins.
    private static final String TLS_ALERT = "\025";

    /// Alerts of a server that gets no certificate of the client, and requires one.
    private static final Set<String> ABOUT_CLIENTS =
            Set.of("certificate_required", "bad_certificate", "handshake_failure");

    private static final Duration HANDSHAKE = Duration.ofSeconds(2);

    /// Watches a service's output for the line that shows that it is ready.
    public static final class LogWatch implements Consumer<String> {
        private final Optional<String> text;
        private volatile boolean seen;

        LogWatch(Optional<String> text) {
            this.text = text;
        }

        @Override
        public void accept(String line) {
            if (text.isPresent() && line.contains(text.get())) {
                seen = true;
            }
        }
    }

    /// @param port how the service learns its port
    public static Readiness of(Ready ready, Duration within, PortSource port) {
        var text =
                switch (ready) {
                    case Ready.LogLine(var line) -> Optional.of(line);
                    case Ready.Http _, Ready.Port _ -> Optional.<String>empty();
                };
        return new Readiness(ready, within, port, new LogWatch(text));
    }

    /// Waits until the service is ready, and finds the process that listens. One that listens on
    /// the loopback address of the other version of IP only is ready there. A path that is not
    /// found is waited for [some time][NotFoundWait], which the limit may end.
    ///
    /// @return the fault, in words that follow its name; empty when it is ready
    public Optional<String> await(ServiceProcess service) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        var notFound = new NotFoundWait(begun);
        int elsewhere = 0;
        while (true) {
            if (!service.isAlive()) {
                var exit = service.exit().toCompletableFuture().join();
                return Optional.of(
                        exit.describe() + " before it was ready" + afterEnd(exit, service));
            }
            service.look();
            var obstacle = obstacle(service.address());
            boolean late = System.nanoTime() - begun >= within.toNanos();
            boolean missing = isMissingPath(obstacle);
            if (obstacle.isEmpty()
                    || notFound.isOver(missing, System.nanoTime())
                    || (missing && late)) {
                service.findListener();
                return Optional.empty();
            }
            elsewhere = isReadyElsewhere(service) ? elsewhere + 1 : 0;
            if (elsewhere == ELSEWHERE) { // the next look finds it ready
                service.listensOn(Loopback.other(service.address()).orElseThrow());
            }
            if (late) {
                return Optional.of(
                        "was not ready within %.1f s: %s%s"
                                .formatted(within.toMillis() / 1e3, obstacle.get(), hint(service)));
            }
            Thread.sleep(INTERVAL);
        }
    }

    /// Whether the service is ready on the other loopback address only: one of its processes, as
    /// far as the system shows that.
    private boolean isReadyElsewhere(ServiceProcess service)
            throws IOException, InterruptedException {
        var other = Loopback.elsewhere(service.address());
        return other.isPresent()
                && isResponse(obstacle(other.get()))
                && (!ListeningPort.knowsProcesses()
                        || service.listening().stream()
                                .anyMatch(bound -> ListeningPort.serves(bound, other.get())));
    }

    private boolean isResponse(Optional<String> obstacle) {
        return obstacle.isEmpty() || isMissingPath(obstacle);
    }

    /// Whether it responds with 404.
    private boolean isMissingPath(Optional<String> obstacle) {
        return ready instanceof Ready.Http http
                && obstacle.equals(Optional.of(unready(http.target(), NOT_FOUND)));
    }

    /// What still shows that it is not ready; empty when it is.
    Optional<String> obstacle(InetSocketAddress address) throws InterruptedException {
        return switch (ready) {
            case Ready.Http http -> responds(http.target(), address);
            case Ready.Port() ->
                    Loopback.accepts(address) ? Optional.empty() : Optional.of(missing(address));
            case Ready.LogLine(var text) ->
                    !watch.seen
                            ? Optional.of("it printed no line with \"" + text + "\"")
                            : Loopback.accepts(address)
                                    ? Optional.empty()
                                    : Optional.of(missing(address));
        };
    }

    private static String missing(InetSocketAddress address) {
        return "it does not listen on port %d%s"
                .formatted(
                        address.getPort(),
                        address.getAddress().isLoopbackAddress()
                                ? ""
                                : " of " + address.getAddress().getHostAddress());
    }

    private static Optional<String> responds(String path, InetSocketAddress address) {
        try {
            return status(path, firstLine(path, address));
        } catch (IOException e) {
            return Optional.of(
                    Loopback.accepts(address)
                            ? "GET %s got no response (%s)%s"
                                    .formatted(path, e.getMessage(), ofCertificate(e))
                            : missing(address));
        }
    }

    /// What to do where the service may require a certificate of the client, which it does not get.
    private static String ofCertificate(IOException failure) {
        return ReceivedAlert.in(failure).filter(ABOUT_CLIENTS::contains).isPresent()
                ? "; it may require a certificate of the client, which has none here: wait for its port (ready: {port: open}, --ready port)"
                : "";
    }

    /// The first line of the response, over TLS where the server expects that: it answers a plain
    /// request with an alert or the status 400, or ends the connection.
    private static String firstLine(String path, InetSocketAddress address) throws IOException {
        var refused = Optional.<SocketException>empty();
        var line = "";
        try {
            line = firstLine(path, address, SocketFactory.getDefault());
        } catch (SocketException e) {
            refused = Optional.of(e);
        }
        boolean expectsTls =
                line.startsWith(TLS_ALERT)
                        || ((line.isEmpty() || isBadRequest(line))
                                && AnyCertificate.secures(address, HANDSHAKE));
        if (expectsTls) {
            try {
                return firstLine(path, address, AnyCertificate.context().getSocketFactory());
            } catch (IOException e) {
                if (isBadRequest(line)) {
                    return line; // it responds, and may require a certificate of the client
                }
                throw e;
            }
        }
        if (refused.isPresent()) {
            throw refused.get();
        }
        return line;
    }

    private static boolean isBadRequest(String line) {
        return ResponseParser.statusIn(line).equals(OptionalInt.of(BAD_REQUEST));
    }

    private static String firstLine(String path, InetSocketAddress address, SocketFactory sockets)
            throws IOException {
        try (var socket = sockets.createSocket()) {
            socket.connect(address, RESPONSE_MILLIS);
            socket.setSoTimeout(RESPONSE_MILLIS);
            socket.getOutputStream()
                    .write(
                            "GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
                                    .formatted(path, UrlText.authority(address))
                                    .getBytes(StandardCharsets.US_ASCII));
            var line =
                    new BufferedReader(
                                    new InputStreamReader(
                                            socket.getInputStream(), StandardCharsets.ISO_8859_1))
                            .readLine();
            return line == null ? "" : line;
        }
    }

    private static Optional<String> status(String path, String line) {
        var status = ResponseParser.statusIn(line);
        if (status.isEmpty()) {
            return Optional.of(
                    "GET %s got \"%s\", not a status line of HTTP/1.1"
                            .formatted(path, StartupFault.shortened(LineSplitter.printable(line))));
        }
        return status.getAsInt() < FIRST_ERROR && status.getAsInt() != NOT_FOUND
                ? Optional.empty()
                : Optional.of(unready(path, status.getAsInt()));
    }

    private static String unready(String path, int status) {
        return "GET %s responds with status %d".formatted(path, status);
    }

    /// What may have ended a service without an exit code for it, or because of its port.
    private String afterEnd(ProcessExit exit, ServiceProcess service) {
        if (findsPortTaken(service)) {
            return names(service);
        }
        return exit.status() == 0 && exit.cause() == ProcessExit.ExitCause.UNREQUESTED
                ? EMPTY_INPUT
                : "";
    }

    /// Where the service listens instead, and how it learns its port.
    private String hint(ServiceProcess service) throws IOException {
        var listening = service.listening();
        var here = listening.stream().filter(a -> a.getPort() == service.port()).toList();
        if (!here.isEmpty()) {
            return Loopback.accepts(service.address())
                    ? LONGER
                    : "; it listens on %s only: configure it to listen on %s, or on all addresses"
                            .formatted(
                                    here.stream()
                                            .map(UrlText::authority)
                                            .collect(Collectors.joining(", ")),
                                    service.listen().getHostAddress());
        }
        if (!listening.isEmpty()) {
            return "; it listens on %s: %s"
                    .formatted(
                            listening.stream()
                                    .map(a -> String.valueOf(a.getPort()))
                                    .distinct()
                                    .collect(Collectors.joining(", ")),
                            otherPort(listening.getFirst().getPort()));
        }
        return names(service) + started(service);
    }

    /// What lets a service that listens on another port be measured.
    String otherPort(int other) {
        return switch (port) {
            case PLACEHOLDER ->
                    "it does not take its port from where {port} stands (a -D option stands before -jar); correct that, or set port: %d in a file"
                            .formatted(other);
            case VARIABLES ->
                    "write {port} in the command, or set port: %d in a file".formatted(other);
            case FIXED -> "correct port in the file, as in port: %d".formatted(other);
        };
    }

    private String names(ServiceProcess service) {
        return (findsPortTaken(service) ? "; it found a port taken that it chose itself" : "")
                + switch (port) {
                    case VARIABLES ->
                            "; the command has no {port}, so the service must take it from PORT";
                    case PLACEHOLDER, FIXED -> "";
                };
    }

    private static boolean findsPortTaken(ServiceProcess service) {
        return service.logTail(LAST_LINES).stream().anyMatch(Readiness::isPortTaken);
    }

    /// Whether a line of its output says so.
    static boolean isPortTaken(String line) {
        return PORT_TAKEN.matcher(line).find();
    }

    private static String started(ServiceProcess service) {
        return service.commandStatus()
                .map(status ->
                        "; its command ended with exit code %d, and %s"
                                .formatted(status, left(service)))
                .orElse(LONGER);
    }

    /// What is left of a service whose command has ended.
    private static String left(ServiceProcess service) {
        if (!service.processes().isEmpty()) {
            return "processes of it are left" + LONGER;
        }
        var others =
                service.unattributed().stream()
                        .limit(MAX_OTHERS)
                        .map(p ->
                                p.info()
                                        .command()
                                        .map(file -> "%d (%s)".formatted(p.pid(), file))
                                        .orElseGet(() -> Long.toString(p.pid())))
                        .collect(Collectors.joining(", "));
        return others.isEmpty()
                ? "no process of it is left"
                : "no process of it is known; started since then, and not ended: %s%s"
                        .formatted(others, LONGER);
    }
}
