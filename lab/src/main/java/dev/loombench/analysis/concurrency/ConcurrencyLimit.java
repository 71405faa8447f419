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
/// @param property that sets it: of Spring Boot, or of a server of the zoo; empty where there is
///   none
public record ConcurrencyLimit(
        String owner,
        String setting,
        long capacity,
        Basis basis,
        OptionalLong inUse,
        OptionalLong waiting,
        Optional<String> property) {

    /// How a capacity is known.
    public enum Basis {
        /// Published by the library.
        PUBLISHED("published"),
        /// In the variant's command or settings.
        CONFIGURED("configured"),
        /// Not configured in the command: the library's default, which explains the concurrency.
        DEFAULT("default"),
        /// Neither published nor in the command, and the default does not explain the concurrency.
        UNKNOWN("unknown");

        private final String label;

        Basis(String label) {
            this.label = label;
        }

        /// The name in JSON.
        public String label() {
            return label;
        }
    }
}
