package dev.loombench.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageReaderTest {
    private static Page read(String source, String... lines) {
        return new PageReader("https://example.org/project")
                .read(source, String.join("\n", lines), target -> target.equals("examples/a"));
    }

    @Test
    void a_page_has_the_title_of_its_heading_and_the_summary_of_its_first_sentence() {
        var page =
                read("docs/a.md", "# `load`: alone", "", "It sends *p99* requests.", "And more.");
        assertThat(page.title()).isEqualTo("load: alone");
        assertThat(page.summary()).isEqualTo("It sends p99 requests.");
        assertThat(page.path()).isEqualTo("docs/a.html");
        assertThat(page.toRoot()).isEqualTo("../");
    }

    @Test
    void a_label_and_a_bare_answer_are_no_summary() {
        var page = read("a.md", "# More threads?", "", "**No.** Ten serve as many.", "And more.");
        assertThat(page.summary()).isEqualTo("Ten serve as many.");
        var other = read("a.md", "# T", "", "**Cause and effect.**", "", "One has many effects.");
        assertThat(other.summary()).isEqualTo("One has many effects.");
    }

    @Test
    void links_lead_to_pages_of_the_site() {
        var page =
                read(
                        "docs/a.md",
                        "# A",
                        "[b](load/b.md#x-y), [first](../README.md), [here](#a), [file](s.json),",
                        "[folder](../examples/a), [site](https://example.org/z.md)");
        assertThat(page.body())
                .contains("href=\"load/b.html#x-y\"", "href=\"../index.html\"", "href=\"#a\"")
                .contains("href=\"s.json\"", "href=\"https://example.org/z.md\"")
                .contains("href=\"https://example.org/project/tree/main/examples/a\"");
        assertThat(page.links()).containsExactly("docs/load/b.md", "README.md", "docs/s.json");
    }

    @Test
    void headings_have_the_anchors_of_github() {
        var page =
                read(
                        "a.md",
                        "# One `two`: three",
                        "## Same",
                        "text",
                        "## Same",
                        "## 95 % & [x](b.md)");
        assertThat(page.body())
                .contains("id=\"one-two-three\"", "id=\"same\"", "id=\"same-1\"", "id=\"95---x\"");
        assertThat(page.sections())
                .extracting(Page.Section::anchor)
                .containsExactly("", "same", "same-1", "95---x");
        assertThat(page.sections().get(1).text()).isEqualTo("text");
    }

    @Test
    void a_table_is_one_and_its_cells_are_found() {
        var page = read("a.md", "# T", "", "| a | b |", "|---|--:|", "| `x` | 2 |");
        assertThat(page.body()).contains("<table tabindex=\"0\">", "<td align=\"right\">2</td>");
        assertThat(page.sections().getFirst().text()).isEqualTo("a b x 2");
    }

    @Test
    void a_page_without_a_heading_is_refused() {
        assertThatThrownBy(() -> read("a.md", "text")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void the_menu_has_the_order_of_the_first_page_and_pages_of_a_folder_below_its_page() {
        var pages = new LinkedHashMap<String, Page>();
        for (var page :
                List.of(
                        read(
                                "README.md",
                                "# R",
                                "[b](docs/b.md), [deep](docs/b/two.md), [a](docs/a.md)"),
                        read("docs/a.md", "# A", "[m](m/one.md)"),
                        read("docs/b.md", "# B", "[two](b/two.md)"),
                        read("docs/b/one.md", "# B one"),
                        read("docs/b/two.md", "# B two"),
                        read("docs/m/one.md", "# M one"),
                        read("docs/z.md", "# Z"),
                        read("CHANGELOG.md", "# Changes"))) {
            pages.put(page.source(), page);
        }
        assertThat(Menu.of(pages))
                .extracting(PageReaderTest::shown)
                .containsExactly("R", "B[B two, B one]", "A[M one]", "Changes", "Z");
    }

    private static String shown(Menu.Entry entry) {
        return entry.page().title()
                + (entry.children().isEmpty()
                        ? ""
                        : entry.children().stream().map(PageReaderTest::shown).toList().toString());
    }
}
