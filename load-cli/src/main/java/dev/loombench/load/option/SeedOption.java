package dev.loombench.load.option;

import picocli.CommandLine.Option;

/// The option for the seed of a load.
public final class SeedOption {
    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = {
                "Seed of all that is random in the load, as arrivals of poisson, think times and a mix of"
                        + " requests. Default: ${DEFAULT-VALUE}."
            })
    private long seed;

    public long seed() {
        return seed;
    }
}
