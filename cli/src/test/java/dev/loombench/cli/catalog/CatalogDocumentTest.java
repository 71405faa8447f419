package dev.loombench.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.PublishedSchema;
import dev.loombench.cli.catalog.ExperimentCatalog.Entry;
import dev.loombench.cli.catalog.ExperimentCatalog.Group;
import dev.loombench.launch.Zoo;
import dev.loombench.report.export.GoldenForms;
import dev.loombench.report.export.OutputFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogDocumentTest {
    @TempDir private Path home;
    private CatalogDocument document;

    @BeforeEach
    void list() throws IOException {
        var server = Files.createDirectories(home.resolve("zoo/one"));
        Files.writeString(
                server.resolve("server.json"),
                """
                {"name": "one", "about": "One.", "main": "a.Main", "jar": "target/zoo-one.jar",
                 "models": {
                   "platform-pool": {"about": "A pool.", "threads": "bounded",
                                     "settings": {"threads": "of the pool; 200 by default"}},
                   "virtual": {"about": "No pool.", "threads": "virtual"}}}
                """);
        Files.writeString(
                server.resolve("jars.sha256"),
                "%s  no/such/server/1/server-1.jar\n".formatted("0".repeat(64)));
        var groups =
                List.of(
                        new Group("", false, List.of(entry("quick", "Which <model> is faster?"))),
                        new Group(
                                "someone-2026",
                                true,
                                List.of(entry("someone-2026/first", "Does a | b hold?"))));
        var zoo = Zoo.at(home);
        document =
                new CatalogDocument(
                        groups,
                        zoo.servers(),
                        zoo,
                        text -> ListCommand.everything(new ExperimentCatalog(groups), zoo, text));
    }

    private Entry entry(String name, String question) throws IOException {
        var file = home.resolve(name + ".yaml");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "question: %s\n".formatted(question));
        return new Entry(name, file);
    }

    @Test
    void every_form_of_a_list_is_stable() throws IOException {
        GoldenForms.assertStable(
                "list", document, text -> text.replace(home.toString(), "/loombench"));
    }

    @Test
    void a_list_conforms_to_its_schema() throws IOException {
        assertThat(PublishedSchema.LIST.errors(OutputFormat.json.export(document))).isEmpty();
        var wrong = "{\"format\": 1, \"experiments\": [], \"servers\": [{}]}";
        assertThat(PublishedSchema.LIST.errors(wrong)).isNotEmpty();
    }
}
