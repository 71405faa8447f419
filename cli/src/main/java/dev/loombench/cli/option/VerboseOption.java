package dev.loombench.cli.option;

import picocli.CommandLine.Option;

/// The option for text in full.
public final class VerboseOption {
    @Option(
            names = "--verbose",
            description =
                    "Print everything as text: all figures and evidence, notes with their remedies, and"
                            + " where requests wait.")
    private boolean verbose;

    public boolean isSet() {
        return verbose;
    }
}
