package dev.loombench;

import dev.loombench.experiment.variant.Ready;
import dev.loombench.experiment.variant.SameAnswers;
import dev.loombench.experiment.variant.ServiceCommand;
import java.util.List;
import java.util.Optional;

/// A command with every default, of which a test has the words alone.
public final class SampleCommand {
    private SampleCommand() {}

    public static ServiceCommand of(String... words) {
        return of(List.of(words));
    }

    public static ServiceCommand of(List<String> words) {
        return new ServiceCommand(
                words,
                new Ready.Port(),
                ServiceCommand.DEFAULT_WITHIN,
                SameAnswers.OFF,
                Optional.empty());
    }
}
