package dev.loombench.load.probe;

import dev.loombench.base.AnyCertificate;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Counts;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Servers that expect TLS, as they show when they get a plain request: by status 400 and a
/// sentence, or by the end of the connection, as of Node.js, Python and HAProxy. To other requests
/// than those of HTTP/1.1 they respond in HTTP/1.1, or by an alert of TLS.
final class TlsPort {
    private static final int BAD_REQUEST = 400;

    /// Long enough where the server, or this JVM, hardly gets a processor.
    private static final Duration HANDSHAKE = Duration.ofSeconds(5);

    /// What a plain request may get from such a server, beside a status.
    private static final List<ErrorKind> SIGNS =
            List.of(
                    ErrorKind.RESET,
                    ErrorKind.CLOSED_EARLY,
                    ErrorKind.HTTP1_ONLY,
                    ErrorKind.MALFORMED,
                    ErrorKind.UPGRADE_FAILED);

    /// Of nginx, Apache httpd, Go and Tomcat, in lower case.
    private static final List<String> SENTENCES =
            List.of(
                    "plain http request was sent to https port",
                    "speaking plain http to an ssl-enabled server port",
                    "http request to an https server",
                    "this combination of host and port requires tls");

    private TlsPort() {}

    /// Whether a plain load without a good response met such a server.
    static boolean isMetBy(LoadPlan plan, Counts counts) {
        if (plan.traffic().connections().tls().isPresent()) {
            return false;
        }
        boolean isBad = counts.statuses().containsKey(BAD_REQUEST);
        if (isBad && !plan.traffic().isWebSocket()) {
            return plan.traffic().connections().http2().isEmpty() && isNamedBy(plan);
        }
        boolean isSign =
                SIGNS.stream().map(ErrorKind::label).anyMatch(counts.errors()::containsKey);
        return (isBad || isSign) && AnyCertificate.secures(plan.target(), HANDSHAKE);
    }

    /// Sends the request once more for the sentence.
    private static boolean isNamedBy(LoadPlan plan) {
        try {
            var response = CheckedRequest.send(plan);
            var body = response.text(0, response.body().length()).toLowerCase(Locale.ROOT);
            return SENTENCES.stream().anyMatch(body::contains);
        } catch (IOException _) {
            return false; // the failure that is known already stays the reason
        }
    }

    /// The same counts with the failure that they mean.
    static Counts asTlsExpected(Counts counts) {
        return new Counts(
                counts.sent(),
                counts.succeeded(),
                Map.of(ErrorKind.TLS_EXPECTED.label(), counts.failed()),
                counts.unfinished(),
                counts.succeededInWindow(),
                counts.bytes(),
                Map.of());
    }
}
