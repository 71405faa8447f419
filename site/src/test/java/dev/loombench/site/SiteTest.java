package dev.loombench.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.loombench.Chromium;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// The site of this project, as files and in a browser. Without Chromium the tests in a browser are
/// skipped.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SiteTest {
    private static final Path HOME =
            Path.of(System.getProperty("loombench.home")).toAbsolutePath().normalize();
    private static final Pattern ADDRESS = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
    private static final Pattern PAGE_LINK =
            Pattern.compile("<a (?:[^>]* )?href=\"(?!#|https?:)([^\"#]+)");
    private static final Pattern MARKDOWN = Pattern.compile("]\\(([^)]+\\.md)\\)");

    /// The least contrast of text, by WCAG 2.1, 1.4.3.
    private static final double CONTRAST = 4.5;

    @TempDir private static Path folder;
    @TempDir private static Path profile;
    private List<Page> pages = List.of();
    private Optional<Chromium> started = Optional.empty();

    @BeforeAll
    void write() throws Exception {
        var site = Site.read(HOME, "https://github.com/loombench/loombench");
        site.write(folder);
        pages = site.pages();
    }

    @Test
    void every_link_of_every_page_resolves() throws Exception {
        assertThat(pages).hasSizeGreaterThan(50);
        var broken = new ArrayList<String>();
        for (var page : pages) {
            var file = folder.resolve(page.path());
            for (var match : ADDRESS.matcher(Files.readString(file)).results().toList()) {
                var parts = match.group(1).split("#", 2);
                if (parts[0].matches("[a-z]+:.*")) {
                    continue;
                }
                var target = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]).normalize();
                if (!Files.isRegularFile(target)
                        || (parts.length > 1
                                && !Files.readString(target).contains("id=\"" + parts[1] + "\""))) {
                    broken.add(page.path() + ": " + match.group(1));
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void programs_find_every_page_as_markdown() throws Exception {
        var index = Files.readString(folder.resolve("llms.txt"));
        assertThat(index).startsWith("# Loombench\n\n> ");
        var listed = MARKDOWN.matcher(index).results().map(m -> m.group(1)).toList();
        assertThat(listed)
                .containsExactlyInAnyOrderElementsOf(pages.stream().map(Page::source).toList());
        for (var source : listed) {
            assertThat(folder.resolve(source)).hasSameTextualContentAs(HOME.resolve(source));
        }
    }

    @Test
    void every_page_says_what_it_is_about() {
        assertThat(pages).filteredOn(page -> page.summary().isBlank()).isEmpty();
    }

    /// The report pages of the gallery, as paths in the site.
    private static List<String> gallery() throws IOException {
        var paths = new ArrayList<String>();
        try (var files = Files.list(HOME.resolve("docs/gallery"))) {
            for (var file : files.sorted().toList()) {
                var path = HOME.relativize(file).toString();
                assertThat(folder.resolve(path)).isRegularFile();
                paths.add(path);
            }
        }
        assertThat(paths).isNotEmpty();
        return paths;
    }

    @Test
    void the_report_pages_lead_to_each_other_and_nowhere_else() throws Exception {
        for (var path : gallery()) {
            var file = folder.resolve(path);
            for (var match : PAGE_LINK.matcher(Files.readString(file)).results().toList()) {
                assertThat(file.resolveSibling(match.group(1))).as(path).isRegularFile();
            }
        }
    }

    @Test
    void the_gallery_says_which_of_its_pages_have_an_invalid_verdict() throws Exception {
        var rows = Files.readAllLines(HOME.resolve("docs/gallery.md"));
        for (var path : gallery()) {
            var link = "](" + path.replaceFirst("^docs/", "") + ")";
            var page = Files.readString(folder.resolve(path));
            assertThat(rows)
                    .filteredOn(row -> row.contains(link))
                    .singleElement()
                    .satisfies(row ->
                            assertThat(row.contains("verdict that is invalid"))
                                    .as(path)
                                    .isEqualTo(page.contains(">Invalid result.</h2>")));
        }
    }

    private static URI address(Page page) {
        return folder.resolve(page.path()).toUri();
    }

    /// The browser of all tests, which the first of them starts, as wide as a screen.
    private Chromium browser() throws Exception {
        if (started.isEmpty()) {
            var program = Chromium.installed();
            assumeTrue(program.isPresent(), "Chromium is on PATH");
            started = Optional.of(Chromium.start(program.orElseThrow(), profile));
        }
        var chromium = started.orElseThrow();
        chromium.width(1_280);
        chromium.scheme("light");
        return chromium;
    }

    @AfterAll
    void endBrowser() {
        started.ifPresent(Chromium::close);
    }

    @Test
    void every_page_fits_a_phone_and_asks_for_nothing_else() throws Exception {
        assertFit(400);
    }

    @Tag("nightly")
    @Test
    void every_page_fits_a_wide_screen() throws Exception {
        assertFit(1_280);
    }

    private void assertFit(int width) throws Exception {
        var chromium = browser();
        chromium.width(width);
        for (var page : pages) {
            chromium.open(address(page));
            assertFits(chromium, page.path(), width);
        }
        for (var path : gallery()) {
            chromium.open(folder.resolve(path).toUri());
            assertFits(chromium, path, width);
        }
    }

    private static void assertFits(Chromium chromium, String path, int width) throws Exception {
        chromium.await(
                "the page has its width", () -> chromium.eval("innerWidth").asInt() == width);
        assertThat(chromium.complaints()).as(path).isEmpty();
        assertThat(chromium.requests())
                .as(path)
                .allMatch(request -> request.startsWith("file:") || request.startsWith("data:"));
        assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                .as("%s at %d", path, width)
                .isLessThanOrEqualTo(width);
    }

    @Test
    void a_window_that_becomes_wide_has_the_menu() throws Exception {
        var chromium = browser();
        chromium.width(400);
        chromium.open(address(pages.getFirst()));
        chromium.await("the menu is above the text", () -> !menuIsOpen(chromium));
        chromium.width(1_280);
        chromium.await("the menu is beside the text", () -> menuIsOpen(chromium));
    }

    private static boolean menuIsOpen(Chromium chromium) throws Exception {
        return chromium.eval("document.querySelector('.menu').open").asBoolean();
    }

    @Test
    void text_is_readable_in_light_and_dark() throws Exception {
        var chromium = browser();
        var papers = new ArrayList<Double>();
        for (var scheme : List.of("light", "dark")) {
            chromium.scheme(scheme);
            chromium.open(address(pages.getFirst()));
            double paper = luminance(chromium, "body", "backgroundColor");
            papers.add(paper);
            for (var part : List.of("body", "main a", "nav a", "th", "search label")) {
                double ink = luminance(chromium, part, "color");
                double contrast = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
                assertThat(contrast).as("%s, %s", scheme, part).isGreaterThan(CONTRAST);
            }
        }
        assertThat(papers.get(0)).isGreaterThan(papers.get(1));
    }

    /// Source: WCAG 2.1, *relative luminance*.
    private static double luminance(Chromium chromium, String part, String property)
            throws Exception {
        var color =
                chromium.eval(
                                "getComputedStyle(document.querySelector('%s')).%s"
                                        .formatted(part, property))
                        .asString();
        var channels = Pattern.compile("\\d+").matcher(color).results().limit(3).toList();
        double[] weights = {0.2126, 0.7152, 0.0722};
        double sum = 0;
        for (int i = 0; i < weights.length; i++) {
            double c = Integer.parseInt(channels.get(i).group()) / 255.0;
            sum += weights[i] * (c <= 0.03928 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4));
        }
        return sum;
    }

    @Test
    void the_search_finds_a_section_and_leads_to_it() throws Exception {
        var chromium = browser();
        chromium.open(folder.resolve("docs/load/tls.html").toUri());
        chromium.eval("document.getElementById('search').focus()");
        enter(chromium, "\"one run at a time?\"");
        chromium.await("a section is found", () -> found(chromium) > 0);
        assertThat(chromium.eval("document.querySelector('#found a').href").asString())
                .endsWith("/docs/ci.html#one-run-at-a-time");
        enter(chromium, "no page has this word: xyzzy");
        chromium.await("nothing is found", () -> found(chromium) == 0);
        assertThat(chromium.eval("document.getElementById('found').textContent").asString())
                .isEqualTo("Nothing found.");
        assertThat(chromium.complaints()).isEmpty();
    }

    @Test
    void enter_follows_only_a_section_that_is_shown() throws Exception {
        var chromium = browser();
        chromium.open(folder.resolve("docs/load/tls.html").toUri());
        chromium.eval(
                "(() => { window.followed = 0; document.getElementById('found').addEventListener('click',"
                        + " event => { window.followed++; event.preventDefault(); }); })()");
        enter(chromium, "pool");
        chromium.await("a section is found", () -> found(chromium) > 0);
        press(chromium, "Escape");
        press(chromium, "Enter");
        enter(chromium, "pool");
        chromium.await("a section is found", () -> found(chromium) > 0);
        enter(chromium, "");
        chromium.await("the list is empty", () -> found(chromium) == 0);
        press(chromium, "Enter");
        assertThat(chromium.eval("window.followed").asInt()).isZero();
        enter(chromium, "pool");
        chromium.await("a section is found", () -> found(chromium) > 0);
        press(chromium, "Enter");
        assertThat(chromium.eval("window.followed").asInt()).isEqualTo(1);
    }

    @Test
    void a_search_without_its_index_says_so(@TempDir Path temporary) throws Exception {
        var copy = temporary.resolve("site");
        Files.createDirectories(copy.resolve("docs/load"));
        for (var file : List.of("site.css", "site.js", "docs/load/tls.html")) {
            Files.copy(folder.resolve(file), copy.resolve(file));
        }
        var chromium = browser();
        chromium.open(copy.resolve("docs/load/tls.html").toUri());
        enter(chromium, "pool");
        chromium.await(
                "the reason is shown",
                () ->
                        chromium.eval("document.getElementById('found').textContent")
                                .asString()
                                .equals("The index of the search cannot be loaded."));
    }

    /// How many sections are offered.
    private static int found(Chromium chromium) throws Exception {
        return chromium.eval("document.querySelectorAll('#found a').length").asInt();
    }

    private static void press(Chromium chromium, String key) throws Exception {
        chromium.eval(
                "document.getElementById('search').dispatchEvent(new KeyboardEvent('keydown', {key: '%s'}))"
                        .formatted(key));
    }

    private static void enter(Chromium chromium, String query) throws Exception {
        chromium.eval(
                "(() => { const f = document.getElementById('search'); f.value = '%s'; f.dispatchEvent(new Event('input')); })()"
                        .formatted(query));
    }
}
