package dev.loombench.cli.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.Zoo;
import dev.loombench.report.text.AnsiStyle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CatalogTextTest {
    @TempDir private Path home;

    @Test
    void a_server_that_is_fetched_first_is_marked() throws IOException {
        var folder = Files.createDirectories(home.resolve("zoo/one"));
        Files.writeString(
                folder.resolve("server.json"),
                """
                {"name": "one", "about": "One.", "main": "a.Main", "jar": "target/zoo-one.jar",
                 "models": {"virtual": {"about": "No pool.", "threads": "virtual"}}}
                """);
        Files.writeString(
                folder.resolve("jars.sha256"),
                "%s  no/such/server/1/server-1.jar\n".formatted("0".repeat(64)));
        var zoo = Zoo.at(home);
        var text = new CatalogText(AnsiStyle.of(false), 80);
        assertThat(text.serverNames(zoo)).contains("  fetched before their first trial: one");
        assertThat(text.servers(zoo)).contains("    fetched before its first trial");
        assertThat(text.server(zoo, zoo.servers().getFirst()))
                .contains("  fetched before its first trial");
    }

    @Test
    void a_long_question_is_cut_between_words() {
        assertThat(CatalogText.ellipsized("What does it cost, and when?", 28)).hasSize(28);
        assertThat(CatalogText.ellipsized("What does it cost, and when?", 27))
                .isEqualTo("What does it cost, and…");
        assertThat(CatalogText.ellipsized("What does it cost, and when?", 21))
                .isEqualTo("What does it cost…");
        assertThat(CatalogText.ellipsized("Incomprehensible", 8)).isEqualTo("Incompr…");
    }
}
