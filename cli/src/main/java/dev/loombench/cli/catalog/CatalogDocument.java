package dev.loombench.cli.catalog;

import static dev.loombench.text.Figures.counted;

import dev.loombench.cli.catalog.ExperimentCatalog.Group;
import dev.loombench.experiment.variant.ServerDescription;
import dev.loombench.export.AnswerStatus;
import dev.loombench.export.CsvRows;
import dev.loombench.export.Outline;
import dev.loombench.export.Outline.Figures;
import dev.loombench.export.Outline.Part;
import dev.loombench.export.Outline.Section;
import dev.loombench.export.PageTable;
import dev.loombench.launch.Zoo;
import dev.loombench.report.export.Document;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.text.Sentence;
import java.util.List;
import java.util.function.Function;

/// The experiments and servers that are listed.
///
/// @param text of them for a terminal
record CatalogDocument(
        List<Group> groups,
        List<ServerDescription> servers,
        Zoo zoo,
        Function<CatalogText, List<String>> text)
        implements Document {
    private static final int WIDEST = 100;

    CatalogDocument {
        groups = List.copyOf(groups);
        servers = List.copyOf(servers);
    }

    @Override
    public Outline outline() {
        var data = data();
        return new Outline(
                "Experiments and servers",
                AnswerStatus.DECIDED,
                "%s, %s."
                        .formatted(
                                counted(data.experiments().size(), "experiment"),
                                counted(data.servers().size(), "server")),
                List.of(
                        new Section("Experiments", experiments(data)),
                        new Section("Servers", servers(data))),
                "");
    }

    private static List<Part> experiments(CatalogJson data) {
        return table(
                List.of("name", "question"),
                data.experiments().stream().map(e -> List.of(e.name(), e.question())).toList());
    }

    private static List<Part> servers(CatalogJson data) {
        return table(
                List.of("name", "models", "about"),
                data.servers().stream().map(s -> List.of(s.name(), models(s), about(s))).toList());
    }

    private static String models(CatalogJson.ServerJson server) {
        return String.join(", ", server.models().stream().map(m -> m.name()).toList());
    }

    /// What it is, and what it lacks on this machine.
    private static String about(CatalogJson.ServerJson server) {
        return server.about()
                + server.unavailable().map(why -> " Unavailable: " + Sentence.of(why)).orElse("")
                + (server.fetched() ? " Fetched before its first trial." : "");
    }

    private static List<Part> table(List<String> columns, List<List<String>> rows) {
        return rows.isEmpty() ? List.of() : List.of(new Figures(PageTable.ofWords(columns, rows)));
    }

    @Override
    public CatalogJson data() {
        return CatalogJson.of(groups, servers, zoo);
    }

    @Override
    public CsvRows rows() {
        return data().rows();
    }

    @Override
    public List<String> lines(AnsiStyle style, int width) {
        return text.apply(new CatalogText(style, Math.min(width, WIDEST)));
    }
}
