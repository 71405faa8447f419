package dev.loombench.cli.compare;

import dev.loombench.experiment.variant.Endpoint;
import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.load.option.ConnectToOption;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Traffic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// How the services of a command line start, and what must be equal in their responses: the same
/// for all of them.
///
/// @param ready the event that shows that one accepts requests; empty for the default
/// @param within time limit for that event; empty for the default
/// @param environment variables added to the lab's own, in whose values `${NAME}` is a variable of
///   the lab
/// @param connectTo the address to connect to in place of that of a URL's host; empty for none
public record StartSettings(
        Optional<Ready> ready,
        Optional<Duration> within,
        SameAnswers sameAnswers,
        Map<String, String> environment,
        Path workingDirectory,
        Optional<String> connectTo) {
    /// Every default, in the current folder.
    public static StartSettings byDefault() {
        return in(Path.of("").toAbsolutePath());
    }

    /// Every default, in a folder.
    public static StartSettings in(Path workingDirectory) {
        return new StartSettings(
                Optional.empty(),
                Optional.empty(),
                SameAnswers.BODY,
                Map.of(),
                workingDirectory.normalize(),
                Optional.empty());
    }

    public StartSettings {
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
    }

    /// The services as variants of an experiment.
    ///
    /// @param traffic whose path is requested until a service is ready, by default
    /// @throws WrongInput when one of them already runs, and an option describes its start
    public List<Variant> variants(List<NamedCommand> services, Traffic traffic) {
        if (services.stream().anyMatch(NamedCommand::isRunning)) {
            requireNone();
        } else if (connectTo.isPresent()) {
            throw new WrongInput(
                    ConnectToOption.NAME
                            + " goes with URLs, whose host it replaces, and not with services that are started");
        }
        return services.stream().map(service -> variant(service, traffic)).toList();
    }

    private void requireNone() {
        if (!environment.isEmpty()) {
            throw new WrongInput("--env does not go with a URL, whose service already runs");
        }
        if (ready.isPresent() || within.isPresent()) {
            throw new WrongInput(
                    "--ready and --ready-within do not go with a URL, whose service already runs");
        }
    }

    private Variant variant(NamedCommand service, Traffic traffic) {
        if (service.isRunning()) {
            return Variant.of(
                    service.name(),
                    new Endpoint(service.summary(), OptionalLong.empty(), sameAnswers, connectTo));
        }
        var command =
                new ServiceCommand(
                        service.words(),
                        ready.orElseGet(() -> Ready.defaultFor(traffic)),
                        within.orElse(ServiceCommand.DEFAULT_WITHIN),
                        sameAnswers,
                        service.expects());
        return new Variant(
                service.name(),
                command,
                service.jdk(),
                service.cpus(),
                Optional.of(workingDirectory),
                environment,
                0);
    }
}
