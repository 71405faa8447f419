package dev.loombench.cli.option;

import dev.loombench.observe.result.OptionalObservation;
import java.util.Set;
import picocli.CommandLine.Option;

/// The option that profiles the code of the observed JVM.
public final class ProfileOption {
    /// As it is typed.
    public static final String NAME = "--profile";

    @Option(
            names = NAME,
            description = {
                "Profile the code: CPU time and allocations of each method, by samples of stacks with"
                        + " async-profiler, or only CPU time with Flight Recorder where it cannot be"
                        + " loaded. Its cost is part of the CPU that is reported."
            })
    private boolean profile;

    public boolean isSet() {
        return profile;
    }

    /// The observation that it turns on; none without it.
    public Set<OptionalObservation> observed() {
        return profile ? Set.of(OptionalObservation.PROFILE) : Set.of();
    }
}
