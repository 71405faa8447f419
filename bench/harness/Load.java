package harness;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// One load as a generator is asked for it, and how it fills the template of a command line.
///
/// @param folder for the files of this generator; `target.txt` there names the URL
/// @param rate requests a second; 0 in the closed model
/// @param reporting whether the generator's own report is wanted, which may cost it something
record Load(
        Place place,
        Path folder,
        int port,
        int connections,
        int rate,
        int seconds,
        boolean reporting) {
    private static final Pattern SPACE = Pattern.compile("\\s+");

    String url() {
        return "http://127.0.0.1:" + port + "/hello";
    }

    /// The template's words, with `{url}`, `{port}`, `{c}` connections, `{R}` requests a second,
    /// `{R/c}` requests a second on each connection, `{d}` seconds, and the folders `{bench}`,
    /// `{home}` (of the project) and `{dir}` (for files).
    List<String> fill(String template) {
        return SPACE.splitAsStream(template.strip()).map(this::filled).toList();
    }

    private String filled(String word) {
        return word.replace("{url}", url())
                .replace("{port}", "" + port)
                .replace("{c}", "" + connections)
                .replace("{R/c}", "" + Math.max(1, rate / connections))
                .replace("{R}", "" + rate)
                .replace("{d}", "" + seconds)
                .replace("{bench}", place.bench().toString())
                .replace("{home}", place.home().toString())
                .replace("{dir}", folder.toString());
    }
}
