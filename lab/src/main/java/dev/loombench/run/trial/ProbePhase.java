package dev.loombench.run.trial;

import dev.loombench.load.LoadSettings;
import dev.loombench.load.probe.CheckedRequest;
import dev.loombench.load.probe.Probe;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.run.server.ServerFailed;
import dev.loombench.run.server.ServerHealth;
import dev.loombench.text.FileFault;
import dev.loombench.text.TextSanitizer;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

/// The phase before the load: a request, which fails a trial at once if its load would cause
/// nothing but errors.
public final class ProbePhase {
    public static final String NAME = "probe";

    /// Time limit for the first response of a server that has just started.
    private static final Duration MAX_RESPONSE_TIME = Duration.ofSeconds(30);

    /// Requests before an unexpected status counts: a server may refuse some of many.
    private static final int ATTEMPTS = 3;

    private static final Duration END_TIMEOUT = Duration.ofSeconds(2);
    private static final long POLL_MILLIS = 20;

    /// Bytes of a body that a message is made of.
    private static final int MAX_SHOWN = 1_000;

    private ProbePhase() {}

    /// Whether the request is sent: not where errors are expected, nor where a counter would repeat
    /// its value.
    static boolean isNeeded(Traffic traffic) {
        return !traffic.expectsErrors() && !traffic.hasCounter();
    }

    /// The traffic with at least 30 s for a response.
    static Traffic withTimeLimit(Traffic traffic) {
        return traffic.timeout().compareTo(MAX_RESPONSE_TIME) >= 0
                ? traffic
                : traffic.withTimeout(MAX_RESPONSE_TIME);
    }

    /// Whether a failed request fails the trial. An unexpected status does not where requests are
    /// mixed: the others may succeed.
    static boolean failsTrial(Probe.Failure failure, Traffic traffic) {
        return !(failure.byStatus() && traffic.isMix());
    }

    /// The length and the start of the response's body, for the message about its status; empty
    /// where requesting it again might change something.
    private static String body(
            InetSocketAddress address, Traffic traffic, long seed, SecretMask secrets) {
        boolean isGet = traffic.requests().getFirst().method().equals("GET");
        if (!isGet || traffic.streaming().isPresent()) {
            return "";
        }
        try {
            var response =
                    CheckedRequest.send(address, withTimeLimit(traffic), seed)
                            .masked(secrets::ofBytes);
            var start = response.text(0, MAX_SHOWN).strip();
            return response.length() == 0
                    ? "; its body is empty"
                    : "; its body of %d bytes begins with %s"
                            .formatted(response.length(), TextSanitizer.quoted(start));
        } catch (IOException e) {
            return "; its body could not be read: " + e.getMessage();
        }
    }

    /// @param secrets masked in messages
    /// @throws ServerFailed when the request fails, or the server does
    static void run(
            InetSocketAddress address,
            Traffic traffic,
            long seed,
            SecretMask secrets,
            ServerHealth server)
            throws InterruptedException, ServerFailed {
        try {
            var failure =
                    failure(() ->
                            Probe.<ServerFailed>send(
                                            address,
                                            withTimeLimit(traffic),
                                            seed,
                                            LoadSettings.DEFAULT.transport(),
                                            () -> server.check(NAME))
                                    .failure());
            if (failure.isPresent() && failsTrial(failure.get(), traffic)) {
                if (!failure.get().byStatus()) {
                    awaitEnd(server);
                }
                var body = failure.get().byStatus() ? body(address, traffic, seed, secrets) : "";
                throw new ServerFailed(NAME, secrets.of(failure.get().reason()) + body);
            }
        } catch (IOException e) {
            throw new ServerFailed(
                    NAME, "cannot send a request before the load: " + FileFault.of(e));
        }
    }

    /// A request that is sent.
    interface Attempt {
        Optional<Probe.Failure> failure() throws IOException, InterruptedException, ServerFailed;
    }

    /// Empty where one of the requests had a good response.
    static Optional<Probe.Failure> failure(Attempt request)
            throws IOException, InterruptedException, ServerFailed {
        var failure = request.failure();
        for (int i = 1; i < ATTEMPTS && failure.filter(Probe.Failure::byStatus).isPresent(); i++) {
            failure = request.failure();
        }
        return failure;
    }

    /// Waits for the end of a server that did not respond: it may be the cause, and is noticed with
    /// a delay.
    ///
    /// @throws ServerFailed when it ends
    private static void awaitEnd(ServerHealth server) throws InterruptedException, ServerFailed {
        long deadline = System.nanoTime() + END_TIMEOUT.toNanos();
        while (System.nanoTime() < deadline) {
            server.check(NAME);
            Thread.sleep(POLL_MILLIS);
        }
    }
}
