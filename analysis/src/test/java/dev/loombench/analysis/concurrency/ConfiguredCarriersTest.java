package dev.loombench.analysis.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleCommand;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import dev.loombench.experiment.variant.ZooServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// On a machine of eight processors.
class ConfiguredCarriersTest {
    private static Variant service(String... options) {
        var words = new ArrayList<>(List.of("java"));
        words.addAll(List.of(options));
        words.addAll(List.of("-jar", "app.jar"));
        return Variant.of("app", SampleCommand.of(words));
    }

    @Test
    void they_are_as_many_as_the_command_sets() {
        assertThat(ConfiguredCarriers.of(service("-Djdk.virtualThreadScheduler.parallelism=1"), 8))
                .isEqualTo(1);
        var flags = List.of("-Djdk.virtualThreadScheduler.parallelism=3");
        var zoo = new ZooServer("jetty", "virtual", Threading.VIRTUAL, Map.of(), flags);
        assertThat(ConfiguredCarriers.of(Variant.of("zoo", zoo), 8)).isEqualTo(3);
    }

    @Test
    void else_there_is_one_for_each_processor() {
        assertThat(ConfiguredCarriers.of(service(), 8)).isEqualTo(8);
        assertThat(ConfiguredCarriers.of(service("-XX:ActiveProcessorCount=2"), 8)).isEqualTo(2);
    }

    @Test
    void there_are_no_more_than_the_largest_pool_has() {
        var most = "-Djdk.virtualThreadScheduler.maxPoolSize=";
        assertThat(ConfiguredCarriers.of(service(most + 1), 8)).isEqualTo(1);
        assertThat(ConfiguredCarriers.of(service(most + 256), 8)).isEqualTo(8);
    }
}
