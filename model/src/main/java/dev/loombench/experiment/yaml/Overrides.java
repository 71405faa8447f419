package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.requests.secret.RequestSecrets;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.Units;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Node.Entry;
import dev.loombench.yaml.Node.Mapping;
import dev.loombench.yaml.Node.Scalar;
import dev.loombench.yaml.Node.ScalarType;
import dev.loombench.yaml.SourceLocation;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/// Values of the command line that replace those of an experiment's file.
///
/// The keys of the file are replaced before it is parsed, so that all its rules apply.
///
/// @param connections replaces `load.users`, or `load.rate`; with a rate or a log
///   `load.connections`
/// @param rate replaces `load.rate`, `load.users` or `load.speed`
/// @param path replaces `load.path`, or that of `load.request`
/// @param trials replaces `trials` and `precision`, without a `budget`, which could end the run
///   before them
/// @param duration replaces `phases.measure`
/// @param warmUp replaces `phases.warm-up.max`, without `others`, and `min` where that is longer; a
///   fixed `warm-up` is both
/// @param variants names of the variants that remain; empty for all
public record Overrides(
        Optional<String> connections,
        Optional<String> rate,
        Optional<String> path,
        Optional<String> trials,
        Optional<String> duration,
        Optional<String> warmUp,
        List<String> variants) {
    public static final Overrides NONE =
            new Overrides(
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    List.of());

    public Overrides {
        check("--connections", connections, text -> requireMore(text, Units.count(text)));
        check("--rate", rate, text -> requireMore(text, Units.rate(text)));
        check("--trials", trials, text -> requireMore(text, Units.count(text)));
        check(
                "--duration",
                duration,
                text -> requireMore(text, (double) Units.duration(text).toNanos()));
        check("--warm-up", warmUp, Units::duration);
        variants = List.copyOf(variants);
    }

    /// Load profiles are for files.
    private static void check(String option, Optional<String> value, Consumer<String> parser) {
        value.ifPresent(text -> {
            try {
                parser.accept(text);
            } catch (WrongInput e) {
                throw new WrongInput(option + ": " + e.getMessage());
            }
        });
    }

    /// The parser would name the line of the file, which has another value.
    private static void requireMore(String text, double value) {
        if (value == 0) {
            throw new WrongInput("must be above 0, was " + TextSanitizer.of(text));
        }
    }

    /// The file with the values of the command line.
    ///
    /// @param changes receives a sentence per change
    Mapping applied(Mapping root, List<String> changes) {
        var experiment = new Edited(root);
        if (connections.isPresent() || rate.isPresent() || path.isPresent()) {
            experiment.edit("load", load -> applyToLoad(load, changes));
        }
        trials.ifPresent(count -> {
            changes.add(change("trials", count, experiment, "trials"));
            experiment.set("trials", String.valueOf(Units.count(count)), ScalarType.NUMBER);
            experiment.remove("precision");
            if (experiment.has("budget")) {
                changes.add("budget: none instead of " + experiment.text("budget"));
                experiment.remove("budget");
            }
        });
        duration.ifPresent(length ->
                experiment.edit(
                        "phases",
                        phases -> {
                            changes.add(change("window", length, phases, "measure"));
                            phases.set("measure", length, ScalarType.TEXT);
                        }));
        warmUp.ifPresent(longest ->
                experiment.edit(
                        "phases",
                        phases -> {
                            phases.expand("warm-up", "min", "max");
                            phases.edit("warm-up", parts -> setWarmUp(longest, parts, changes));
                        }));
        return experiment.mapping();
    }

    private static void setWarmUp(String longest, Edited warmUp, List<String> changes) {
        if (warmUp.has("cycles")) {
            throw new WrongInput("--warm-up does not apply to a warm-up in cycles");
        }
        changes.add(change("longest warm-up", longest, warmUp, "max"));
        warmUp.set("max", longest, ScalarType.TEXT);
        warmUp.remove("others");
        if (shortest(warmUp).compareTo(Units.duration(longest)) > 0) {
            warmUp.set("min", longest, ScalarType.TEXT);
        }
    }

    /// A wrong one stays in its place, where the parser reports it.
    private static Duration shortest(Edited warmUp) {
        try {
            return warmUp.has("min") ? Units.duration(warmUp.text("min")) : Defaults.WARM_UP_MIN;
        } catch (WrongInput reported) {
            return Duration.ZERO;
        }
    }

    private void applyToLoad(Edited load, List<String> changes) {
        for (var key : List.of("batch", "held-connections")) {
            if (load.has(key)) {
                throw new WrongInput(
                        "--connections, --rate and --path do not apply to an experiment with "
                                + key);
            }
        }
        rate.ifPresentOrElse(
                perSecond -> applyRate(perSecond, load, changes),
                () -> connections.ifPresent(count -> applyConnections(count, load, changes)));
        path.ifPresent(requested -> applyPath(requested, load, changes));
    }

    private void applyRate(String perSecond, Edited load, List<String> changes) {
        changes.add(change("rate", perSecond, load, "rate", "users", "speed"));
        load.set("rate", perSecond, ScalarType.TEXT);
        List.of("users", "think-time", "speed").forEach(load::remove);
        connections.ifPresent(count -> setConnections(count, load, changes));
    }

    /// Users, or the connections of a log, which remains: its arrivals are those of an open load.
    private static void applyConnections(String count, Edited load, List<String> changes) {
        if (load.has("replay")) {
            setConnections(count, load, changes);
            return;
        }
        changes.add(change("users", count, load, "users", "rate"));
        load.set("users", count, ScalarType.TEXT);
        List.of("rate", "arrival", "connections").forEach(load::remove);
    }

    private static void setConnections(String count, Edited load, List<String> changes) {
        changes.add(change("connections", count, load, "connections"));
        load.set("connections", count, ScalarType.TEXT);
    }

    private static void applyPath(String path, Edited load, List<String> changes) {
        for (var key : List.of("requests", "requests-file")) {
            if (load.has(key)) {
                throw new WrongInput("--path does not go with the several paths of " + key);
            }
        }
        if (load.has("request")) {
            load.edit("request", request -> setPath(path, request, changes));
        } else {
            setPath(path, load, changes);
        }
    }

    private static void setPath(String path, Edited target, List<String> changes) {
        RequestSecrets.requireNone(path);
        changes.add(change("path", path, target, "path"));
        target.set("path", path, ScalarType.TEXT);
    }

    /// As in `users: 200 instead of 400`.
    ///
    /// @param keys of the values that it replaces, the first present one of which is named
    private static String change(String name, String value, Edited from, String... keys) {
        var replaced =
                List.of(keys).stream()
                        .filter(from::has)
                        .findFirst()
                        .map(key -> (key.equals(keys[0]) ? "" : key + " ") + from.text(key));
        return TextSanitizer.of(
                "%s: %s%s"
                        .formatted(
                                name, value, replaced.map(old -> " instead of " + old).orElse("")));
    }

    /// The experiment with the requested variants only, and the claims that name no other.
    ///
    /// @param changes receives a sentence where that changes the experiment
    /// @throws WrongInput for an unknown name
    Experiment withVariants(Experiment experiment, List<String> changes) {
        if (variants.isEmpty()) {
            return experiment;
        }
        var names = experiment.variants().stream().map(Variant::name).toList();
        for (var name : variants) {
            if (!names.contains(name)) {
                throw new WrongInput(
                        "%s has no variant %s, only %s%s"
                                .formatted(
                                        experiment.name(),
                                        TextSanitizer.quoted(name),
                                        names.stream()
                                                .map(TextSanitizer::quoted)
                                                .collect(Collectors.joining(", ")),
                                        Suggestions.nearest(name, names)
                                                .map(n -> "; did you mean \"" + n + "\"?")
                                                .orElse("")));
            }
        }
        var excluded = new LinkedHashSet<>(names);
        excluded.removeAll(variants);
        if (excluded.isEmpty()) {
            return experiment;
        }
        changes.add("variants: without " + String.join(", ", excluded));
        return experiment.withoutVariants(excluded);
    }

    /// A mapping in which keys are replaced.
    private static final class Edited {
        private final Map<String, Entry> entries;
        private final SourceLocation location;

        Edited(Mapping mapping) {
            entries = new LinkedHashMap<>(mapping.entries());
            location = mapping.location();
        }

        boolean has(String key) {
            return entries.containsKey(key);
        }

        private Optional<Node> value(String key) {
            return Optional.ofNullable(entries.get(key)).map(Entry::value);
        }

        /// The value as in the file; of a list or a mapping, the kind of it.
        String text(String key) {
            return value(key)
                    .map(value -> value instanceof Scalar s ? s.text() : value.description())
                    .orElse("");
        }

        void set(String key, String text, ScalarType type) {
            var at = value(key).map(Node::location).orElse(location);
            entries.put(key, new Entry(at, new Scalar(text, type, at)));
        }

        void remove(String key) {
            entries.remove(key);
        }

        /// Replaces a single value by a mapping in which each of these keys has it.
        void expand(String key, String... parts) {
            value(key)
                    .filter(value -> value instanceof Scalar s && s.type() != ScalarType.NOTHING)
                    .ifPresent(value -> {
                        var at = value.location();
                        var mapping = new LinkedHashMap<String, Entry>();
                        for (var part : parts) {
                            mapping.put(part, new Entry(at, value));
                        }
                        entries.put(key, new Entry(at, new Mapping(mapping, at)));
                    });
        }

        /// Edits a nested mapping, which is added if it is absent. What is no mapping stays: the
        /// parser reports it.
        void edit(String key, Consumer<Edited> change) {
            var value = value(key).orElseGet(() -> new Mapping(Map.of(), location));
            if (value instanceof Mapping mapping) {
                var edited = new Edited(mapping);
                change.accept(edited);
                entries.put(key, new Entry(mapping.location(), edited.mapping()));
            }
        }

        Mapping mapping() {
            return new Mapping(entries, location);
        }
    }
}
