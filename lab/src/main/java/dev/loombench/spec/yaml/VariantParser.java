package dev.loombench.spec.yaml;

import dev.loombench.spec.Defaults;
import dev.loombench.spec.Jdk;
import dev.loombench.spec.ServerDescription;
import dev.loombench.spec.ServerDescription.Model;
import dev.loombench.spec.Variant;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import dev.loombench.spec.text.TextSanitizer;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Reads one of `variants`, and holds it against what the zoo offers.
final class VariantParser {
    private static final int MAX_COUNT = 1_000_000;

    /// Settings that count something: `10k` is as good as `10000`.
    private static final Set<String> COUNTS =
            Set.of("threads", "core-threads", "max-threads", "tasks", "concurrency");

    /// Connections that the lab's own database accepts, less a few.
    private static final int MAX_POOL = 500;

    private static final Map<String, String> LEDGERS =
            Values.byName(List.of("memory", "postgresql"), name -> name);

    private final Map<String, ServerDescription> zoo;
    private final boolean batch;

    /// @param zoo name -> server
    /// @param batch whether the load is one, which a program does and a server does not
    VariantParser(Map<String, ServerDescription> zoo, boolean batch) {
        this.zoo = zoo;
        this.batch = batch;
    }

    /// The variant; empty when anything about it is wrong.
    Optional<Variant> read(MappingReader variant) {
        var problemsBefore = variant.problems().count();
        var server = variant.require("server", this::server);
        var model = variant.require("model", node -> model(Values.text(node), server));
        var settings = settings(variant, server, model);
        var name = variant.read("name", Values::line);
        var jvm = variant.list("jvm", Values::jvmFlag);
        var jdk = variant.read("jdk", node -> Jdk.of(Values.argument(node)));
        var cpus = variant.read("cpus", node -> Variant.checkedCpus(Values.scalar(node)));
        var directory = variant.read("working-directory", Values::path);
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
                        serverName,
                        modelName,
                        offered(server, model).orElseThrow().threads(),
                        settings,
                        jvm,
                        jdk,
                        cpus,
                        directory,
                        environment,
                        port));
    }

    private ServerDescription server(Node node) {
        var server = Values.oneOf(zoo, "server of the zoo").of(node);
        if (server.batch() != batch) {
            throw new SpecError(
                    batch
                            ? "%s is a server, and a batch is a program's own work; there are %s"
                                    .formatted(server.name(), String.join(", ", programs()))
                            : "%s is a program that ends by itself: it goes with load: {batch: …}"
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

    /// Of an unknown server nothing can be said about its models.
    private static String model(String name, Optional<ServerDescription> server) {
        if (server.isPresent() && !server.get().models().containsKey(name)) {
            var offered = List.copyOf(server.get().models().keySet());
            throw new SpecError(
                    "%s offers no model %s%s"
                            .formatted(
                                    server.get().name(),
                                    TextSanitizer.quoted(name),
                                    Suggestions.nearest(name, offered)
                                            .map(n -> "; did you mean \"" + n + "\"?")
                                            .orElse("; it offers " + String.join(", ", offered))));
        }
        return name;
    }

    /// Every key that is not a variant's own has to be a setting that the model takes.
    private Map<String, String> settings(
            MappingReader variant, Optional<ServerDescription> server, Optional<String> model) {
        var offered = offered(server, model);
        var taken =
                offered.map(m -> List.copyOf(m.settings().keySet())).orElseGet(this::allSettings);
        for (var setting : allSettings()) {
            if (!taken.contains(setting)) {
                variant.reject(setting, unsupported(setting, server, model, taken));
            }
        }
        var known = new LinkedHashSet<>(Keys.VARIANT);
        known.addAll(taken);
        allSettings().stream().filter(variant::has).forEach(known::add);
        variant.allow(known);
        var settings = new LinkedHashMap<String, String>();
        for (var setting : taken) {
            variant.read(setting, decoder(setting)).ifPresent(v -> settings.put(setting, v));
        }
        if (taken.contains("threads") && offered.isPresent()) {
            settings.putIfAbsent("threads", String.valueOf(Defaults.THREADS));
        }
        return settings;
    }

    private static Optional<Model> offered(
            Optional<ServerDescription> server, Optional<String> model) {
        return server.flatMap(s -> model.map(m -> s.models().get(m)));
    }

    private static String unsupported(
            String setting,
            Optional<ServerDescription> server,
            Optional<String> model,
            List<String> taken) {
        return "%s of %s takes no %s; it takes %s"
                .formatted(
                        model.orElse("the model"),
                        server.map(ServerDescription::name).orElse("the server"),
                        setting,
                        taken.isEmpty() ? "no settings" : String.join(", ", taken));
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
            case "ledger" -> node -> Values.oneOf(LEDGERS, "ledger").of(node);
            case "admission" ->
                    node -> Values.oneOf(Map.of("adaptive", "adaptive"), "admission").of(node);
            case "container-limits" ->
                    node ->
                            Values.oneOf(
                                            Map.of("default", "default", "unlimited", "unlimited"),
                                            "container-limits")
                                    .of(node);
            default ->
                    COUNTS.contains(setting)
                            ? node -> String.valueOf(Values.count(1, MAX_COUNT).of(node))
                            : Values::argument;
        };
    }

    private static String environmentValue(String name, Node node) {
        if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
            throw new SpecError(
                    TextSanitizer.quoted(name)
                            + " is no name of a variable; letters, digits and _ are due");
        }
        var value = Values.scalar(node);
        return value.isEmpty() ? value : Values.argument(node);
    }
}
