package dev.loombench.spec.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.spec.ExperimentSpec;
import dev.loombench.spec.SmallZoo;
import dev.loombench.spec.load.Request;
import dev.loombench.spec.text.SpecError;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Experiment files given as text, and the problems found in them.
final class SpecTexts {
    static final SpecReader READER = new SpecReader(SmallZoo.SERVERS);

    private SpecTexts() {}

    /// The messages of the problems, without the quoted lines of the file.
    static List<String> problems(String yaml) {
        try {
            throw new AssertionError("expected problems, found the spec " + read(yaml));
        } catch (SpecError e) {
            return e.getMessage().lines().filter(line -> !line.startsWith("  ")).toList();
        }
    }

    static ExperimentSpec read(String yaml) {
        return read(READER, yaml);
    }

    static ExperimentSpec read(SpecReader reader, String yaml) {
        var bytes = yaml.getBytes(StandardCharsets.UTF_8);
        return reader.read(SourceText.of("trial.yaml", bytes), "trial");
    }

    static Request only(ExperimentSpec spec) {
        assertThat(spec.traffic().requests()).hasSize(1);
        return spec.traffic().requests().getFirst();
    }
}
