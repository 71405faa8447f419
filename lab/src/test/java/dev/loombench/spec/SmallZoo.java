package dev.loombench.spec;

import dev.loombench.spec.ServerDescription.Model;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Three servers for valid and wrong experiments.
public final class SmallZoo {
    private static final Model POOL =
            new Model("a fixed pool", Threading.BOUNDED, Map.of("threads", "how many"));
    private static final Model PLAIN = new Model("without settings", Threading.VIRTUAL, Map.of());

    public static final List<ServerDescription> SERVERS =
            List.of(
                    server("tomcat", "platform-pool", POOL, "virtual", PLAIN),
                    server(
                            "jdk-httpserver",
                            "cached-pool",
                            PLAIN,
                            "platform-pool",
                            POOL,
                            "virtual",
                            PLAIN),
                    server("vertx", "event-loop", PLAIN, "virtual", PLAIN));

    private SmallZoo() {}

    private static ServerDescription server(String name, Object... namesAndModels) {
        var models = new LinkedHashMap<String, Model>();
        for (int i = 0; i < namesAndModels.length; i += 2) {
            models.put((String) namesAndModels[i], (Model) namesAndModels[i + 1]);
        }
        return new ServerDescription(name, "a server", models);
    }
}
