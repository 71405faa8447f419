package dev.loombench.experiment.variant;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A program and what it runs on: a variant, a service that variants use, or a command around their
/// processes. By default it has the JDK of the lab, all processors, its own folder, no variables
/// and a free port.
public interface LaunchConfiguration {
    /// The name in messages.
    String name();

    /// The program that it runs.
    Subject subject();

    /// The JDK it runs on; empty for the lab's own, or for that of a service's command.
    default Optional<Jdk> jdk() {
        return Optional.empty();
    }

    /// Processors that it may use; empty for all.
    default Optional<Cpus> cpus() {
        return Optional.empty();
    }

    /// Empty for the folder of its output.
    default Optional<Path> workingDirectory() {
        return Optional.empty();
    }

    /// Variables added to the lab's own; of a service, `${NAME}` in a value is a variable of the
    /// lab.
    default Map<String, String> environment() {
        return Map.of();
    }

    /// Port to listen on; 0 for a free one.
    default int port() {
        return 0;
    }

    /// The server of the zoo; empty for the user's own service.
    default Optional<ZooServer> zooServer() {
        return switch (subject()) {
            case ZooServer server -> Optional.of(server);
            case ServiceCommand _, Endpoint _ -> Optional.empty();
        };
    }

    /// The user's own service that the lab starts.
    default Optional<ServiceCommand> service() {
        return switch (subject()) {
            case ZooServer _, Endpoint _ -> Optional.empty();
            case ServiceCommand service -> Optional.of(service);
        };
    }

    /// The service that already runs.
    default Optional<Endpoint> endpoint() {
        return switch (subject()) {
            case ZooServer _, ServiceCommand _ -> Optional.empty();
            case Endpoint endpoint -> Optional.of(endpoint);
        };
    }

    /// The flags for the JVM of a server of the zoo; none for a service, whose command has them.
    default List<String> jvm() {
        return zooServer().map(ZooServer::jvm).orElse(List.of());
    }
}
