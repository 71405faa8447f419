package dev.loombench.observe;

import dev.loombench.base.AnyCertificate;
import dev.loombench.observe.result.MetricId;
import dev.loombench.observe.result.Observation;
import dev.loombench.text.UrlText;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import org.jspecify.annotations.Nullable;

/// Observes a server's handler statistics under `/stats`, as the zoo's servers publish them: the
/// number of requests that have left a handler, and the time that they spent in it.
///
/// A sample is one request on its own connection, so it is taken only at the edges of a window. No
/// caller waits for the response, which may queue behind the load; its values are those at the time
/// it arrives.
public final class HandlerStatsObserver implements Observer {
    private static final String NAME = "handler-stats";
    private static final String SUBJECT = "server.handlers";

    /// A response that takes longer no longer describes the window.
    private static final Duration TIMEOUT = Duration.ofSeconds(5);

    private static final int MAX_RESPONSE_BYTES = 200;

    private final Duration timeout;

    public HandlerStatsObserver() {
        this(TIMEOUT);
    }

    /// @param timeout after which a response no longer describes the window
    HandlerStatsObserver(Duration timeout) {
        this.timeout = timeout;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public ObservationSession start(ObservedProcess target) {
        return new HandlerStatsSession(target, timeout);
    }

    private static final class HandlerStatsSession implements ObservationSession {
        private final ObservedProcess target;
        private final int timeoutMillis;
        private final ObservationBuffer buffer = new ObservationBuffer(NAME);
        private final List<Thread> pendingSamples = new ArrayList<>();
        private @Nullable Thread rehearsal;

        HandlerStatsSession(ObservedProcess target, Duration timeout) {
            this.target = target;
            timeoutMillis = (int) timeout.toMillis();
        }

        @Override
        public synchronized void sample() {
            target.http()
                    .ifPresent(address ->
                            pendingSamples.add(
                                    Thread.ofVirtual()
                                            .name("handler-stats")
                                            .start(() -> sample(address))));
        }

        @Override
        public void sampleSliceEnd() {
            // A request per slice would be part of the load.
        }

        /// Skipped while the previous request has no response.
        @Override
        public synchronized void rehearse() {
            if (rehearsal == null || !rehearsal.isAlive()) {
                target.http()
                        .ifPresent(address ->
                                rehearsal =
                                        Thread.ofVirtual()
                                                .name("handler-stats")
                                                .start(() -> rehearse(address)));
            }
        }

        private void rehearse(InetSocketAddress address) {
            try {
                request(address);
            } catch (IOException e) {
                // The sample at the edge reports it.
            }
        }

        private void sample(InetSocketAddress address) {
            try {
                var totals = Totals.of(request(address));
                buffer.add(MetricId.HANDLERS_LEFT, totals.left());
                buffer.add(MetricId.HANDLERS_TIME, totals.nanos());
            } catch (IOException e) {
                buffer.addUnavailable(SUBJECT, "no response from /stats: " + e.getMessage());
            } catch (IllegalArgumentException e) {
                buffer.addUnavailable(
                        SUBJECT, "the server publishes no handler statistics under /stats");
            }
        }

        private String request(InetSocketAddress address) throws IOException {
            var scheme = target.secured() ? "https" : "http";
            var url =
                    URI.create("%s://%s/stats".formatted(scheme, UrlText.authority(address)))
                            .toURL();
            var connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
            if (connection instanceof HttpsURLConnection secured) {
                secured.setSSLSocketFactory(AnyCertificate.context().getSocketFactory());
                secured.setHostnameVerifier((_, _) -> true);
            }
            connection.setConnectTimeout(timeoutMillis);
            connection.setReadTimeout(timeoutMillis);
            connection.setRequestProperty("Connection", "close");
            try {
                if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                    return "";
                }
                try (var body = connection.getInputStream()) {
                    return new String(
                            body.readNBytes(MAX_RESPONSE_BYTES), StandardCharsets.US_ASCII);
                }
            } finally {
                connection.disconnect();
            }
        }

        /// Includes pending samples that complete in time.
        @Override
        public List<Observation> read() {
            List<Thread> started;
            synchronized (this) {
                started = List.copyOf(pendingSamples);
            }
            try {
                for (var sample : started) {
                    sample.join(Duration.ofMillis(timeoutMillis));
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return buffer.observations();
        }
    }

    /// `now highest left nanos`, as in `3 17 1042 52130000000`.
    private record Totals(long left, long nanos) {

        /// @throws IllegalArgumentException when the text has another form
        static Totals of(String text) {
            if (!text.matches("\\d+ \\d+ \\d+ \\d+")) {
                throw new IllegalArgumentException("expected four numbers, was " + text);
            }
            var words = text.split(" ", -1);
            return new Totals(Long.parseLong(words[2]), Long.parseLong(words[3]));
        }
    }
}
