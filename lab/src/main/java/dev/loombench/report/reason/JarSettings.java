package dev.loombench.report.reason;

import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SequencedSet;

/// One jar of Spring Boot with every combination of some settings, as `compare --set` makes them.
///
/// @param settings key -> its values
record JarSettings(String jar, SequencedMap<String, List<String>> settings) {
    private static final List<String> START = List.of("java", "-jar");
    private static final String PORT = "--server.port=" + ServiceCommand.PORT;

    /// The settings of one variant.
    private record Chosen(String jar, SequencedMap<String, String> values) {

        /// @return empty where the command is not one that `--set` makes
        static Optional<Chosen> of(List<String> words) {
            int jar = START.size();
            if (words.size() <= jar
                    || !words.subList(0, jar).equals(START)
                    || !words.contains(PORT)) {
                return Optional.empty();
            }
            var values = new LinkedHashMap<String, String>();
            for (var word : words.subList(jar + 1, words.size())) {
                int equals = word.indexOf('=');
                if (!word.startsWith("--") || equals < 0 || word.contains(",")) {
                    return Optional.empty();
                }
                if (!word.equals(PORT)) {
                    values.put(word.substring(2, equals), word.substring(equals + 1));
                }
            }
            return Optional.of(new Chosen(words.get(jar), values));
        }
    }

    /// @return empty where the variants are not all combinations of settings of one jar
    static Optional<JarSettings> of(List<Variant> variants) {
        var read =
                variants.stream()
                        .flatMap(v -> v.service().stream())
                        .flatMap(s -> Chosen.of(s.words()).stream())
                        .toList();
        if (read.size() < variants.size()) {
            return Optional.empty();
        }
        var first = read.getFirst();
        SequencedMap<String, SequencedSet<String>> values = new LinkedHashMap<>();
        for (var one : read) {
            if (!one.jar.equals(first.jar) || !one.values.keySet().equals(first.values.keySet())) {
                return Optional.empty();
            }
            one.values.forEach((key, value) ->
                    values.computeIfAbsent(key, _ -> new LinkedHashSet<>()).add(value));
        }
        long combinations =
                values.values().stream().mapToLong(SequencedSet::size).reduce(1, (a, b) -> a * b);
        return combinations == read.stream().distinct().count()
                ? Optional.of(new JarSettings(first.jar, lists(values)))
                : Optional.empty();
    }

    private static SequencedMap<String, List<String>> lists(
            Map<String, SequencedSet<String>> values) {
        var lists = new LinkedHashMap<String, List<String>>();
        values.forEach((key, set) -> lists.put(key, List.copyOf(set)));
        return lists;
    }

    /// The same with one setting more, or with other values of one; that setting comes first.
    JarSettings with(String key, List<Long> values) {
        var changed = new LinkedHashMap<String, List<String>>();
        changed.put(key, values.stream().map(String::valueOf).toList());
        settings.forEach(changed::putIfAbsent);
        return new JarSettings(jar, changed);
    }

    /// The arguments of `compare`.
    List<String> arguments() {
        var words = new ArrayList<>(List.of(jar));
        settings.forEach((key, values) -> {
            words.add("--set");
            words.add(key + "=" + String.join(",", values));
        });
        return words;
    }
}
