package dev.loombench.cli.option;

import picocli.CommandLine.Option;

/// The option that lists the threads of a JVM which may crash meanwhile.
public final class ListThreadsOption {
    @Option(
            names = "--list-threads",
            description = {
                "List the threads even of a JVM that may crash while it lists virtual threads (JDK 21 to"
                        + " 25, JDK-8364343)."
            })
    private boolean listThreads;

    public boolean isSet() {
        return listThreads;
    }
}
