package dev.loombench.spec.yaml;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.yaml.Node.Entry;
import dev.loombench.spec.yaml.Node.Mapping;
import dev.loombench.spec.yaml.Node.Scalar;
import dev.loombench.spec.yaml.Node.ScalarType;
import dev.loombench.spec.yaml.Node.Sequence;
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

/// Makes the nodes of a YAML 1.2 file from its events.
///
/// Events rather than the library's own graph, because a hostile file is then stopped on its way:
/// nesting and the number of nodes, aliases counted as what they stand for, are bounded; an alias
/// can only name what is already complete, so nothing is recursive; and a tag never makes an
/// object.
final class NodeParser {
    /// An experiment nests five deep.
    private static final int MAX_DEPTH = 20;

    private static final int MAX_NODES = 10_000;

    private final SourceText source;
    private final Problems problems;
    private final Iterator<Event> events;
    private final ScalarResolver resolver = new CoreSchema().getScalarResolver();
    private final Map<String, Anchored> anchors = new HashMap<>();
    private int nodes;
    private SourceLocation last = SourceLocation.START;

    private NodeParser(SourceText source, Problems problems) {
        this.source = source;
        this.problems = problems;
        var settings =
                LoadSettings.builder()
                        .setLabel(source.label())
                        .setBufferSize(Math.max(1, source.text().length()))
                        .build();
        this.events = new Parse(settings).parseString(source.text()).iterator();
    }

    /// The file's one mapping. Problems that leave it readable, as a key given twice, go to
    /// `problems`; what does not is thrown.
    static Mapping parse(SourceText source, Problems problems) {
        return new NodeParser(source, problems).document();
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
                    location(after), "a second document begins here; a file holds one experiment");
        }
        return switch (root) {
            case Mapping mapping -> mapping;
            case Scalar(var _, var kind, var _) when kind == ScalarType.NOTHING -> throw empty();
            case Scalar scalar -> throw notAMapping(scalar);
            case Sequence sequence -> throw notAMapping(sequence);
        };
    }

    private SpecError empty() {
        return source.error("is empty; an experiment has question, variants and load");
    }

    private SpecError notAMapping(Node root) {
        return source.error(
                root.location(),
                "an experiment is a mapping with question, variants and load, was "
                        + root.description());
    }

    private Node node(Event event, int depth) {
        var place = location(event);
        if (depth > MAX_DEPTH) {
            throw source.error(place, "nested more than " + MAX_DEPTH + " deep");
        }
        if (event instanceof AliasEvent alias) {
            return aliased(alias, place);
        }
        var before = nodes;
        count(1, place);
        rejectTag(event, place);
        var node =
                switch (event.getEventId()) {
                    case Scalar -> scalar((ScalarEvent) event, place);
                    case SequenceStart -> sequence(place, depth);
                    case MappingStart -> mapping(place, depth);
                    case Alias,
                            Comment,
                            DocumentEnd,
                            DocumentStart,
                            MappingEnd,
                            SequenceEnd,
                            StreamEnd,
                            StreamStart ->
                            throw new IllegalStateException("a node is due, was " + event);
                };
        ((NodeEvent) event)
                .getAnchor()
                .ifPresent(anchor ->
                        anchors.put(anchor.getValue(), new Anchored(node, nodes - before)));
        return node;
    }

    private Node aliased(AliasEvent alias, SourceLocation place) {
        var name = alias.getAlias().getValue();
        var anchored = anchors.get(name);
        if (anchored == null) {
            throw source.error(
                    place, "alias *" + name + " names nothing that is complete before it");
        }
        count(anchored.size, place);
        return anchored.node;
    }

    private void count(int more, SourceLocation place) {
        nodes += more;
        if (nodes > MAX_NODES) {
            throw source.error(place, "more than " + MAX_NODES + " nodes, aliases followed");
        }
    }

    private void rejectTag(Event event, SourceLocation place) {
        var tag =
                switch (event) {
                    case ScalarEvent scalar -> scalar.getTag();
                    case CollectionStartEvent collection -> collection.getTag();
                    default -> Optional.<String>empty();
                };
        tag.ifPresent(name -> {
            throw source.error(
                    place,
                    "tag " + TextSanitizer.quoted(name) + "; plain data without tags is due");
        });
    }

    private Scalar scalar(ScalarEvent event, SourceLocation place) {
        var tag = resolver.resolve(event.getValue(), event.isPlain());
        var kind =
                tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)
                        ? ScalarType.NUMBER
                        : tag.equals(Tag.BOOL)
                                ? ScalarType.BOOLEAN
                                : tag.equals(Tag.NULL) ? ScalarType.NOTHING : ScalarType.TEXT;
        return new Scalar(event.getValue(), kind, place);
    }

    private Sequence sequence(SourceLocation place, int depth) {
        var items = new ArrayList<Node>();
        for (var event = next(); event.getEventId() != Event.ID.SequenceEnd; event = next()) {
            items.add(node(event, depth + 1));
        }
        return new Sequence(items, place);
    }

    private Mapping mapping(SourceLocation place, int depth) {
        var entries = new LinkedHashMap<String, Entry>();
        for (var event = next(); event.getEventId() != Event.ID.MappingEnd; event = next()) {
            var keyPlace = location(event);
            if (!(node(event, depth + 1) instanceof Scalar key)) {
                throw source.error(keyPlace, "a key is plain text, was a collection");
            }
            var entry = new Entry(keyPlace, node(next(), depth + 1));
            var first = entries.putIfAbsent(key.text(), entry);
            if (first != null) {
                problems.add(
                        keyPlace,
                        "%s is given twice, first in line %d"
                                .formatted(
                                        TextSanitizer.quoted(key.text()), first.location().line()));
            }
        }
        return new Mapping(entries, place);
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
            // The library lets others through: "\U99999999" is a NumberFormatException to it.
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

    /// Only what begins and ends on one line is underlined in full.
    private static SourceLocation location(Event event) {
        var start = event.getStartMark().orElseThrow();
        var end = event.getEndMark().orElse(start);
        var oneLine = event instanceof ScalarEvent && end.getLine() == start.getLine();
        var length = oneLine ? Math.max(1, end.getColumn() - start.getColumn()) : 1;
        return new SourceLocation(start.getLine() + 1, start.getColumn() + 1, length);
    }

    /// @param size nodes it stands for, its own aliases followed
    private record Anchored(Node node, int size) {}
}
