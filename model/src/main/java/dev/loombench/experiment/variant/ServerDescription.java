package dev.loombench.experiment.variant;

import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Traffic;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The models and settings of a server of the zoo, which allow a check of an experiment before
/// anything starts.
///
/// @param name as in `tomcat`
/// @param about one sentence
/// @param protocol the protocol of its port
/// @param models name -> model, in the order of its file
/// @param batch whether it is a program that does its work and ends, not a server
/// @param downstreamPaths prefixes of the paths, in addition to `/downstream`, whose handlers call
///   the delay service
public record ServerDescription(
        String name,
        String about,
        Protocol protocol,
        Map<String, Model> models,
        boolean batch,
        List<String> downstreamPaths) {
    /// The setting that names the delay service: the lab starts one and passes its URL to the
    /// server, unless the variant names another.
    public static final String DOWNSTREAM = "downstream";

    /// The setting that names a server's database: the lab starts one where a variant needs one and
    /// names none.
    public static final String DATABASE = "database";

    /// The settings whose values the lab supplies by default.
    public static final Set<String> GIVEN_BY_THE_LAB = Set.of(DOWNSTREAM, DATABASE);

    /// The path of every HTTP server of the zoo whose handler calls the delay service.
    private static final String DOWNSTREAM_PATH = "/downstream";

    public ServerDescription {
        downstreamPaths = List.copyOf(downstreamPaths);
    }

    /// Whether any handler that the traffic reaches calls the delay service.
    public boolean callsDownstream(Traffic traffic) {
        return traffic.hasPathPrefix(DOWNSTREAM_PATH)
                || downstreamPaths.stream().anyMatch(traffic::hasPathPrefix);
    }

    /// A concurrency model of a server.
    ///
    /// @param about one sentence
    /// @param threads the threads that run its handlers or tasks
    /// @param settings name -> one sentence, as in `threads`; empty when the model has none
    /// @param adapts whether it adapts a size to the load over seconds, so that a load with rests
    ///   would change it
    public record Model(
            String about, Threading threads, Map<String, String> settings, boolean adapts) {}

    /// Whether a variant of this server adapts a size to the load over seconds.
    public boolean adapts(Variant variant) {
        var model = variant.zooServer().map(server -> models.get(server.model())).orElse(null);
        return (model != null && model.adapts()) || variant.settings().containsValue("adaptive");
    }
}
