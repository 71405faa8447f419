package dev.loombench.zoo.work;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// A blocking client of the delay service: the calling thread waits in the socket.
///
/// `HttpURLConnection` has no threads, so it adds none to the thread models that are compared.
final class DelayServiceClient {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 660_000;

    static final WorkResponse NONE =
            new WorkResponse(503, "no delay service: start this server with --downstream URL");

    private final Optional<URI> base;

    DelayServiceClient(Optional<URI> base) {
        this.base = base;
        // With the default of 5 idle connections, most calls of many users would open a new one.
        System.setProperty("http.maxConnections", "20000");
    }

    /// Returns the delay service's response; 502 if the call fails, 503 if there is no such
    /// service.
    WorkResponse call(WorkItem.Downstream item) {
        if (base.isEmpty()) {
            return NONE;
        }
        try {
            return get(base.get().resolve("/sleep?ms=" + item.millis()));
        } catch (IOException e) {
            return new WorkResponse(502, "the delay service failed: " + e);
        }
    }

    private static WorkResponse get(URI uri) throws IOException {
        var call = (HttpURLConnection) uri.toURL().openConnection();
        call.setConnectTimeout(CONNECT_MILLIS);
        call.setReadTimeout(READ_MILLIS);
        int status = call.getResponseCode();
        if (status != 200) {
            call.disconnect();
            return new WorkResponse(
                    502, "the delay service responded " + status + ", expected 200");
        }
        try (var body = call.getInputStream()) {
            return WorkResponse.ok(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
