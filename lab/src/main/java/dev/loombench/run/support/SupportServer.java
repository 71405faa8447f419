package dev.loombench.run.support;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import java.util.List;
import java.util.Map;

/// A server that the lab brings, which servers under test use: with every default.
public record SupportServer(ZooServer subject) implements LaunchConfiguration {
    static SupportServer of(String server, String model, Threading threads) {
        return new SupportServer(new ZooServer(server, model, threads, Map.of(), List.of()));
    }

    @Override
    public String name() {
        return Variant.defaultName(subject.server(), subject.model(), subject.settings());
    }
}
