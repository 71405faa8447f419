package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.spec.SmallZoo;
import dev.loombench.spec.WarmUpCycles;
import dev.loombench.spec.yaml.SpecReader;
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
        var spec = new SpecReader(SmallZoo.SERVERS).read(file);
        var phases = spec.phases();
        assertThat(phases.warmUpCycles())
                .hasValue(new WarmUpCycles(Duration.ofSeconds(5), Duration.ofSeconds(2)));
        assertThat(phases.warmUpMin()).isEqualTo(Duration.ofSeconds(6));
        assertThat(phases.warmUpMax()).isEqualTo(Duration.ofSeconds(4 * 5 + 3 * 2));
        var manifest = SampleRun.manifest(spec);
        try (var store = ResultStore.create(results, manifest)) {
            assertThat(ResultStore.manifest(store.folder())).isEqualTo(manifest);
        }
    }
}
