package dev.loombench.analysis.finding;

import static dev.loombench.text.Figures.axis;
import static dev.loombench.text.Figures.counted;
import static dev.loombench.text.Figures.number;
import static dev.loombench.text.Figures.time;

import com.fasterxml.jackson.annotation.JsonValue;

/// What is used up, so that no more requests are served.
///
/// @param size number of threads, permits, processors, connections, streams or requests; a quota
///   may be a part of a processor
/// @param heldSeconds for which a request holds one of them
public record ServingLimit(Resource resource, double size, double heldSeconds) {
    /// Kinds of limits.
    public enum Resource {
        POOL("pool"),
        /// Of a semaphore.
        PERMITS("permits"),
        PROCESSORS("processors"),
        CARRIERS("carriers"),
        /// Threads that serve events, each limited to one processor.
        SATURATED_THREADS("saturated-threads"),
        /// Of the load, not of the server.
        CONNECTIONS("connections"),
        /// Of HTTP/2, which the server allows on the connections of the load.
        STREAMS("streams"),
        /// Threads of the load generator.
        GENERATOR("generator"),
        /// Requests that are served at once, by a limit that is not known.
        REQUESTS("requests");

        private final String label;

        Resource(String label) {
            this.label = label;
        }

        /// The name in files: stable.
        @JsonValue
        public String label() {
            return label;
        }
    }

    /// Requests that it allows.
    public double perSecond() {
        return size / heldSeconds;
    }

    /// Whether it is a limit of the load, so that the server did not get what arrived.
    public boolean ofLoad() {
        return resource == Resource.CONNECTIONS || resource == Resource.GENERATOR;
    }

    /// `its pool of 10 allows 196/s`.
    public String text() {
        var rate = number(perSecond()) + "/s";
        return switch (resource) {
            case POOL -> "its pool of %s allows %s".formatted(axis(size), rate);
            case PERMITS ->
                    "the %s of its semaphore %s %s"
                            .formatted(
                                    counted(size, "permit"), size == 1 ? "allows" : "allow", rate);
            case PROCESSORS -> "%s allow %s".formatted(counted(size, "processor"), rate);
            case CARRIERS -> "its %s allow %s".formatted(counted(size, "carrier"), rate);
            case SATURATED_THREADS ->
                    "its %s for events %s %s"
                            .formatted(
                                    counted(size, "thread"), size == 1 ? "allows" : "allow", rate);
            case CONNECTIONS ->
                    "the %s of the load allow about %s (%s / %s)"
                            .formatted(
                                    counted(size, "connection"),
                                    rate,
                                    axis(size),
                                    time(heldSeconds * 1e9));
            case STREAMS ->
                    "the %s that it allows on the connections of the load give about %s (%s / %s)"
                            .formatted(
                                    counted(size, "stream"),
                                    rate,
                                    axis(size),
                                    time(heldSeconds * 1e9));
            case GENERATOR ->
                    "the %s of the load generator allow %s"
                            .formatted(counted(size, "thread"), rate);
            case REQUESTS -> "it serves about %s at once".formatted(counted(size, "request"));
        };
    }

    /// `use more connections, or a lower rate`.
    public String remedy() {
        return switch (resource) {
            case CONNECTIONS -> "use more connections, or a lower rate";
            case STREAMS ->
                    "raise the server's limit on concurrent streams, use fewer streams on more connections (--streams), or a lower rate";
            case GENERATOR -> "use more threads of the load generator, or a lower rate";
            case POOL -> "use a larger pool, or a lower rate than it allows";
            case PERMITS -> "give it more permits, or use a lower rate than they allow";
            case SATURATED_THREADS ->
                    "use more event loops, move work from them to other threads, or use a rate below %s/s"
                            .formatted(number(perSecond()));
            case PROCESSORS, CARRIERS, REQUESTS ->
                    "use a rate below %s/s".formatted(number(perSecond()));
        };
    }
}
