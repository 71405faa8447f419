package dev.loombench.yaml;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.Node.Entry;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Node.Scalar;
import dev.loombench.yaml.Node.ScalarType;
import dev.loombench.yaml.Node.Sequence;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.resolver.ScalarResolver;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/// Builds the nodes of a YAML 1.2 file from its events.
///
/// It uses events, not the library's own graph, to stop early at a hostile file: nesting and the
/// numbers of written nodes and of those of aliases are bounded, where an alias counts as many
/// nodes as its target; an alias can only refer to a complete node, so there is no recursion; and a
/// tag never creates an object.
public final class NodeParser {
    /// An experiment nests five deep.
    private static final int MAX_DEPTH = 20;

    /// Written in the file: 1,000 requests with the headers of a browser have some 40,000.
    public static final int MAX_NODES = 1_000_000;

    /// Of all aliases together: a few lines of them can be any number of nodes.
    private static final int MAX_ALIASED = 100_000;

    private final SourceText source;
    private final String expected;
    private final Problems problems;
    private final Iterator<Event> events;
    private final ScalarResolver resolver = new CoreSchema().getScalarResolver();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int nodes;
    private int aliasedNodes;
    private SourceLocation last = SourceLocation.START;

    private NodeParser(SourceText source, String expected, Problems problems) {
        this.source = source;
        this.expected = expected;
        this.problems = problems;
        var settings =
                LoadSettings.builder()
                        .setLabel(source.label())
                        .setBufferSize(Math.max(1, source.text().length()))
                        .setCodePointLimit(SourceText.MAX_BYTES)
                        .build();
        this.events = new Parse(settings).parseString(source.text()).iterator();
    }

    /// The mapping at the root of an experiment.
    public static Mapping parse(SourceText source, Problems problems) {
        return parse(source, "a mapping with question, variants and load", problems);
    }

    /// The mapping at the root of a file. Adds problems after which parsing can continue, such as a
    /// duplicate key, to `problems`; throws on others.
    ///
    /// @param expected the file's content, for messages
    public static Mapping parse(SourceText source, String expected, Problems problems) {
        return new NodeParser(source, expected, problems).document();
    }

    private Mapping document() {
        next();
        var start = next();
        if (start.getEventId() == Event.ID.StreamEnd) {
            throw empty();
        }
        var root = node(next(), 0);
        next();
        var after = next();
        if (after.getEventId() != Event.ID.StreamEnd) {
            throw source.error(
                    location(after), "expected one document in the file, found a second one");
        }
        return switch (root) {
            case Mapping mapping -> mapping;
            case Scalar(var _, var type, var _) when type == ScalarType.NOTHING -> throw empty();
            case Scalar scalar -> throw notAMapping(scalar);
            case Sequence sequence -> throw notAMapping(sequence);
        };
    }

    private WrongInput empty() {
        return source.error("is empty; expected " + expected);
    }

    private WrongInput notAMapping(Node root) {
        return source.error(
                root.location(), "expected %s, found %s".formatted(expected, root.description()));
    }

