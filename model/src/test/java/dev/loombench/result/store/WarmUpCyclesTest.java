package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.experiment.SmallZoo;
import dev.loombench.experiment.WarmUpCycles;
import dev.loombench.experiment.yaml.ExperimentReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpCyclesTest {
    private static final String YAML =
            """
            question: Is it fast?
            variants: [{server: tomcat, model: virtual}]
            load: {users: 10, path: /}
            phases: {warm-up: {cycles: 4, load: 5s, pause: 2s, min: 6s}}
            """;

    @Test
    void a_warm_up_in_cycles_is_read_and_stored(@TempDir Path results) throws IOException {
        var file = Files.writeString(results.resolve("trial.yaml"), YAML);
        var experiment = new ExperimentReader(SmallZoo.SERVERS).read(file);
        var phases = experiment.phases();
        assertThat(phases.warmUpCycles())
                .hasValue(new WarmUpCycles(Duration.ofSeconds(5), Duration.ofSeconds(2)));
        assertThat(phases.warmUpMin()).isEqualTo(Duration.ofSeconds(6));
        assertThat(phases.warmUpMax()).isEqualTo(Duration.ofSeconds(4 * 5 + 3 * 2));
        var manifest = SampleRun.manifest(experiment);
        try (var store = ResultStore.create(results, manifest)) {
            assertThat(ResultStore.manifest(store.folder())).isEqualTo(manifest);
        }
    }
}
