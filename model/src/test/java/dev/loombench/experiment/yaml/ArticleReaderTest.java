package dev.loombench.experiment.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.loombench.experiment.article.Article;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ArticleReaderTest {
    @TempDir private Path folder;

    @Test
    void an_article_is_read_from_its_file() throws IOException {
        var article =
                read(
                        """
                        title: Hello
                        by: A. Author, 2023
                        untested:
                          - {claim: it shrinks, article: 5 s, why: a claim belongs to one experiment}
                          - {claim: it costs little, why: there is no figure}
                        """);
        assertThat(article)
                .isEqualTo(
                        new Article(
                                String.valueOf(folder.getFileName()),
                                "Hello",
                                Optional.of("A. Author, 2023"),
                                Optional.empty(),
                                List.of(
                                        new Article.Untested(
                                                "it shrinks",
                                                Optional.of("5 s"),
                                                "a claim belongs to one experiment"),
                                        new Article.Untested(
                                                "it costs little",
                                                Optional.empty(),
                                                "there is no figure"))));
    }

    @Test
    void without_a_file_only_its_name_is_known() {
        assertThat(ArticleReader.read(folder))
                .isEqualTo(Article.unknown(String.valueOf(folder.getFileName())));
    }

    @Test
    void every_problem_is_reported_with_its_line() {
        assertThatThrownBy(() -> read("titel: x\nuntested: [{claim: a}]\n"))
                .isInstanceOf(WrongInput.class)
                .hasMessageContaining("article.yaml:1:1")
                .hasMessageContaining("did you mean \"title\"?")
                .hasMessageContaining("an untested claim needs the key \"why\"");
    }

    static Stream<Path> articles() throws IOException {
        var root = Path.of(System.getProperty("loombench.home"), "experiments", "articles");
        try (var folders = Files.list(root)) {
            return folders.filter(Files::isDirectory).toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("articles")
    void every_ready_article_has_a_title_and_an_author(Path article) {
        assertThat(ArticleReader.read(article).by()).isPresent();
    }

    private Article read(String yaml) throws IOException {
        Files.writeString(folder.resolve("article.yaml"), yaml);
        return ArticleReader.read(folder);
    }
}
