package dev.loombench.launch;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// How much of something this machine lets a run have.
///
/// @param name as in `open files`
/// @param seen the setting that was found, as in `20000 (hard limit 20000)`
/// @param most of it there may be; empty where nothing bounds it or the system does not say
/// @param unit as in `connections a process`
/// @param raise the command that raises it, `N` standing for the new value
public record ResourceLimit(
        String name, String seen, OptionalLong most, String unit, String raise) {

    /// What can be had, in a few words.
    public String allows() {
        return most.isPresent()
                ? String.format(Locale.ROOT, "%,d %s", most.getAsLong(), unit)
                : "no limit known on " + unit;
    }

    /// Empty when so much can be had.
    public Optional<UnmetRequirement> lacks(long needed) {
        return most.isPresent() && needed > most.getAsLong()
                ? Optional.of(
                        new UnmetRequirement(
                                "%s: %s allows %s".formatted(name, seen, allows()),
                                String.format(Locale.ROOT, "%,d", needed),
                                "ask for less, or raise it: " + raise))
                : Optional.empty();
    }
}
