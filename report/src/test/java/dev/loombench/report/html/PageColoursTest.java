package dev.loombench.report.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The contrast of the colours of a page with its grounds, light and dark.
///
/// Source: Web Content Accessibility Guidelines 2.2, 1.4.3 (text) and 1.4.11 (graphics).
class PageColoursTest {
    private static final String CSS = InlineAssets.resource("page.css");
    private static final Pattern COLOUR = Pattern.compile("--([a-z0-9]+): #([0-9a-f]{6});");
    private static final String DARK = ":root[data-theme=\"dark\"] {";
    private static final String DARK_BY_SYSTEM = ":root:not([data-theme=\"light\"]) {";

    private static Map<String, Integer> colours(String selector) {
        int from = CSS.indexOf(selector);
        assertThat(from).as(selector).isNotNegative();
        var colours = new HashMap<String, Integer>();
        COLOUR.matcher(CSS.substring(from, CSS.indexOf('}', from)))
                .results()
                .forEach(m -> colours.put(m.group(1), Integer.parseInt(m.group(2), 16)));
        return colours;
    }

    @ParameterizedTest
    @ValueSource(strings = {":root {", DARK})
    void texts_and_lines_are_told_from_their_grounds(String selector) {
        var colours = colours(selector);
        for (var ground : List.of("paper", "card")) {
            assertThat(Stream.of("ink", "soft", "good", "bad", "open", "accent"))
                    .as(ground)
                    .allMatch(text -> contrast(colours, text, ground) >= 4.5);
            assertThat(IntStream.rangeClosed(0, 6).mapToObj(variant -> "v" + variant))
                    .as(ground)
                    .allMatch(line -> contrast(colours, line, ground) >= 3);
        }
    }

    @Test
    void the_dark_colours_are_the_same_by_choice_and_by_system() {
        assertThat(colours(DARK_BY_SYSTEM)).isEqualTo(colours(DARK)).containsKey("v6");
    }

    /// `(L1 + 0.05) / (L2 + 0.05)`, the lighter one first: 1 to 21.
    private static double contrast(Map<String, Integer> colours, String one, String other) {
        double a = luminance(colours.get(one)) + 0.05;
        double b = luminance(colours.get(other)) + 0.05;
        return Math.max(a, b) / Math.min(a, b);
    }

    private static double luminance(int rgb) {
        return 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
    }

    private static double linear(int channel) {
        double c = (channel & 0xff) / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }
}
