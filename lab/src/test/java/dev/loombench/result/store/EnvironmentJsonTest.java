package dev.loombench.result.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.SampleRun;
import dev.loombench.observe.result.Environment;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EnvironmentJsonTest {
    @Test
    void an_environment_without_processor_settings_is_read() {
        var environment = SampleRun.manifest().environment();
        var json = (ObjectNode) ResultJson.MAPPER.valueToTree(environment);
        assertThat(ResultJson.MAPPER.treeToValue(json, Environment.class)).isEqualTo(environment);

        json.remove("processor");
        var older = ResultJson.MAPPER.treeToValue(json, Environment.class);
        assertThat(older.processor()).isEmpty();
        assertThat(older.cpu()).isEqualTo(environment.cpu());
    }
}
