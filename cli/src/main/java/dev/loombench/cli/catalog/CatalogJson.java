package dev.loombench.cli.catalog;

import dev.loombench.cli.catalog.ExperimentCatalog.Entry;
import dev.loombench.cli.catalog.ExperimentCatalog.Group;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.export.CsvRows;
import dev.loombench.launch.Zoo;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Experiments and servers as data for other programs. Its keys are stable and documented in
/// docs/output/json.md.
///
/// @param format version of these keys, increased when a key changes its meaning or is removed
record CatalogJson(int format, List<ExperimentJson> experiments, List<ServerJson> servers) {
    private static final int FORMAT = 1;

    /// @param group name of its folder or article; empty without one
    /// @param article whether the group is a published article
    record ExperimentJson(
            String name, String group, boolean article, String question, String file) {
        static ExperimentJson of(Group group, Entry entry) {
            return new ExperimentJson(
                    entry.name(),
                    group.name(),
                    group.article(),
                    CatalogText.question(entry),
                    entry.file().toString());
        }
    }

    /// @param unavailable why it cannot be launched here; null where it can
    /// @param fetched whether it is fetched before its first trial
    record ServerJson(
            String name,
            String about,
            String protocol,
            boolean batch,
            Optional<String> unavailable,
            boolean fetched,
            List<ModelJson> models) {
        static ServerJson of(ServerDescription server, Zoo zoo) {
            return new ServerJson(
                    server.name(),
                    server.about(),
                    server.protocol().label(),
                    server.batch(),
                    zoo.unavailableReason(server.name()),
                    zoo.isToBeFetched(server.name()),
                    server.models().entrySet().stream()
                            .map(model -> ModelJson.of(model.getKey(), model.getValue()))
                            .toList());
        }
    }

    /// @param settings that a user chooses: name -> what it is
    record ModelJson(String name, String about, String threads, Map<String, String> settings) {
        static ModelJson of(String name, ServerDescription.Model model) {
            return new ModelJson(
                    name, model.about(), model.threads().label(), CatalogText.settings(model));
        }
    }

    static CatalogJson of(List<Group> groups, List<ServerDescription> servers, Zoo zoo) {
        return new CatalogJson(
                FORMAT,
                groups.stream()
                        .flatMap(group ->
                                group.entries().stream().map(e -> ExperimentJson.of(group, e)))
                        .toList(),
                servers.stream().map(server -> ServerJson.of(server, zoo)).toList());
    }

    /// A row per experiment; per server where servers alone are listed.
    CsvRows rows() {
        return experiments.isEmpty()
                ? CsvRows.of(ServerJson.class, servers)
                : CsvRows.of(ExperimentJson.class, experiments);
    }
}
