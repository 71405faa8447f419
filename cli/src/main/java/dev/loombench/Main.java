package dev.loombench;

import dev.loombench.cli.RootCommand;
import dev.loombench.cli.console.ParentWatch;
import dev.loombench.cli.console.UnpackedHome;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputFilter.Config;
import java.util.Locale;

/// The command line: words in, exit code out.
public final class Main {
    /// Java objects are read from no peer and no file. The values of management beans, which come
    /// from a JVM of the same user, have their own filter.
    private static final ObjectInputFilter NO_CLASS = Config.createFilter("!*");

    private Main() {}

    /// Names the folder of Loombench; the launcher does.
    private static final String HOME = "loombench.home";

    /// @param args verb and its options; `--help` explains
    /// @throws IOException when the files of a released jar cannot be unpacked
    public static void main(String[] args) throws IOException {
        // Figures look the same wherever they are read: 1,234.5 and never 1.234,5.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        if (Config.getSerialFilter() == null) {
            Config.setSerialFilter(NO_CLASS);
        }
        if (System.getProperty(HOME) == null) {
            UnpackedHome.unpack().ifPresent(home -> System.setProperty(HOME, home.toString()));
        }
        if (Boolean.getBoolean(ParentWatch.PROPERTY)) {
            ParentWatch.start();
        }
        System.exit(RootCommand.execute(args));
    }
}
