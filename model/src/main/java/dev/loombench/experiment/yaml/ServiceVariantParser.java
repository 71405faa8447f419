package dev.loombench.experiment.yaml;

import dev.loombench.experiment.variant.Cpus;
import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Jdk;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.RequestThreads;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.yaml.ServiceParser.Service;
import dev.loombench.text.ConnectTo;
import dev.loombench.text.WrongInput;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Parses one of `variants` of an experiment with a `service`.
final class ServiceVariantParser {
    private static final Map<String, RequestThreads> THREADS =
            Values.byName(List.of(RequestThreads.values()), RequestThreads::label);

    private final Service service;
    private final Ready defaultReady;

    /// @param defaultReady where the service names no event
    ServiceVariantParser(Service service, Ready defaultReady) {
        this.service = service;
        this.defaultReady = defaultReady;
    }

    /// The variant; empty when anything about it is wrong.
    Optional<Variant> read(MappingReader variant) {
        var problemsBefore = variant.problems().count();
        for (var key : List.of("server", "model")) {
            variant.reject(
                    key,
                    "%s needs a server of the zoo, and this experiment has a service; use command"
                            .formatted(key));
        }
        variant.allow(known());
        var name = variant.require("name", Values::line);
        if (variant.has("url")) {
            return endpoint(variant, name, problemsBefore);
        }
        variant.reject("pid", "pid needs url: the lab knows the processes that it starts");
        variant.reject("connect-to", "connect-to needs url, whose host it replaces");
        var command = variant.read("command", ServiceParser::command).or(service::command);
        List<String> args = variant.read("args", ServiceParser::words).orElse(List.of());
        var jdk = variant.read("jdk", node -> Jdk.of(Values.argument(node)));
        var cpus = variant.read("cpus", node -> Cpus.of(Values.scalar(node)));
        var environment = new LinkedHashMap<>(service.environment());
        environment.putAll(variant.map("environment", VariantParser::environmentValue));
        var port = variant.read("port", Values.whole(0, 65_535), 0);
        var expects = variant.read("expects", Values.oneOf(THREADS, "kind of threads"));
        if (command.isEmpty() && !variant.has("command")) {
            variant.problems()
                    .add(
                            variant.location(),
                            "a variant needs the key \"command\" or \"url\", or the service needs \"command\"");
        }
        if (variant.problems().count() > problemsBefore || command.isEmpty()) {
            return Optional.empty();
        }
        var words = new ArrayList<>(command.get());
        words.addAll(args);
        return variant.problems()
                .attempt(
                        variant.location(),
                        () ->
                                new Variant(
                                        name.orElseThrow(),
                                        new ServiceCommand(
                                                words,
                                                service.ready().orElse(defaultReady),
                                                service.within(),
                                                service.sameAnswers(),
                                                expects),
                                        jdk,
                                        cpus,
                                        Optional.of(service.workingDirectory()),
                                        environment,
                                        port));
    }

    private Optional<Variant> endpoint(
            MappingReader variant, Optional<String> name, int problemsBefore) {
        for (var key : Keys.STARTED) {
            variant.reject(
                    key, "%s does not go with url: that service already runs".formatted(key));
        }
        if (service.isStarted()) {
            variant.reject(
                    "url",
                    "url does not go with command, ready, environment or working-directory of the service, which need a start");
        }
        var pid = variant.read("pid", ServiceVariantParser::pid).orElse(OptionalLong.empty());
        var connectTo =
                variant.read(
                        "connect-to",
                        node -> {
                            var text = Values.text(node);
                            var _ = ConnectTo.parse(text);
                            return text;
                        });
        var endpoint =
                variant.require(
                        "url",
                        node ->
                                new Endpoint(
                                        Values.text(node), pid, service.sameAnswers(), connectTo));
        if (variant.problems().count() > problemsBefore) {
            return Optional.empty();
        }
        return Optional.of(Variant.of(name.orElseThrow(), endpoint.orElseThrow()));
    }

    private static OptionalLong pid(Node node) {
        long pid = Values.whole(node);
        if (pid < 1) {
            throw new WrongInput("expected the id of a process, found " + pid);
        }
        return OptionalLong.of(pid);
    }

    /// The keys, including those that were rejected with a message of their own.
    private static List<String> known() {
        var known = new ArrayList<>(Keys.SERVICE_VARIANT);
        known.addAll(List.of("server", "model"));
        return known;
    }
}