    private Node node(Event event, int depth) {
        var location = location(event);
        if (depth > MAX_DEPTH) {
            throw source.error(location, "nested more than " + MAX_DEPTH + " levels deep");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, location);
        }
        var before = nodes + aliasedNodes;
        nodes++;
        if (nodes > MAX_NODES) {
            throw source.error(location, "more than " + MAX_NODES + " nodes");
        }
        rejectTag(event, location);
        var node =
                switch (event.getEventId()) {
                    case Scalar -> scalar((ScalarEvent) event, location);
                    case SequenceStart -> sequence(location, depth);
                    case MappingStart -> mapping(location, depth);
                    case Alias,
                            Comment,
                            DocumentEnd,
                            DocumentStart,
                            MappingEnd,
                            SequenceEnd,
                            StreamEnd,
                            StreamStart ->
                            throw new IllegalStateException("expected a node, found " + event);
                };
        ((NodeEvent) event)
                .getAnchor()
                .ifPresent(anchor ->
                        anchors.put(
                                anchor.getValue(),
                                new Anchored(node, nodes + aliasedNodes - before)));
        return node;
    }

    private Node aliased(AliasEvent alias, SourceLocation location) {
        var name = alias.getAlias().getValue();
        var anchored = anchors.get(name);
        if (anchored == null) {
            throw source.error(
                    location, "alias *" + name + " does not refer to a complete node before it");
        }
        aliasedNodes += anchored.size;
        if (aliasedNodes > MAX_ALIASED) {
            throw source.error(location, "more than " + MAX_ALIASED + " nodes by aliases");
        }
        return anchored.node;
    }

    private void rejectTag(Event event, SourceLocation location) {
        var tag =
                switch (event) {
                    case ScalarEvent scalar -> scalar.getTag();
                    case CollectionStartEvent collection -> collection.getTag();
                    default -> Optional.<String>empty();
                };
        tag.ifPresent(name -> {
            throw source.error(
                    location,
                    "expected plain data without tags, found the tag "
                            + TextSanitizer.quoted(name));
        });
    }

    private Scalar scalar(ScalarEvent event, SourceLocation location) {
        var tag = resolver.resolve(event.getValue(), event.isPlain());
        var type =
                tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)
                        ? ScalarType.NUMBER
                        : tag.equals(Tag.BOOL)
                                ? ScalarType.BOOLEAN
                                : tag.equals(Tag.NULL) ? ScalarType.NOTHING : ScalarType.TEXT;
        return new Scalar(event.getValue(), type, location);
    }

    private Sequence sequence(SourceLocation location, int depth) {
        var items = new ArrayList<Node>();
        for (var event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(node(event, depth + 1));
        }
        return new Sequence(items, location);
    }

    private Mapping mapping(SourceLocation location, int depth) {
        var entries = new LinkedHashMap<String, Entry>();
        for (var event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            var keyLocation = location(event);
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw source.error(keyLocation, "expected plain text as a key, found a collection");
            }
            var entry = new Entry(keyLocation, node(next(), depth + 1));
            var first = entries.putIfAbsent(key.text(), entry);
            if (first != null) {
                problems.add(
                        keyLocation,
                        "duplicate key %s, first in line %d"
                                .formatted(
                                        TextSanitizer.quoted(key.text()), first.location().line()));
            }
        }
        return new Mapping(entries, location);
    }

    private Event next() {
        try {
            var event = events.next();
            last = location(event);
            return event;
        } catch (MarkedYamlEngineException e) {
            throw source.error(
                    e.getProblemMark().or(e::getContextMark).map(NodeParser::location).orElse(last),
                    "not YAML: " + e.getProblem() + context(e));
        } catch (RuntimeException e) {
            // The library also throws others: "\U99999999" is a NumberFormatException to it.
            throw source.error(last, "not YAML, here or below: " + e.getMessage());
        }
    }

    private static String context(MarkedYamlEngineException e) {
        var what = e.getContext() == null ? "" : ", " + e.getContext();
        return what + e.getContextMark().map(m -> " begun in line " + (m.getLine() + 1)).orElse("");
    }

    private static SourceLocation location(Mark mark) {
        return new SourceLocation(mark.getLine() + 1, mark.getColumn() + 1, 1);
    }

    /// The location of an event; its length is 1 unless it is a scalar on one line.
    private static SourceLocation location(Event event) {
        var start = event.getStartMark().orElseThrow();
        var end = event.getEndMark().orElse(start);
        var oneLine = event instanceof ScalarEvent && end.getLine() == start.getLine();
        var length = oneLine ? Math.max(1, end.getColumn() - start.getColumn()) : 1;
        return new SourceLocation(start.getLine() + 1, start.getColumn() + 1, length);
    }

    /// A node with an anchor.
    ///
    /// @param size number of its nodes, including those of aliases
    private record Anchored(Node node, int size) {}
}
