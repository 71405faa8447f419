package dev.loombench.cli.option;

import dev.loombench.cli.console.BrowserLauncher;
import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option that shows the page of a result.
public final class OpenOption {
    @Option(
            names = "--open",
            description =
                    "Open the page of the result in a browser; without a desktop, print its path.")
    private boolean open;

    public boolean isSet() {
        return open;
    }

    /// Opens a page if that is requested.
    ///
    /// @param out receives the path where there is no desktop
    public void show(Path page, PrintWriter out) {
        if (open) {
            BrowserLauncher.open(page, out);
        }
    }
}
