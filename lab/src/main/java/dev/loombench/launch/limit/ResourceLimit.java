package dev.loombench.launch.limit;

import dev.loombench.text.Figures;
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
                ? Figures.whole(max.getAsLong()) + " " + unit
                : "no known limit on " + unit;
    }

    /// Checks the limit against a need; empty when it suffices.
    public Optional<UnmetRequirement> check(long needed) {
        return max.isPresent() && needed > max.getAsLong()
                ? Optional.of(
                        new UnmetRequirement(
                                "%s: %s allows %s".formatted(name, current, allows()),
                                "at least " + Figures.whole(needed),
                                "request less, or raise it: " + remedy))
                : Optional.empty();
    }
}
