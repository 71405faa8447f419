package dev.loombench.yaml;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Present;
import org.snakeyaml.engine.v2.api.lowlevel.Serialize;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.common.ScalarStyle;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;
import org.snakeyaml.engine.v2.schema.Schema;

/// Nodes of a YAML file that the lab writes, and their text.
public final class YamlNodes {
    private static final Schema SCHEMA = new CoreSchema();

    private static final int INDENT = 2;

    private YamlNodes() {}

    /// A text in double quotes, so that no version of YAML reads a number, a truth value or a
    /// structure into it. Half a surrogate pair becomes the `?` that UTF-8 has for it.
    public static Node text(String text) {
        var wellFormed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        return new ScalarNode(Tag.STR, wellFormed, ScalarStyle.DOUBLE_QUOTED);
    }

    /// A number, a truth value, a word or a quantity without quotes, as in `400` or `10s`.
    public static Node plain(Object value) {
        var text = value.toString();
        var tag = SCHEMA.getScalarResolver().resolve(text, true);
        return new ScalarNode(tag, text, ScalarStyle.PLAIN);
    }

    /// A word without quotes; in quotes where it would be read as anything else than text.
    public static Node word(String word) {
        boolean isText = SCHEMA.getScalarResolver().resolve(word, true).equals(Tag.STR);
        return isText ? plain(word) : text(word);
    }

    /// A list with an item per line.
    public static Node list(List<Node> items) {
        return new SequenceNode(Tag.SEQ, items, FlowStyle.BLOCK);
    }

    /// A list on one line.
    public static Node inline(List<Node> items) {
        return new SequenceNode(Tag.SEQ, items, FlowStyle.FLOW);
    }

    /// A list of texts on one line.
    public static Node words(List<String> words) {
        return inline(words.stream().map(YamlNodes::text).toList());
    }

    /// The text of a file with this root, which [NodeParser] accepts.
    ///
    /// Characters that move the cursor or change the direction of text are escaped; where there are
    /// such, so is everything outside ASCII.
    ///
    /// @throws WrongInput when the file would be too large
    public static String file(Node root) {
        var text = text(root, true);
        var safe = text.lines().allMatch(TextSanitizer::isPrintable) ? text : text(root, false);
        if (safe.getBytes(StandardCharsets.UTF_8).length > SourceText.MAX_BYTES) {
            throw new WrongInput(
                    "the experiment is larger than %d MiB, the maximum for a file; leave some requests out"
                            .formatted(SourceText.MAX_BYTES >> 20));
        }
        return safe;
    }

    private static String text(Node root, boolean unicode) {
        var settings =
                DumpSettings.builder()
                        .setSchema(SCHEMA)
                        .setIndent(INDENT)
                        .setIndicatorIndent(INDENT)
                        .setIndentWithIndicator(true)
                        .setSplitLines(false)
                        .setUseUnicodeEncoding(unicode)
                        .build();
        var events = new Serialize(settings).serializeOne(root);
        requireReadable(events);
        return new Present(settings).emitToString(events.iterator());
    }

    /// Each node has one event, and each collection one more for its end.
    private static void requireReadable(List<Event> events) {
        long nodes =
                events.stream()
                        .map(Event::getEventId)
                        .filter(id ->
                                id == Event.ID.Scalar
                                        || id == Event.ID.SequenceStart
                                        || id == Event.ID.MappingStart)
                        .count();
        if (nodes > NodeParser.MAX_NODES) {
            throw new WrongInput(
                    "the experiment has %,d keys and values, more than the %,d that a file may have; leave some requests out"
                            .formatted(nodes, NodeParser.MAX_NODES));
        }
    }
}
