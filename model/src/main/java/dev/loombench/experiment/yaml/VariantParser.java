package dev.loombench.experiment.yaml;

import dev.loombench.experiment.Defaults;
import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServerDescription.Model;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import dev.loombench.text.Suggestions;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.NodeDecoder;
import dev.loombench.yaml.Values;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Parses one of `variants`, and checks it against the servers of the zoo.
final class VariantParser {
    private static final int MAX_COUNT = 1_000_000;

    /// Settings that are counts: `10k` is the same as `10000`.
    private static final Set<String> COUNTS =
            Set.of("threads", "core-threads", "max-threads", "tasks", "concurrency");

    /// Slightly fewer than the connections that the lab's database accepts.
    private static final int MAX_POOL = 500;

    private static final Map<String, String> LEDGERS =
            Values.byName(List.of("memory", "h2", "postgresql"), name -> name);

    private final Map<String, ServerDescription> zoo;
    private final boolean batch;
    private final Path folder;

    /// @param zoo name -> server
    /// @param batch whether the load is a batch, for which variants must be programs, not servers
    /// @param folder of the experiment's file, the base of relative paths
    VariantParser(Map<String, ServerDescription> zoo, boolean batch, Path folder) {
        this.zoo = zoo;
        this.batch = batch;
        this.folder = folder;
    }

    /// The variant; empty when anything about it is wrong.
    Optional<Variant> read(MappingReader variant) {
        var problemsBefore = variant.problems().count();
        if (variant.has("url")) {
            variant.reject("url", "url needs the key service at the top, as in service: {}");
            return Optional.empty();
        }
        var server = variant.require("server", this::server);
        var model = variant.require("model", node -> model(Values.text(node), server));
        var settings = settings(variant, server, model);
        var name = variant.read("name", Values::line);
        var jvm = variant.list("jvm", Values::jvmFlag);
        var jdk = variant.read("jdk", node -> Jdk.of(Values.argument(node)));
        var cpus = variant.read("cpus", node -> Cpus.of(Values.scalar(node)));
        var directory =
                variant.read("working-directory", Values::path)
                        .map(path -> folder.resolve(path).toAbsolutePath().normalize());
        var environment = variant.map("environment", VariantParser::environmentValue);
        var port = variant.read("port", Values.whole(0, 65_535), 0);
        if (variant.problems().count() > problemsBefore) {
            return Optional.empty();
        }
        var serverName = server.orElseThrow().name();
        var modelName = model.orElseThrow();
        return Optional.of(
                new Variant(
                        name.orElseGet(() -> Variant.defaultName(serverName, modelName, settings)),
                        new ZooServer(
                                serverName,
                                modelName,
                                findModel(server, model).orElseThrow().threads(),
                                settings,
                                jvm),
                        jdk,
                        cpus,
                        directory,
                        environment,
                        port));
    }

    private ServerDescription server(Node node) {
        var server = Values.oneOf(zoo, "server of the zoo").of(node);
        if (server.batch() != batch) {
            throw new WrongInput(
                    batch
                            ? "%s is a server, but a batch needs a program; known: %s"
                                    .formatted(server.name(), String.join(", ", programs()))
                            : "%s is a program that ends by itself; it needs load: {batch: …}"
                                    .formatted(server.name()));
        }
        return server;
    }

    private List<String> programs() {
        return zoo.values().stream()
                .filter(ServerDescription::batch)
                .map(ServerDescription::name)
                .toList();
    }

    /// The model; any name is accepted if the server is unknown.
    private static String model(String name, Optional<ServerDescription> server) {
        if (server.isPresent() && !server.get().models().containsKey(name)) {
            var models = List.copyOf(server.get().models().keySet());
            throw new WrongInput(
                    "%s has no model %s%s"
                            .formatted(
                                    server.get().name(),
                                    TextSanitizer.quoted(name),
                                    Suggestions.nearest(name, models)
                                            .map(n -> "; did you mean \"" + n + "\"?")
                                            .orElse("; known: " + String.join(", ", models))));
        }
        return name;
    }

    /// The settings of the model: all keys that are not in [Keys#VARIANT].
    private Map<String, String> settings(
            MappingReader variant, Optional<ServerDescription> server, Optional<String> model) {
        var definition = findModel(server, model);
        var supported =
                definition
                        .map(m -> List.copyOf(m.settings().keySet()))
                        .orElseGet(this::allSettings);
        for (var setting : allSettings()) {
            if (!supported.contains(setting)) {
                variant.reject(setting, unsupported(setting, server, model, supported));
            }
        }
        var known = new LinkedHashSet<>(Keys.VARIANT);
        known.addAll(supported);
        allSettings().stream().filter(variant::has).forEach(known::add);
        variant.allow(known);
        var settings = new LinkedHashMap<String, String>();
        for (var setting : supported) {
            variant.read(setting, decoder(setting)).ifPresent(v -> settings.put(setting, v));
        }
        if (supported.contains("threads") && definition.isPresent()) {
            settings.putIfAbsent("threads", String.valueOf(Defaults.THREADS));
        }
        return settings;
    }

    private static Optional<Model> findModel(
            Optional<ServerDescription> server, Optional<String> model) {
        return server.flatMap(s -> model.map(m -> s.models().get(m)));
    }

    private static String unsupported(
            String setting,
            Optional<ServerDescription> server,
            Optional<String> model,
            List<String> supported) {
        return "%s of %s has no setting %s; known: %s"
                .formatted(
                        model.orElse("the model"),
                        server.map(ServerDescription::name).orElse("the server"),
                        setting,
                        supported.isEmpty() ? "none" : String.join(", ", supported));
    }

    private List<String> allSettings() {
        return zoo.values().stream()
                .flatMap(server -> server.models().values().stream())
                .map(Model::settings)
                .flatMap(settings -> settings.keySet().stream())
                .distinct()
                .toList();
    }

    private static NodeDecoder<String> decoder(String setting) {
        return switch (setting) {
            case "pool" -> node -> String.valueOf(Values.count(1, MAX_POOL).of(node));
            case "ledger" -> node -> Values.oneOf(LEDGERS, "value of ledger").of(node);
            case "admission" ->
                    node ->
                            Values.oneOf(Map.of("adaptive", "adaptive"), "value of admission")
                                    .of(node);
            case "http2" -> node -> String.valueOf(Values.bool(node));
            case "tls" ->
                    node -> Values.oneOf(Map.of("ec", "ec", "rsa", "rsa"), "value of tls").of(node);
            case "container-limits" ->
                    node ->
                            Values.oneOf(
                                            Map.of("default", "default", "unlimited", "unlimited"),
                                            "value of container-limits")
                                    .of(node);
            default ->
                    COUNTS.contains(setting)
                            ? node -> String.valueOf(Values.count(1, MAX_COUNT).of(node))
                            : Values::argument;
        };
    }

    static String environmentValue(String name, Node node) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new WrongInput(
                    TextSanitizer.quoted(name)
                            + " is not the name of a variable; expected letters, digits and _");
        }
        var value = Values.scalar(node);
        return value.isEmpty() ? value : Values.argument(node);
    }
}
