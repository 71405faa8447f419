package dev.loombench.observe;

import dev.loombench.result.MetricId;
import dev.loombench.result.Observation;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What a server tells of its own handlers under `/stats`, as those of the zoo do: how many
/// requests have left one, and for how long these were in it.
///
/// A look is one request on a connection of its own, so it is taken at the edges of a window alone.
/// Nobody waits for its answer, which may queue behind the load; what it tells is true of the time
/// when it comes.
public final class HandlerStatsObserver implements Observer {
    private static final String NAME = "handler-stats";
    private static final String SUBJECT = "server.handlers";

    /// Later answers come too late to tell of the window.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final int LONGEST_ANSWER = 200;

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> jvmFlags(Path trialDirectory) {
        return List.of();
    }

    @Override
    public Duration beat() {
        return Duration.ZERO;
    }

    @Override
    public ObservationSession watch(ObservedProcess target) {
        return new HandlerStatsSession(target);
    }

    private static final class HandlerStatsSession implements ObservationSession {
        private final ObservedProcess target;
        private final ObservationBuffer notebook = new ObservationBuffer(NAME);
        private final List<Thread> looks = new ArrayList<>();

        HandlerStatsSession(ObservedProcess target) {
            this.target = target;
        }

        @Override
        public synchronized void sample() {
            target.port()
                    .ifPresent(port ->
                            looks.add(
                                    Thread.ofVirtual()
                                            .name("look-inside")
                                            .start(() -> look(port))));
        }

        private void look(int port) {
            try {
                var told = Totals.of(ask(port));
                notebook.add(MetricId.HANDLERS_LEFT, told.left());
                notebook.add(MetricId.HANDLERS_TIME, told.nanos());
            } catch (IOException silent) {
                notebook.missing(SUBJECT, "no answer from /stats: " + silent.getMessage());
            } catch (IllegalArgumentException foreign) {
                notebook.missing(SUBJECT, "the server tells nothing of them under /stats");
            }
        }

        private static String ask(int port) throws IOException {
            var url = URI.create("http://127.0.0.1:" + port + "/stats").toURL();
            var connection = (HttpURLConnection) url.openConnection(Proxy.NO_PROXY);
            connection.setConnectTimeout((int) PATIENCE.toMillis());
            connection.setReadTimeout((int) PATIENCE.toMillis());
            connection.setRequestProperty("Connection", "close");
            try {
                if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
                    return "";
                }
                try (var body = connection.getInputStream()) {
                    return new String(body.readNBytes(LONGEST_ANSWER), StandardCharsets.US_ASCII);
                }
            } finally {
                connection.disconnect();
            }
        }

        /// With what is still on its way, if it comes in time.
        @Override
        public List<Observation> read() {
            List<Thread> pending;
            synchronized (this) {
                pending = List.copyOf(looks);
            }
            try {
                for (var look : pending) {
                    look.join(PATIENCE);
                }
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
            return notebook.observations();
        }

        @Override
        public void close() {
            // A look that is on its way ends by itself.
        }
    }

    /// `now highest left nanos`, as in `3 17 1042 52130000000`.
    private record Totals(long left, long nanos) {

        /// @throws IllegalArgumentException when it is something else
        static Totals of(String text) {
            if (!text.matches("\\d+ \\d+ \\d+ \\d+")) {
                throw new IllegalArgumentException("four numbers were due, was " + text);
            }
            var words = text.split(" ", -1);
            return new Totals(Long.parseLong(words[2]), Long.parseLong(words[3]));
        }
    }
}
