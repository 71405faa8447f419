package dev.loombench;

import dev.loombench.cli.RootCommand;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Config;
import java.util.Locale;

/// The command line: words in, exit code out.
public final class Main {
    /// Java objects are read from no peer and no file. The values of management beans, which come
    /// from a JVM of the same user, have their own filter.
    private static final ObjectInputFilter NO_CLASS = Config.createFilter("!*");

    private Main() {}

    /// @param args verb and its options; `--help` explains
    public static void main(String[] args) {
        // Figures look the same wherever they are read: 1,234.5 and never 1.234,5.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        if (Config.getSerialFilter() == null) {
            Config.setSerialFilter(NO_CLASS);
        }
        System.exit(RootCommand.execute(args));
    }
}
