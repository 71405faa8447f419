package dev.loombench.experiment;

import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.experiment.variant.ServerDescription.Model;
import dev.loombench.experiment.variant.Threading;
import dev.loombench.traffic.Protocol;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Three servers for valid and wrong experiments.
public final class SmallZoo {
    private static final Model POOL =
            model("a fixed pool", Threading.BOUNDED, Map.of("threads", "how many"));
    private static final Model PLAIN = model("without settings", Threading.VIRTUAL, Map.of());

    public static final List<ServerDescription> SERVERS =
            List.of(
                    of("tomcat", "platform-pool", POOL, "virtual", PLAIN),
                    of(
                            "jdk-httpserver",
                            "cached-pool",
                            PLAIN,
                            "platform-pool",
                            POOL,
                            "virtual",
                            PLAIN),
                    of("vertx", "event-loop", PLAIN, "virtual", PLAIN));

    private SmallZoo() {}

    private static ServerDescription of(String name, Object... namesAndModels) {
        var models = new LinkedHashMap<String, Model>();
        for (int i = 0; i < namesAndModels.length; i += 2) {
            models.put((String) namesAndModels[i], (Model) namesAndModels[i + 1]);
        }
        return server(name, "a server", models);
    }

    /// A server that speaks HTTP.
    public static ServerDescription server(String name, String about, Map<String, Model> models) {
        return new ServerDescription(name, about, Protocol.HTTP, models, false, List.of());
    }

    /// A model of a constant size.
    public static Model model(String about, Threading threads, Map<String, String> settings) {
        return new Model(about, threads, settings, false);
    }
}
