package dev.loombench.launch;

import dev.loombench.SampleJar;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.experiment.variant.Variant;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// A zoo whose only server is `FakeServer`.
final class FakeZoo {
    private static final String[] MODELS = {
        "good",
        "dies",
        "hangs",
        "ignores-sigterm",
        "prints-controls",
        "long-line",
        "long-lines-forever",
        "not-listening",
        "other-port",
        "malformed-ready",
        "dies-after-ready",
        "closes-output",
        "out-of-memory",
        "out-of-memory-later",
        "dies-on-connection",
        "starts-child",
        "prints-environment"
    };

    private FakeZoo() {}

    static Zoo at(Path home) throws IOException {
        var folder = Files.createDirectories(home.resolve("zoo/fake"));
        SampleJar.ofClasses(folder.resolve("fake.jar"), Map.of(), FakeServer.class);
        var models = new StringBuilder();
        for (var model : MODELS) {
            models.append(models.isEmpty() ? "" : ", ")
                    .append(
                            "\"%s\": {\"about\": \"Is %s.\", \"threads\": \"bounded\", "
                                    .formatted(model, model))
                    .append("\"settings\": {\"word\": \"Any.\"}}");
        }
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "fake", "about": "Misbehaves.", "main": "%s", "jar": "fake.jar",
                 "jvm": ["-Xmx64m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"], "models": {%s}}
                """
                        .formatted(FakeServer.class.getName(), models));
        return Zoo.at(home);
    }

    static Variant variant(String model) {
        return Variant.of("fake", model, Threading.BOUNDED, Map.of());
    }
}
