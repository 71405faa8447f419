package dev.loombench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// A page of documentation.
///
/// @param lines those outside of blocks of code
record MarkdownPage(Path file, List<String> lines) {
    private static final Path HOME =
            Path.of(System.getProperty("loombench.home")).toAbsolutePath().normalize();

    private static final Pattern HEADING = Pattern.compile("#{1,6} (.*?)\\s*");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");
    private static final Pattern ID = Pattern.compile("<a id=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("`[^`]*`");

    /// All pages of the project, of its root and of the folders that have some.
    static List<MarkdownPage> all() throws IOException {
        var pages = new ArrayList<MarkdownPage>();
        for (var folder : List.of("docs", "governor", "examples", ".github")) {
            add(ProjectFiles.below(HOME.resolve(folder)).stream(), pages);
        }
        try (var files = Files.list(HOME)) {
            add(files, pages);
        }
        return pages;
    }

    private static void add(Stream<Path> files, List<MarkdownPage> pages) throws IOException {
        for (var file : files.filter(f -> f.toString().endsWith(".md")).sorted().toList()) {
            pages.add(of(file, Files.readAllLines(file)));
        }
    }

    static MarkdownPage of(Path file, List<String> all) {
        var lines = new ArrayList<String>();
        boolean code = false;
        for (var line : all) {
            if (line.strip().startsWith("```")) {
                code = !code;
            } else if (!code) {
                lines.add(line);
            }
        }
        return new MarkdownPage(file, lines);
    }

    /// Its path in the project.
    String name() {
        return HOME.relativize(file).toString();
    }

    /// Words that are read one after the other: those outside of tables, which are looked up.
    long words() {
        return lines.stream()
                .filter(line -> !line.startsWith("|"))
                .flatMap(line -> Stream.of(line.strip().split("\\s+", -1)))
                .filter(word -> !word.isEmpty())
                .count();
    }

    /// The links, without those to other sites.
    List<String> links() {
        return lines.stream()
                .flatMap(line -> LINK.matcher(CODE.matcher(line).replaceAll("`")).results())
                .map(link -> link.group(1))
                .filter(link -> !link.matches("[a-z]+:.*"))
                .toList();
    }

    /// The anchors of its headings, as GitHub makes them, and its own.
    Set<String> anchors() {
        var anchors = new HashSet<String>();
        var uses = new HashMap<String, Integer>();
        for (var line : lines) {
            ID.matcher(line).results().forEach(id -> anchors.add(id.group(1)));
            var heading = HEADING.matcher(line);
            if (heading.matches()) {
                var anchor = anchor(heading.group(1));
                int before = uses.merge(anchor, 1, Integer::sum) - 1;
                anchors.add(before == 0 ? anchor : anchor + "-" + before);
            }
        }
        return anchors;
    }

    private static String anchor(String heading) {
        return heading.replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }
}
