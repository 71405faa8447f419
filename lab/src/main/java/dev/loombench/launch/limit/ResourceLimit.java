package dev.loombench.launch.limit;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// A limit of this machine on a resource that a run needs.
///
/// @param name as in `open files`
/// @param current setting, as in `20000 (hard limit 20000)`
/// @param max largest usable amount; empty where it is unlimited or unknown
/// @param unit as in `connections per process`
/// @param remedy command that raises the limit, with `N` for the new value
public record ResourceLimit(
        String name, String current, OptionalLong max, String unit, String remedy) {

    /// The usable amount, in a few words.
    public String allows() {
        return max.isPresent()
                ? String.format(Locale.ROOT, "%,d %s", max.getAsLong(), unit)
                : "no known limit on " + unit;
    }

    /// Checks the limit against a need; empty when it suffices.
    public Optional<UnmetRequirement> check(long needed) {
        return max.isPresent() && needed > max.getAsLong()
                ? Optional.of(
                        new UnmetRequirement(
                                "%s: %s allows %s".formatted(name, current, allows()),
                                String.format(Locale.ROOT, "at least %,d", needed),
                                "request less, or raise it: " + remedy))
                : Optional.empty();
    }
}
