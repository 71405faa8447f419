package dev.loombench.analysis.concurrency;

import dev.loombench.analysis.concurrency.ConcurrencyLimit.Basis;
import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;

/// The limits that a variant's command and settings configure. Values of its environment are not
/// stored, only their names; files of the service are not read.
///
/// @param words of the service's command; none for a server of the zoo
/// @param environment names of variables
/// @param threads of a server of the zoo, where its model has a pool
public record ConfiguredLimits(List<String> words, Set<String> environment, OptionalLong threads) {
    private static final String ZOO_SETTING = "threads";

    /// A setting of Spring Boot as an argument or a system property.
    private static final Pattern SPRING_BOOT =
            Pattern.compile("(--|-D)(server\\.port|spring\\.).*");

    public ConfiguredLimits {
        words = List.copyOf(words);
        environment = Set.copyOf(environment);
    }

    public static ConfiguredLimits of(Variant variant) {
        var threads = variant.settings().get(ZOO_SETTING);
        return new ConfiguredLimits(
                variant.service().map(ServiceCommand::words).orElse(List.of()),
                variant.environment().keySet(),
                threads == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(threads)));
    }

    /// The limit in `--PROPERTY=N` or `-DPROPERTY=N`, of which the first holds.
    OptionalLong of(PoolLibrary library) {
        return library.property().stream()
                .flatMap(p ->
                        List.of("--", "-D").stream().flatMap(start -> value(start, p).stream()))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /// The property that sets the limit of a service of Spring Boot.
    Optional<String> property(PoolLibrary library) {
        return library.property()
                .filter(_ -> words.stream().anyMatch(w -> SPRING_BOOT.matcher(w).matches()));
    }

    private Optional<String> value(String start, String property) {
        return words.stream()
                .filter(w -> w.startsWith(start) && w.contains("="))
                .filter(w ->
                        canonical(w.substring(start.length(), w.indexOf('=')))
                                .equals(canonical(property)))
                .map(w -> w.substring(w.indexOf('=') + 1))
                .filter(v -> v.matches("\\d{1,9}"))
                .findFirst();
    }

    /// Whether a variable of the environment sets the limit, as in
    /// `SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE`.
    boolean mayConfigure(PoolLibrary library) {
        return library.property().stream()
                .anyMatch(p ->
                        environment.stream()
                                .anyMatch(name ->
                                        canonical(name.replace('_', '.')).equals(canonical(p))));
    }

    /// The pool of a server of the zoo.
    Optional<ConcurrencyLimit> zooThreads() {
        return threads.stream()
                .mapToObj(count ->
                        new ConcurrencyLimit(
                                "the server",
                                "setting " + ZOO_SETTING,
                                count,
                                Basis.CONFIGURED,
                                OptionalLong.empty(),
                                OptionalLong.empty(),
                                Optional.of(ZOO_SETTING)))
                .findFirst();
    }

    /// `maximumPoolSize`, `maximum-pool-size` and `maximum_pool_size` are one name.
    private static String canonical(String property) {
        return property.replaceAll("[-._]", "").toLowerCase(Locale.ROOT);
    }
}
