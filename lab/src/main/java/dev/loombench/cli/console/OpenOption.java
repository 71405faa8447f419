package dev.loombench.cli.console;

import java.io.PrintWriter;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/// The option that shows the page of a result.
public final class OpenOption {
    @Option(
            names = "--open",
            description =
                    "Open the page in a browser at the end; without a desktop, print its path.")
    private boolean open;

    /// Opens a page if that is requested.
    public void show(Path page, PrintWriter err) {
        if (open) {
            BrowserLauncher.open(page, err);
        }
    }
}
