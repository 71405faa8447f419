package dev.loombench.cli.option;

import java.util.List;
import picocli.CommandLine.Option;

/// The option for some variants of an experiment.
public final class VariantOption {
    @Option(
            names = "--variant",
            paramLabel = "NAME",
            description = "Of an experiment, only this variant. Repeatable.")
    private List<String> variants = List.of();

    /// None for all.
    public List<String> variants() {
        return variants;
    }
}
