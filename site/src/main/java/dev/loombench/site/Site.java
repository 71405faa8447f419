package dev.loombench.site;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.site.Page.Section;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/// The site of a project's documentation.
final class Site {
    /// Folders and files with pages.
    private static final List<String> SOURCES =
            List.of(
                    "README.md",
                    "docs",
                    "governor/README.md",
                    "CHANGELOG.md",
                    "CONTRIBUTING.md",
                    "SECURITY.md",
                    "SUPPORT.md");

    private static final List<String> FILES = List.of("site.css", "site.js");
    private static final TemplateEngine TEMPLATES =
            TemplateEngine.createPrecompiled(ContentType.Html);

    private final Path home;
    private final Map<String, Page> pages = new LinkedHashMap<>();

    private Site(Path home) {
        this.home = home;
    }

    /// Reads the pages of a project.
    ///
    /// @param home folder of the project
    /// @param repository its address, for links to folders
    static Site read(Path home, String repository) throws IOException {
        var site = new Site(home);
        var reader = new PageReader(repository);
        for (var source : SOURCES) {
            try (Stream<Path> files = Files.walk(home.resolve(source))) {
                for (var file : files.filter(f -> Page.isPage(f.toString())).sorted().toList()) {
                    var path = home.relativize(file).toString().replace('\\', '/');
                    site.pages.put(
                            path,
                            reader.read(
                                    path,
                                    Files.readString(file),
                                    target -> Files.isDirectory(home.resolve(target))));
                }
            }
        }
        return site;
    }

    List<Page> pages() {
        return List.copyOf(pages.values());
    }

    /// Writes the site into a folder.
    ///
    /// @throws IOException when a file cannot be written, and when a link leads nowhere
    void write(Path folder) throws IOException {
        var menu = Menu.of(pages);
        for (var page : pages.values()) {
            var out = new StringOutput();
            TEMPLATES.render("page.jte", Map.of("page", page, "menu", menu), out);
            write(folder.resolve(page.path()), out.toString());
            write(folder.resolve(page.source()), Files.readString(home.resolve(page.source())));
        }
        for (var file : linkedFiles()) {
            var to = folder.resolve(file);
            Files.createDirectories(Objects.requireNonNull(to.getParent()));
            Files.write(to, Files.readAllBytes(home.resolve(file)));
        }
        for (var file : FILES) {
            try (var in = Objects.requireNonNull(Site.class.getResourceAsStream(file))) {
                write(folder.resolve(file), new String(in.readAllBytes(), UTF_8));
            }
        }
        write(folder.resolve("search-index.js"), searchIndex());
        write(folder.resolve("llms.txt"), index(menu));
    }

    /// What pages link to and is no page; images too, of which the documentation has one.
    private SortedSet<String> linkedFiles() throws IOException {
        var files = new TreeSet<String>();
        for (var page : pages.values()) {
            for (var link : page.links()) {
                if (!pages.containsKey(link)) {
                    if (!Files.isRegularFile(home.resolve(link))) {
                        throw new IOException(
                                "%s links to %s, which is not there"
                                        .formatted(page.source(), link));
                    }
                    files.add(link);
                }
            }
        }
        return files;
    }

    /// An entry per section, as a script: a page that is opened from a disk may not read files.
    private String searchIndex() {
        var entries = new ArrayList<Map<String, String>>();
        for (var page : pages.values()) {
            for (Section section : page.sections()) {
                entries.add(
                        Map.of(
                                "page", page.title(),
                                "heading", section.heading(),
                                "address",
                                        page.path()
                                                + (section.anchor().isEmpty()
                                                        ? ""
                                                        : "#" + section.anchor()),
                                "text", section.text()));
            }
        }
        return "window.sections = " + JsonMapper.shared().writeValueAsString(entries) + ";\n";
    }

    /// By the convention of llmstxt.org: a title, a summary, and a list of links to Markdown.
    private static String index(List<Menu.Entry> menu) {
        var first = menu.getFirst().page();
        var lines = new ArrayList<>(List.of("# " + first.title(), "", "> " + first.summary(), ""));
        lines.add("## Documentation");
        lines.add("");
        menu.forEach(entry -> addTo(lines, entry));
        return String.join("\n", lines) + "\n";
    }

    private static void addTo(List<String> lines, Menu.Entry entry) {
        var page = entry.page();
        lines.add("- [%s](%s): %s".formatted(page.title(), page.source(), page.summary()));
        entry.children().forEach(child -> addTo(lines, child));
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(Objects.requireNonNull(file.getParent()));
        Files.writeString(file, text);
    }
}
