package dev.loombench.analysis.concurrency;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.analysis.concurrency.PoolLibrary.Kind;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// A property that sets the number of platform threads which serve requests.
///
/// @param owner as in `Tomcat`
/// @param name the owner's name for the number
record ThreadSetting(String owner, String name, String property) {
    private static final String QUARKUS = "quarkus.thread-pool.max-threads";
    private static final String MICRONAUT = "micronaut.executors.blocking.n-threads";

    /// Those of web servers in Spring Boot, and of frameworks with a pool of their own.
    static final List<ThreadSetting> ALL =
            Stream.concat(
                            PoolLibrary.ALL.stream()
                                    .filter(library -> library.kind() == Kind.THREADS)
                                    .flatMap(library ->
                                            library.properties().values().stream()
                                                    .map(property ->
                                                            new ThreadSetting(
                                                                    library.name(),
                                                                    library.setting(),
                                                                    property))),
                            Stream.of(
                                    new ThreadSetting("Quarkus", QUARKUS, QUARKUS),
                                    new ThreadSetting("Micronaut", MICRONAUT, MICRONAUT)))
                    .toList();

    /// As many threads as requests are served at once.
    ConcurrencyLimit limit(long count, Basis basis) {
        return new ConcurrencyLimit(
                owner,
                name,
                count,
                basis,
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.of(property));
    }
}
