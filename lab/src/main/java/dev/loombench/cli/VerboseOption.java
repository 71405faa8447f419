package dev.loombench.cli;

import picocli.CommandLine.Option;

/// The option for a text report in full.
final class VerboseOption {
    @Option(
            names = "--verbose",
            description =
                    "Print the whole report as text: all percentiles, what runs inside each server, and"
                            + " notes with their remedies.")
    private boolean verbose;

    boolean isSet() {
        return verbose;
    }
}
