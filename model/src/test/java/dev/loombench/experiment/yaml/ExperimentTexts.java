package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.yaml.SourceText;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Experiment files given as text, and the problems found in them.
public final class ExperimentTexts {
    static final ExperimentReader READER = new ExperimentReader(SmallZoo.SERVERS);

    private ExperimentTexts() {}

    /// The messages of the problems, without the quoted lines of the file.
    static List<String> problems(String yaml) {
        try {
            throw new AssertionError("expected problems, found the experiment " + read(yaml));
        } catch (WrongInput e) {
            return e.getMessage().lines().filter(line -> !line.startsWith("  ")).toList();
        }
    }

    /// The experiment of a text, with the servers of [SmallZoo].
    public static Experiment read(String yaml) {
        return read(READER, yaml);
    }

    static Experiment read(ExperimentReader reader, String yaml) {
        var bytes = yaml.getBytes(StandardCharsets.UTF_8);
        return reader.read(SourceText.of("trial.yaml", bytes), "trial");
    }

    static Request only(Experiment experiment) {
        assertThat(experiment.traffic().requests()).hasSize(1);
        return experiment.traffic().requests().getFirst();
    }
}
