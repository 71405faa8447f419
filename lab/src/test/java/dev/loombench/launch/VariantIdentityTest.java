package dev.loombench.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.jdk.Jdks;
import dev.loombench.spec.Ready;
import dev.loombench.spec.SameAnswers;
import dev.loombench.spec.ServiceCommand;
import dev.loombench.spec.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The files by which a resumed run recognises the programs of its finished trials.
class VariantIdentityTest {
    @TempDir Path folder;

    private Map<String, String> builds() throws IOException {
        Files.createDirectories(folder.resolve("zoo"));
        var service =
                new ServiceCommand(
                        List.of("java", "-javaagent:apm.jar=a=b", "-jar", "app.jar"),
                        new Ready.Port(),
                        ServiceCommand.DEFAULT_WITHIN,
                        SameAnswers.BODY,
                        Optional.empty());
        var variant =
                new Variant(
                        "a",
                        service,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.of(folder),
                        Map.of(),
                        0);
        return new VariantIdentity(Zoo.at(folder), new Jdks(List.of())).builds(List.of(variant));
    }

    @Test
    void a_service_is_its_jar_and_its_java_agents() throws IOException {
        Files.writeString(folder.resolve("apm.jar"), "one");
        Files.writeString(folder.resolve("app.jar"), "app");
        var agent = "Java agent " + folder.resolve("apm.jar");
        var jar = "service " + folder.resolve("app.jar");
        var before = builds();
        assertThat(before).containsKeys(jar, agent);
        Files.writeString(folder.resolve("apm.jar"), "two");
        var after = builds();
        assertThat(after.get(agent)).isNotEqualTo(before.get(agent));
        assertThat(after.get(jar)).isEqualTo(before.get(jar));
    }
}
