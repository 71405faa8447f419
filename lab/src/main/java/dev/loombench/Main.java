package dev.loombench;

import dev.loombench.cli.RootCommand;
import java.util.Locale;

/// The command line: words in, exit code out.
public final class Main {
    private Main() {}

    /// @param args verb and its options; `--help` explains
    public static void main(String[] args) {
        // Figures look the same wherever they are read: 1,234.5 and never 1.234,5.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        System.exit(RootCommand.execute(args));
    }
}
