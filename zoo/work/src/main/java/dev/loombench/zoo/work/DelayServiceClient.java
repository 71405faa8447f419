package dev.loombench.zoo.work;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The server behind `/downstream`, called the blocking way: the thread waits in the socket.
///
/// `HttpURLConnection` because it has no threads of its own, which would blur what is compared.
final class DelayServiceClient {
    private static final int CONNECT_MILLIS = 5_000;
    private static final int READ_MILLIS = 660_000;

    static final WorkResponse NONE =
            new WorkResponse(503, "no delay service: start this server with --downstream URL");

    private final Optional<URI> base;

    DelayServiceClient(Optional<URI> base) {
        this.base = base;
        // The default keeps 5 idle connections: at more users each call would open one.
        System.setProperty("http.maxConnections", "20000");
    }

    /// The delay service's own answer; 502 when it gave none that is good, 503 when there is no
    /// such service.
    WorkResponse call(WorkItem.Downstream task) {
        if (base.isEmpty()) {
            return NONE;
        }
        try {
            return get(base.get().resolve("/sleep?ms=" + task.millis()));
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
            return new WorkResponse(502, "the delay service said " + status + " where 200 was due");
        }
        try (var body = call.getInputStream()) {
            return WorkResponse.ok(new String(body.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
