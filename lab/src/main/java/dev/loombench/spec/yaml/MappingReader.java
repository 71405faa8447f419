package dev.loombench.spec.yaml;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.text.TextSanitizer;
import dev.loombench.spec.yaml.Node.Entry;
import dev.loombench.spec.yaml.Node.Mapping;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/// A mapping of the file, read key by key. What is wrong with a value is noted at its place, and
/// reading goes on: a wrong value is then as good as absent.
final class MappingReader {
    private final String noun;
    private final Mapping mapping;
    private final Problems problems;

    /// @param noun what a message calls it, as in `a variant`
    MappingReader(String noun, Mapping mapping, Problems problems) {
        this.noun = noun;
        this.mapping = mapping;
        this.problems = problems;
    }

    SourceLocation location() {
        return mapping.location();
    }

    /// Of a key's value, or of the section when the key is absent.
    SourceLocation location(String key) {
        return entry(key).map(entry -> entry.value().location()).orElse(mapping.location());
    }

    Problems problems() {
        return problems;
    }

    boolean has(String key) {
        return mapping.entries().containsKey(key);
    }

    /// Whether the value is there and neither a list nor a mapping.
    boolean holdsScalar(String key) {
        return entry(key).filter(entry -> entry.value() instanceof Node.Scalar).isPresent();
    }

    private List<String> keys() {
        return List.copyOf(mapping.entries().keySet());
    }

    /// Notes every key that is not among `known`.
    void allow(Collection<String> known) {
        for (var key : keys()) {
            if (!known.contains(key)) {
                reject(
                        key,
                        "%s has no key %s%s"
                                .formatted(noun, TextSanitizer.quoted(key), Keys.hint(key, known)));
            }
        }
    }

    /// Notes that a key must not be here, if it is.
    void reject(String key, String why) {
        entry(key).ifPresent(entry -> problems.add(entry.location(), why));
    }

    /// What stands there, of whatever kind.
    Optional<Node> node(String key) {
        return entry(key).map(Entry::value);
    }

    /// The value; empty when absent or wrong.
    <T> Optional<T> read(String key, NodeDecoder<T> reading) {
        return entry(key).flatMap(entry -> value(key, entry.value(), reading));
    }

    <T> T read(String key, NodeDecoder<T> reading, T otherwise) {
        return read(key, reading).orElse(otherwise);
    }

    /// The value; its absence is noted.
    <T> Optional<T> require(String key, NodeDecoder<T> reading) {
        noteAbsence(key);
        return read(key, reading);
    }

    /// A mapping within, as in `load`; its keys are checked against `known`.
    Optional<MappingReader> section(String key, String noun, List<String> known) {
        var section = read(key, Values::mapping).map(m -> new MappingReader(noun, m, problems));
        section.ifPresent(s -> s.allow(known));
        return section;
    }

    /// As [#section], but its absence is noted.
    Optional<MappingReader> requireSection(String key, String noun, List<String> known) {
        noteAbsence(key);
        return section(key, noun, known);
    }

    /// The good items of a list; empty when there is no list.
    <T> List<T> list(String key, NodeDecoder<T> reading) {
        var items = new ArrayList<T>();
        for (var item : items(key)) {
            value(key, item, reading).ifPresent(items::add);
        }
        return items;
    }

    private List<Node> items(String key) {
        return read(key, Values::sequence).map(Node.Sequence::items).orElse(List.of());
    }

    /// The good entries of a mapping whose keys are free, in the order of the file.
    Map<String, String> map(String key, BiFunction<String, Node, String> reading) {
        var values = new LinkedHashMap<String, String>();
        read(key, Values::mapping).stream()
                .flatMap(m -> m.entries().entrySet().stream())
                .forEach(e ->
                        value(key, e.getValue().value(), node -> reading.apply(e.getKey(), node))
                                .ifPresent(value -> values.put(e.getKey(), value)));
        return values;
    }

    /// A misspelt key is noted as that, and not as absent too.
    private void noteAbsence(String key) {
        var meant = List.of(key);
        if (keys().stream().noneMatch(met -> Suggestions.nearest(met, meant).isPresent())) {
            problems.add(location(), "%s needs the key \"%s\"".formatted(noun, key));
        }
    }

    private Optional<Entry> entry(String key) {
        return Optional.ofNullable(mapping.entries().get(key));
    }

    /// The message names the key, unless it does so of itself.
    private <T> Optional<T> value(String key, Node node, NodeDecoder<T> reading) {
        try {
            return Optional.of(reading.of(node));
        } catch (SpecError e) {
            var message = e.getMessage();
            problems.add(
                    node.location(),
                    message.startsWith(key + " ") ? message : key + ": " + message);
            return Optional.empty();
        }
    }
}
