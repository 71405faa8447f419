package dev.loombench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Links of the documentation lead to files and headings that exist.
class LinksTest {
    @Test
    void every_link_and_anchor_of_every_page_resolves() throws IOException {
        var pages = MarkdownPage.all();
        assertThat(pages).hasSizeGreaterThan(10);
        assertThat(broken(pages)).isEmpty();
    }

    @Test
    void a_link_to_nothing_is_found() {
        var page =
                MarkdownPage.of(
                        Path.of("/docs/a.md"),
                        List.of(
                                "# One and [two](#one-and-two)",
                                "[there](#one-and-two), [not there](#three), [no file](none.md)",
                                "`[code](#four)`",
                                "```",
                                "[code](#five)",
                                "```",
                                "[another site](https://example.org/#six)"));
        assertThat(broken(List.of(page)))
                .containsExactly("/docs/a.md: #three", "/docs/a.md: none.md");
    }

    private static List<String> broken(List<MarkdownPage> pages) {
        Map<Path, MarkdownPage> byFile =
                pages.stream().collect(Collectors.toMap(MarkdownPage::file, Function.identity()));
        var broken = new ArrayList<String>();
        for (var page : pages) {
            for (var link : page.links()) {
                var parts = link.split("#", 2);
                var target =
                        parts[0].isEmpty()
                                ? page.file()
                                : page.file().resolveSibling(parts[0]).normalize();
                boolean exists = byFile.containsKey(target) || Files.exists(target);
                if (!exists || (parts.length > 1 && !hasAnchor(byFile, target, parts[1]))) {
                    broken.add(page.file() + ": " + link);
                }
            }
        }
        return broken;
    }

    /// Anchors of other files, as lines of sources, are not checked.
    private static boolean hasAnchor(Map<Path, MarkdownPage> pages, Path target, String anchor) {
        var page = pages.get(target);
        Set<String> anchors = page == null ? Set.of(anchor) : page.anchors();
        return anchors.contains(anchor);
    }
}
