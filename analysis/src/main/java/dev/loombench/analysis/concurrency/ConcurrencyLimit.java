package dev.loombench.analysis.concurrency;

import java.util.Optional;
import java.util.OptionalLong;

/// A limit of the requests that are served at once.
///
/// @param owner as in `HikariCP`
/// @param setting its name for the limit, as in `maximumPoolSize`
/// @param capacity of the limit; where it is unknown, its default
/// @param basis how the capacity is known
/// @param inUse by requests, where the library publishes it
/// @param waiting requests that wait, where the library publishes it
/// @param property that sets it: of a framework, or of a server of the zoo; empty where there is
///   none
public record ConcurrencyLimit(
        String owner,
        String setting,
        long capacity,
        Basis basis,
        OptionalLong inUse,
        OptionalLong waiting,
        Optional<String> property) {
    /// The name of the number of carriers, with the property that sets it.
    static final String CARRIERS = "number of carriers (%s)".formatted(ConfiguredCarriers.PROPERTY);

    /// What a semaphore limits.
    static final String PERMITS = "permits";

    /// Whether it is that of a semaphore.
    public boolean isOfPermits() {
        return setting.equals(PERMITS);
    }

    /// How a capacity is known.
    public enum Basis {
        /// Published by the library.
        PUBLISHED("published"),
        /// In the variant's command or settings.
        CONFIGURED("configured"),
        /// In a configuration file of the application, which nothing in the command replaces.
        APPLICATION("application"),
        /// The threads that hold one when threads were listed, where the concurrency agrees.
        COUNTED("counted"),
        /// Not configured in the command: the library's default, which the concurrency shows.
        DEFAULT("default"),
        /// The number of carriers, by the JVM: throughput shows that each is held by a request.
        HELD("held"),
        /// Neither published nor in the command, and the concurrency does not show the default.
        UNKNOWN("unknown");

        private final String label;

        Basis(String label) {
            this.label = label;
        }

        /// Whether the capacity is that of the service, and not a default that it may have changed.
        public boolean isKnown() {
            return switch (this) {
                case PUBLISHED, CONFIGURED, APPLICATION, COUNTED, HELD -> true;
                case DEFAULT, UNKNOWN -> false;
            };
        }

        /// The name in JSON.
        public String label() {
            return label;
        }
    }
}
