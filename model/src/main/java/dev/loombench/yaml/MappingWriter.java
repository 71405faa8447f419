package dev.loombench.yaml;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.Tag;

/// A mapping of a YAML file, which is written key by key.
public final class MappingWriter {
    private final List<NodeTuple> entries = new ArrayList<>();

    public MappingWriter add(String key, Node value) {
        entries.add(new NodeTuple(YamlNodes.plain(key), value));
        return this;
    }

    /// A text in quotes.
    public MappingWriter text(String key, String value) {
        return add(key, YamlNodes.text(value));
    }

    /// A number, a truth value, a word or a quantity.
    public MappingWriter plain(String key, Object value) {
        return add(key, YamlNodes.plain(value));
    }

    /// A value that may be absent.
    public <T> MappingWriter add(String key, Optional<T> value, Function<? super T, Node> node) {
        value.ifPresent(present -> add(key, node.apply(present)));
        return this;
    }

    /// A value that is left out where it is the default.
    public <T> MappingWriter unless(
            T defaultValue, String key, T value, Function<? super T, Node> node) {
        return value.equals(defaultValue) ? this : add(key, node.apply(value));
    }

    /// Texts by arbitrary keys, which are left out where there are none.
    public MappingWriter texts(String key, Map<String, String> values) {
        return unless(Map.of(), key, values, MappingWriter::ofTexts);
    }

    /// A list of texts, which is left out where it is empty.
    public MappingWriter words(String key, List<String> values) {
        return unless(List.of(), key, values, YamlNodes::words);
    }

    private static Node ofTexts(Map<String, String> values) {
        var mapping = new MappingWriter();
        values.forEach((name, value) ->
                mapping.entries.add(new NodeTuple(YamlNodes.text(name), YamlNodes.text(value))));
        return mapping.block();
    }

    public boolean isEmpty() {
        return entries.isEmpty();
    }

    /// The mapping with a key per line.
    public Node block() {
        return node(FlowStyle.BLOCK);
    }

    /// The mapping on one line.
    public Node inline() {
        return node(FlowStyle.FLOW);
    }

    private Node node(FlowStyle style) {
        return new MappingNode(Tag.MAP, entries, style);
    }
}
