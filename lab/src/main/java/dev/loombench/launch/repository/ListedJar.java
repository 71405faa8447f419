package dev.loombench.launch.repository;

import java.util.Optional;
import java.util.regex.Pattern;

/// A jar that a server needs, as a line of `sha256sum` names it.
///
/// @param sha256 in lower-case hexadecimal
/// @param path in a repository, as in `org/a/b/1/b-1.jar`: no segment begins with a dot, so that it
///   leads out of no folder
public record ListedJar(String sha256, String path) {
    private static final Pattern LINE =
            Pattern.compile("([0-9a-f]{64})  ((?:\\w[\\w.+-]*/){3,}\\w[\\w.+-]*\\.jar)");

    static Optional<ListedJar> of(String line) {
        var matcher = LINE.matcher(line);
        return matcher.matches()
                ? Optional.of(new ListedJar(matcher.group(1), matcher.group(2)))
                : Optional.empty();
    }

    /// Its file name.
    String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
