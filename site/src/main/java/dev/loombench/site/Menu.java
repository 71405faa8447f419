package dev.loombench.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The menu: the first page, the pages that it links to in its order, then the others by title.
///
/// A page in a folder is below the page with the folder's name, as `docs/load/tls.md` below
/// `docs/load.md`; where there is none, below the first, in few folders, that links to it.
public final class Menu {
    private static final String MARKDOWN = ".md";

    /// @param children empty for most
    public record Entry(Page page, List<Entry> children) {
        public Entry {
            children = List.copyOf(children);
        }
    }

    private final Map<String, Page> pages;
    private final Set<String> placed = new LinkedHashSet<>();

    private Menu(Map<String, Page> pages) {
        this.pages = pages;
    }

    /// @param pages by their sources, with the first page
    static List<Entry> of(Map<String, Page> pages) {
        var sorted = new LinkedHashMap<String, Page>();
        pages.values().stream()
                .sorted(Comparator.comparing(Page::title))
                .forEach(page -> sorted.put(page.source(), page));
        return new Menu(sorted).entries();
    }

    private List<Entry> entries() {
        var first = pages.get(Page.FIRST);
        if (first == null) {
            throw new IllegalArgumentException("there is no " + Page.FIRST);
        }
        var entries = new ArrayList<Entry>();
        placed.add(Page.FIRST);
        entries.add(new Entry(first, List.of()));
        first.links().stream().filter(this::isTop).forEach(source -> add(source, entries));
        pages.keySet().stream().filter(this::isTop).forEach(source -> add(source, entries));
        return entries;
    }

    private boolean isTop(String source) {
        return pages.containsKey(source) && parent(source).isEmpty();
    }

    private Optional<String> parent(String source) {
        var folder = folder(source);
        if (folder.indexOf('/') < 0) {
            return Optional.empty();
        }
        return pages.containsKey(folder + MARKDOWN)
                ? Optional.of(folder + MARKDOWN)
                : pages.values().stream()
                        .filter(page -> page.links().contains(source))
                        .map(Page::source)
                        .filter(s -> !s.equals(Page.FIRST) && !folder(s).equals(folder))
                        .min(
                                Comparator.comparingLong(
                                        s -> s.chars().filter(c -> c == '/').count()));
    }

    /// Empty for a file in the folder of the project.
    private static String folder(String source) {
        return source.substring(0, Math.max(0, source.lastIndexOf('/')));
    }

    private void add(String source, List<Entry> entries) {
        var page = pages.get(source);
        if (page == null || !placed.add(source)) {
            return;
        }
        var children = new ArrayList<Entry>();
        page.links().stream().filter(l -> isChild(l, source)).forEach(l -> add(l, children));
        pages.keySet().stream().filter(s -> isChild(s, source)).forEach(s -> add(s, children));
        entries.add(new Entry(page, children));
    }

    private boolean isChild(String source, String of) {
        return pages.containsKey(source) && parent(source).filter(of::equals).isPresent();
    }
}
