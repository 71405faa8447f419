package dev.loombench;

import dev.loombench.cli.Verbs;

/// The command line: words in, exit code out.
public final class Main {
    private Main() {}

    /// @param args verb and its options; `--help` explains
    public static void main(String[] args) {
        System.exit(Verbs.execute(args));
    }
}
