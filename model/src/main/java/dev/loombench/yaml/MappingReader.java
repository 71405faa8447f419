package dev.loombench.yaml;

import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.Node.Entry;
import dev.loombench.yaml.Node.Mapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// Reads a mapping of the file key by key. A wrong value is reported at its location and then
/// treated as absent, so that parsing continues.
public final class MappingReader {
    private final String noun;
    private final Mapping mapping;
    private final Problems problems;

    /// @param noun the name of the mapping in messages, as in `a variant`
    public MappingReader(String noun, Mapping mapping, Problems problems) {
        this.noun = noun;
        this.mapping = mapping;
        this.problems = problems;
    }

    public SourceLocation location() {
        return mapping.location();
    }

    /// The location of a key's value, or of the mapping if the key is absent.
    public SourceLocation location(String key) {
        return entry(key).map(entry -> entry.value().location()).orElse(mapping.location());
    }

    public Problems problems() {
        return problems;
    }

    public boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    /// Whether the value is present and neither a list nor a mapping.
    public boolean holdsScalar(String key) {
        return entry(key).filter(entry -> entry.value() instanceof Node.Scalar).isPresent();
    }

    private List<String> keys() {
        return List.copyOf(mapping.entries().keySet());
    }

    /// Reports every key that is not in `known`.
    public void allow(Collection<String> known) {
        for (var key : keys()) {
            if (!known.contains(key)) {
                reject(
                        key,
                        "%s has no key %s%s"
                                .formatted(
                                        noun,
                                        TextSanitizer.quoted(key),
                                        Suggestions.hint(key, known)));
            }
        }
    }

    /// Reports a key that is not allowed here, if present.
    public void reject(String key, String message) {
        entry(key).ifPresent(entry -> problems.add(entry.location(), message));
    }

    /// The value of a key, of any type.
    public Optional<Node> node(String key) {
        return entry(key).map(Entry::value);
    }

    /// The decoded value; empty when absent or wrong.
    public <T> Optional<T> read(String key, NodeDecoder<T> decoder) {
        return entry(key).flatMap(entry -> value(key, entry.value(), decoder));
    }

    public <T> T read(String key, NodeDecoder<T> decoder, T defaultValue) {
        return read(key, decoder).orElse(defaultValue);
    }

    /// The decoded value; reports its absence.
    public <T> Optional<T> require(String key, NodeDecoder<T> decoder) {
        requirePresent(key);
        return read(key, decoder);
    }

    /// A nested mapping, as in `load`; reports keys that are not in `known`.
    public Optional<MappingReader> section(String key, String noun, List<String> known) {
        var section = read(key, Values::mapping).map(m -> new MappingReader(noun, m, problems));
        section.ifPresent(s -> s.allow(known));
        return section;
    }

    /// As [#section], but reports its absence.
    public Optional<MappingReader> requireSection(String key, String noun, List<String> known) {
        requirePresent(key);
        return section(key, noun, known);
    }

    /// The valid items of a list; empty when there is no list.
    public <T> List<T> list(String key, NodeDecoder<T> decoder) {
        var items = new ArrayList<T>();
        for (var item : items(key)) {
            value(key, item, decoder).ifPresent(items::add);
        }
        return items;
    }

    private List<Node> items(String key) {
        return read(key, Values::sequence).map(Node.Sequence::items).orElse(List.of());
    }

    /// The valid entries of a mapping with arbitrary keys, in the order of the file.
    public Map<String, String> map(String key, BiFunction<String, Node, String> decoder) {
        var values = new LinkedHashMap<String, String>();
        read(key, Values::mapping).stream()
                .flatMap(m -> m.entries().entrySet().stream())
                .forEach(e ->
                        value(key, e.getValue().value(), node -> decoder.apply(e.getKey(), node))
                                .ifPresent(value -> values.put(e.getKey(), value)));
        return values;
    }

    /// The mappings under arbitrary keys of a mapping, which must be there, in the order of the
    /// file.
    ///
    /// @param noun the name of each in messages
    /// @param known keys of each
    public Map<String, MappingReader> requireSections(String key, String noun, List<String> known) {
        requirePresent(key);
        var sections = new LinkedHashMap<String, MappingReader>();
        read(key, Values::mapping).stream()
                .flatMap(m -> m.entries().entrySet().stream())
                .forEach(e ->
                        value(e.getKey(), e.getValue().value(), Values::mapping)
                                .map(m -> new MappingReader(noun, m, problems))
                                .ifPresent(section -> sections.put(e.getKey(), section)));
        sections.values().forEach(section -> section.allow(known));
        return sections;
    }

    /// Reports an absent key, unless a misspelt key has been reported instead.
    public void requirePresent(String key) {
        var expected = List.of(key);
        if (keys().stream().noneMatch(found -> Suggestions.nearest(found, expected).isPresent())) {
            problems.add(location(), "%s needs the key \"%s\"".formatted(noun, key));
        }
    }

    private Optional<Entry> entry(String key) {
        return Optional.ofNullable(mapping.entries().get(key));
    }

    /// Decodes a value. The message of an error begins with the key.
    private <T> Optional<T> value(String key, Node node, NodeDecoder<T> decoder) {
        try {
            return Optional.of(decoder.of(node));
        } catch (WrongInput e) {
            var message = e.getMessage();
            problems.add(
                    node.location(),
                    message.startsWith(key + " ") ? message : key + ": " + message);
            return Optional.empty();
        }
    }
}
