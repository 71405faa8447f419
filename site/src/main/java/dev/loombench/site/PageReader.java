package dev.loombench.site;

import dev.loombench.site.Page.Section;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TableBlock;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Paragraph;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/// Reads Markdown: CommonMark with the tables of GitHub.
final class PageReader {
    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    /// The end of a sentence, but not of `e.g.` or of a number.
    private static final Pattern SENTENCE = Pattern.compile("(?<=[.!?])\\s");

    /// Words of a label in front of a paragraph, as in `Cause and consequences.`, or of a bare
    /// answer, as in `No.`; a longer sentence says what a page is about.
    private static final int WORDS_OF_LABEL = 3;

    private static final Pattern ELSEWHERE = Pattern.compile("[a-z]+:.*");

    private final String repository;

    /// @param repository address under which the files of the project are, for links to folders
    PageReader(String repository) {
        this.repository = repository;
    }

    /// @param source path in the project
    /// @param isFolder of a path in the project
    Page read(String source, String markdown, Folders isFolder) {
        var document = PARSER.parse(markdown);
        var anchors = anchors(document);
        var links = new ArrayList<String>();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Link link) {
                        link.setDestination(
                                resolved(source, link.getDestination(), isFolder, links));
                        visitChildren(link);
                    }

                    @Override
                    public void visit(Image image) {
                        image.setDestination(
                                resolved(source, image.getDestination(), isFolder, links));
                    }
                });
        var title = title(document);
        return new Page(
                source,
                title,
                summary(document),
                html(document, anchors),
                sections(document, anchors, title),
                links);
    }

    /// Whether a path in the project is a folder.
    @FunctionalInterface
    interface Folders {
        boolean test(String path);
    }

    /// A relative link as one within the site; keeps where it leads in the project.
    private String resolved(
            String source, String destination, Folders isFolder, List<String> links) {
        if (ELSEWHERE.matcher(destination).matches() || destination.startsWith("#")) {
            return destination;
        }
        var parts = destination.split("#", 2);
        var target = Path.of(source).resolveSibling(parts[0]).normalize().toString();
        if (isFolder.test(target)) {
            return repository + "/tree/main/" + target;
        }
        links.add(target);
        if (!Page.isPage(target)) {
            return destination;
        }
        var from = Path.of(source).getParent();
        var path = Path.of(Page.pathOf(target));
        var relative = from == null ? path : from.relativize(path);
        return relative + (parts.length > 1 ? "#" + parts[1] : "");
    }

    private static Map<Heading, String> anchors(Node document) {
        var anchors = new IdentityHashMap<Heading, String>();
        var ids = new AnchorIds();
        document.accept(
                new AbstractVisitor() {
                    @Override
                    public void visit(Heading heading) {
                        anchors.put(heading, ids.next(NodeText.of(heading)));
                    }
                });
        return anchors;
    }

    private static String html(Node document, Map<Heading, String> anchors) {
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(_ ->
                        (node, tag, attributes) -> {
                            if (node instanceof Heading heading && anchors.containsKey(heading)) {
                                attributes.put("id", anchors.get(heading));
                            }
                            if (node instanceof TableBlock && tag.equals("table")) {
                                attributes.put("tabindex", "0"); // it scrolls, also by the keyboard
                            }
                        })
                .build()
                .render(document);
    }

    private static String title(Node document) {
        for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading) {
                return NodeText.of(node);
            }
        }
        throw new IllegalArgumentException("a page without a heading");
    }

    private static String summary(Node document) {
        for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Paragraph) {
                for (var sentence : SENTENCE.split(NodeText.of(node), -1)) {
                    if (sentence.split(" ", -1).length > WORDS_OF_LABEL) {
                        return sentence.replaceFirst(":$", "");
                    }
                }
            }
        }
        return "";
    }

    private static List<Section> sections(
            Node document, Map<Heading, String> anchors, String title) {
        var sections = new ArrayList<Section>();
        var text = new StringBuilder();
        var anchor = "";
        var heading = title;
        boolean first = true;
        for (var node = document.getFirstChild(); node != null; node = node.getNext()) {
            if (node instanceof Heading next) {
                if (!first) {
                    sections.add(new Section(anchor, heading, text.toString().strip()));
                    anchor = anchors.getOrDefault(next, "");
                    heading = NodeText.of(next);
                    text.setLength(0);
                }
                first = false;
            } else {
                text.append(NodeText.of(node)).append(' ');
            }
        }
        sections.add(new Section(anchor, heading, text.toString().strip()));
        return sections;
    }
}
