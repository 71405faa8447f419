package harness;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/// The load that a generator is started with, and the template of its command line.
///
/// @param folder files of this generator; `target.txt` there names the URL
/// @param rate requests per second; 0 in the closed model
/// @param reporting whether the generator writes its own report, which may add cost
record LoadParameters(
        CpuPlacement placement,
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

    /// Splits the template into words and replaces `{url}`, `{port}`, `{c}` connections, `{R}`
    /// requests per second, `{R/c}` requests per second on each connection, `{d}` seconds, and the
    /// folders `{bench}`, `{home}` (of the project) and `{dir}` (for files).
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
                .replace("{bench}", placement.bench().toString())
                .replace("{home}", placement.home().toString())
                .replace("{dir}", folder.toString());
    }
}
