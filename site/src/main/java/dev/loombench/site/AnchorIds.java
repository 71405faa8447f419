package dev.loombench.site;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/// The anchors of one page's headings, as GitHub makes them: the same links work in both places.
final class AnchorIds {
    private final Map<String, Integer> uses = new HashMap<>();

    /// @param heading its text, without marks
    String next(String heading) {
        var anchor =
                heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-');
        int before = uses.merge(anchor, 1, Integer::sum) - 1;
        return before == 0 ? anchor : anchor + "-" + before;
    }
}
