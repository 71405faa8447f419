package dev.loombench.site;

import java.io.IOException;
import java.nio.file.Path;

/// Writes the site: `SiteMain PROJECT REPOSITORY FOLDER`.
final class SiteMain {
    private SiteMain() {}

    /// @param args the folder of the project, its address, and the folder of the site
    public static void main(String[] args) throws IOException {
        if (args.length != 3) {
            System.err.println("site: PROJECT REPOSITORY FOLDER are needed");
            System.exit(2);
        }
        var site = Site.read(Path.of(args[0]).toAbsolutePath().normalize(), args[1]);
        site.write(Path.of(args[2]));
        System.out.printf("%d pages in %s%n", site.pages().size(), args[2]);
    }
}
