package dev.loombench.load;

import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult.Counts;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// Servers that answer a plain request on their port for TLS with status 400 and a sentence.
final class TlsPort {
    private static final int BAD_REQUEST = 400;

    /// Of nginx, Apache httpd, Go and Tomcat, in lower case.
    private static final List<String> SENTENCES =
            List.of(
                    "plain http request was sent to https port",
                    "speaking plain http to an ssl-enabled server port",
                    "http request to an https server",
                    "this combination of host and port requires tls");

    private TlsPort() {}

    /// Whether a plain load, whose first request had the status 400, met such a server: sends the
    /// request once more for the sentence.
    static boolean isNamedBy(LoadPlan plan, Counts counts) {
        boolean possible =
                counts.statuses().containsKey(BAD_REQUEST)
                        && plan.traffic().connections().tls().isEmpty()
                        && plan.traffic().connections().http2().isEmpty();
        if (!possible) {
            return false;
        }
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
                Map.of(ErrorKind.TLS_EXPECTED.label(), counts.sent()),
                counts.unfinished(),
                counts.succeededInWindow(),
                counts.bytes(),
                Map.of());
    }
}
