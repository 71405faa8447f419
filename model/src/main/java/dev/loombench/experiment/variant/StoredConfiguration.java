package dev.loombench.experiment.variant;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import dev.loombench.text.EnvironmentValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A variant or a backend as results store it: flat, with the keys of a server of the zoo, a
/// service or an endpoint.
///
/// Values of a service's environment that may be secret are not stored, except for a reference to a
/// variable of the lab; nor are the secrets in its command.
record StoredConfiguration(
        String name,
        @JsonInclude(Include.NON_ABSENT) Optional<String> server,
        @JsonInclude(Include.NON_ABSENT) Optional<String> model,
        @JsonInclude(Include.NON_ABSENT) Optional<Threading> threads,
        @JsonInclude(Include.NON_ABSENT) Optional<Map<String, String>> settings,
        @JsonInclude(Include.NON_ABSENT) Optional<List<String>> jvm,
        @JsonInclude(Include.NON_ABSENT) Optional<ServiceCommand> service,
        @JsonInclude(Include.NON_ABSENT) Optional<Endpoint> endpoint,
        Optional<Jdk> jdk,
        Optional<Cpus> cpus,
        Optional<Path> workingDirectory,
        Map<String, String> environment,
        int port) {

    static StoredConfiguration of(LaunchConfiguration launched) {
        var zoo = launched.zooServer();
        return new StoredConfiguration(
                launched.name(),
                zoo.map(ZooServer::server),
                zoo.map(ZooServer::model),
                zoo.map(ZooServer::threads),
                zoo.map(ZooServer::settings),
                zoo.map(ZooServer::jvm),
                launched.service().map(service -> service.withWords(service.shownWords())),
                launched.endpoint(),
                launched.jdk(),
                launched.cpus(),
                launched.workingDirectory(),
                zoo.isPresent() ? launched.environment() : withoutSecrets(launched.environment()),
                launched.port());
    }

    private static Map<String, String> withoutSecrets(Map<String, String> environment) {
        var stored = new LinkedHashMap<>(environment);
        stored.replaceAll((name, value) ->
                !value.equals(EnvironmentValue.LOST)
                                && !EnvironmentValue.isReference(value)
                                && CommandSecrets.inVariable(name, value)
                        ? EnvironmentValue.NOT_STORED
                        : value);
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
