package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A variant as results store it: flat, with the keys of a server of the zoo, a service or an
/// endpoint.
///
/// Values of a service's environment may be secret, so they are not stored, except for a reference
/// to a variable of the lab.
record StoredVariant(
        @JsonProperty("name") String name,
        @JsonProperty("server") @JsonInclude(Include.NON_ABSENT) Optional<String> server,
        @JsonProperty("model") @JsonInclude(Include.NON_ABSENT) Optional<String> model,
        @JsonProperty("threads") @JsonInclude(Include.NON_ABSENT) Optional<Threading> threads,
        @JsonProperty("settings") @JsonInclude(Include.NON_ABSENT)
                Optional<Map<String, String>> settings,
        @JsonProperty("jvm") @JsonInclude(Include.NON_ABSENT) Optional<List<String>> jvm,
        @JsonProperty("service") @JsonInclude(Include.NON_ABSENT) Optional<ServiceCommand> service,
        @JsonProperty("endpoint") @JsonInclude(Include.NON_ABSENT) Optional<Endpoint> endpoint,
        @JsonProperty("jdk") Optional<Jdk> jdk,
        @JsonProperty("cpus") Optional<Cpus> cpus,
        @JsonProperty("workingDirectory") Optional<Path> workingDirectory,
        @JsonProperty("environment") Map<String, String> environment,
        @JsonProperty("port") int port) {

    static StoredVariant of(Variant variant) {
        var zoo = variant.zooServer();
        return new StoredVariant(
                variant.name(),
                zoo.map(ZooServer::server),
                zoo.map(ZooServer::model),
                zoo.map(ZooServer::threads),
                zoo.map(ZooServer::settings),
                zoo.map(ZooServer::jvm),
                variant.service(),
                variant.endpoint(),
                variant.jdk(),
                variant.cpus(),
                variant.workingDirectory(),
                zoo.isPresent() ? variant.environment() : withoutValues(variant.environment()),
                variant.port());
    }

    private static Map<String, String> withoutValues(Map<String, String> environment) {
        var stored = new LinkedHashMap<>(environment);
        stored.replaceAll((_, value) ->
                EnvironmentValue.isReference(value) ? value : EnvironmentValue.NOT_STORED);
        return stored;
    }

    Variant variant() {
        var own = service.<Subject>map(s -> s).or(() -> endpoint);
        var subject = own.orElseGet(this::zooServer);
        return new Variant(name, subject, jdk, cpus, workingDirectory, environment, port);
    }

    private ZooServer zooServer() {
        return new ZooServer(
                server.orElseThrow(),
                model.orElseThrow(),
                threads.orElseThrow(),
                settings.orElseThrow(),
                jvm.orElseThrow());
    }
}
