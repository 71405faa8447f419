package dev.loombench.experiment.yaml;

import dev.loombench.experiment.article.Article;
import dev.loombench.yaml.MappingFile;
import dev.loombench.yaml.MappingReader;
import dev.loombench.yaml.Node;
import dev.loombench.yaml.Problems;
import dev.loombench.yaml.SourceText;
import dev.loombench.yaml.Values;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Reads an article's title and origin from the `article.yaml` in the folder of its experiments.
///
/// ```yaml
/// title: Hello world HTTP server
/// by: M. Choubey, Tech Tonic, April 2023      # optional, and so is machine
/// machine: MacBook Pro M1, 16 GB, Java 20
/// untested:                                   # claims that no experiment tests
///   - {claim: a paraphrase, article: its figure, why: why it cannot be tested}
/// ```
public final class ArticleReader {
    private static final String FILE = "article.yaml";
    private static final List<String> ARTICLE = List.of("title", "by", "machine", "untested");
    private static final List<String> UNTESTED = List.of("claim", "article", "why");

    private ArticleReader() {}

    /// @param folder folder of the article's experiments; without the file, only its name is known
    /// @throws WrongInput when the file is wrong; lists every problem with line and column
    public static Article read(Path folder) {
        var name = String.valueOf(folder.getFileName());
        var file = folder.resolve(FILE);
        return Files.exists(file) ? read(name, SourceText.read(file)) : Article.unknown(name);
    }

    static Article read(String name, SourceText source) {
        return MappingFile.read(
                source,
                "an article",
                article -> {
                    article.allow(ARTICLE);
                    var title = article.require("title", Values::line);
                    var by = article.read("by", Values::line);
                    var machine = article.read("machine", Values::line);
                    var untested =
                            article.list("untested", node -> untested(node, article.problems()));
                    return () -> new Article(name, title.orElseThrow(), by, machine, untested);
                });
    }

    private static Article.Untested untested(Node node, Problems problems) {
        var untested = new MappingReader("an untested claim", Values.mapping(node), problems);
        untested.allow(UNTESTED);
        return new Article.Untested(
                untested.require("claim", Values::line).orElse(""),
                untested.read("article", Values::line),
                untested.require("why", Values::line).orElse(""));
    }
}
