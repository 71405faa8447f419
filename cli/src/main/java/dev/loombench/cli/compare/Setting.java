package dev.loombench.cli.compare;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.CommandSecrets;
import dev.loombench.load.option.OptionValues;
import dev.loombench.text.Suggestions;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// A setting of jars and the values to compare, as in `spring.threads.virtual.enabled=false,true`,
/// or of one of several jars, as in `new:pool.size=10,50`.
///
/// @param jar name of its variant; empty for all jars
/// @param values at least one
record Setting(Optional<String> jar, String key, List<String> values) {
    Setting {
        values = List.copyOf(values);
    }

    /// One value of a setting.
    record Chosen(String key, String value) {
        @Override
        public String toString() {
            return key + "=" + value;
        }

        /// The value, in which `***` stands for what may be a secret.
        private String shownValue() {
            var option = "--" + key + "=";
            var shown = CommandSecrets.masked(List.of(option + value)).getFirst();
            return shown.substring(option.length());
        }
    }

    /// @throws WrongInput when the text is not like `key=value,value`
    static Setting of(String text) {
        int equals = text.indexOf('=');
        var name = equals < 0 ? "" : text.substring(0, equals);
        int colon = name.lastIndexOf(':');
        var key = name.substring(colon + 1);
        var values = List.of(text.substring(equals + 1).split(",", -1));
        if (colon == 0
                || !key.matches("[A-Za-z_][A-Za-z0-9._-]*")
                || values.stream().anyMatch(String::isBlank)) {
            throw new WrongInput(
                    "--set must be like key=value,value or jar:key=value,value, was "
                            + OptionValues.withoutValue(text));
        }
        if (values.stream().distinct().count() < values.size()) {
            throw new WrongInput("--set names a value twice: " + OptionValues.withoutValue(text));
        }
        return new Setting(
                colon < 0 ? Optional.empty() : Optional.of(name.substring(0, colon)), key, values);
    }

    /// @param name of a jar's variant
    boolean isOf(String name) {
        return jar.isEmpty() || jar.get().equals(name);
    }

    /// @param names of the variants of all services
    /// @throws WrongInput when it is of none of them
    void requireOneOf(Collection<String> names) {
        if (names.stream().noneMatch(this::isOf)) {
            throw Suggestions.unknown(jar.orElse(""), "jar for --set", names);
        }
    }

    /// Every combination of the settings' values, in the order of the command line.
    ///
    /// @throws WrongInput when two have one key, or they make more variants than an experiment has
    static List<List<Chosen>> combinations(List<Setting> settings) {
        var keys = new HashSet<String>();
        List<List<Chosen>> combinations = List.of(List.of());
        for (var setting : settings) {
            if (!keys.add(setting.key)) {
                throw new WrongInput(
                        "--set names %s twice; list its values, as in --set %s=value,value"
                                .formatted(setting.key, setting.key));
            }
            Experiment.tooMany(combinations.size() * setting.values.size())
                    .ifPresent(excess -> {
                        throw new WrongInput("--set: " + excess);
                    });
            var longer = new ArrayList<List<Chosen>>();
            for (var combination : combinations) {
                for (var value : setting.values) {
                    var one = new ArrayList<>(combination);
                    one.add(new Chosen(setting.key, value));
                    longer.add(one);
                }
            }
            combinations = longer;
        }
        return combinations;
    }

    /// What tells each combination from the others: the settings with several values, by the last
    /// two parts of their keys, as in `virtual.enabled=true`. Keys that share those are whole.
    static List<String> names(List<List<Chosen>> combinations) {
        var varied =
                combinations.stream()
                        .map(settings ->
                                settings.stream()
                                        .filter(one ->
                                                !combinations.stream()
                                                        .allMatch(c -> c.contains(one)))
                                        .toList())
                        .toList();
        var keys = varied.stream().flatMap(List::stream).map(Chosen::key).distinct().toList();
        boolean isClear = keys.stream().map(Setting::ending).distinct().count() == keys.size();
        return varied.stream()
                .map(settings ->
                        settings.stream()
                                .map(one ->
                                        (isClear ? ending(one.key) : one.key)
                                                + "="
                                                + one.shownValue())
                                .collect(Collectors.joining(" ")))
                .toList();
    }

    private static String ending(String key) {
        int last = key.lastIndexOf('.');
        return key.substring(key.lastIndexOf('.', last - 1) + 1);
    }
}
