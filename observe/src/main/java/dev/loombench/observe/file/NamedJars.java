package dev.loombench.observe.file;

import dev.loombench.observe.library.OpenJars;
import dev.loombench.observe.result.Library;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// The libraries that the command line and the class path of a JVM name by their jars, also agents.
/// Those within an executable jar are not named.
final class NamedJars {
    /// More than a class path has.
    private static final int MOST = 2_000;

    private static final String JAR = ".jar";

    /// Of a path: its file.
    private static final Pattern FILE =
            Pattern.compile("([^/\\\\:;=\\s]{1,255}\\.jar)(?=[:;=\\s]|$)");

    private final Set<Library> libraries = new LinkedHashSet<>();

    /// Adds those of a line.
    void add(String line) {
        FILE.matcher(line)
                .results()
                .limit(MOST)
                .map(file -> library(file.group(1)))
                .filter(_ -> libraries.size() < MOST)
                .forEach(libraries::add);
    }

    /// The version is empty where the name of the file has none.
    private static Library library(String file) {
        return OpenJars.named(file)
                .orElseGet(() -> new Library(file.substring(0, file.length() - JAR.length()), ""));
    }

    List<Library> all() {
        return List.copyOf(libraries);
    }
}
