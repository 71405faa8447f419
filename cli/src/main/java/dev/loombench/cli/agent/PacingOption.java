package dev.loombench.cli.agent;

import dev.loombench.load.pace.Pacing;
import picocli.CommandLine.Option;

/// The option for the precision of send times.
public final class PacingOption {
    @Option(
            names = "--pacing",
            paramLabel = "KIND",
            defaultValue = "auto",
            description = {
                "Precision of the send times with --rate:",
                "exact, 0.1ms, 1ms, or auto by transport, rate and the CPU cost of a timer.",
                "Default: ${DEFAULT-VALUE}."
            })
    private String pacing = "";

    /// @throws dev.loombench.text.WrongInput when it is wrong
    Pacing parse() {
        return Pacing.named(pacing);
    }
}
