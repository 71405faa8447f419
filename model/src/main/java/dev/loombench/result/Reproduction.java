package dev.loombench.result;

import dev.loombench.experiment.Experiment;
import dev.loombench.experiment.article.Article;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The plan of a reproduction, which tests the claims of articles; written before the first run.
///
/// @param quick whether the experiments were shortened
/// @param experiments in the order of execution
public record Reproduction(
        Instant started, boolean quick, List<Article> articles, List<Planned> experiments) {
    public Reproduction {
        articles = List.copyOf(articles);
        experiments = List.copyOf(experiments);
    }

    /// @param article name of the article
    /// @param experiment as it will be run
    /// @param adjustments differences of the experiment from its file, one sentence each
    public record Planned(String article, Experiment experiment, List<String> adjustments) {
        public Planned {
            if (!Article.isName(article)) {
                throw new IllegalArgumentException("an article's name is that of a folder");
            }
            adjustments = List.copyOf(adjustments);
        }

        /// As in `choubey-2023/hello-c10`.
        public String name() {
            return article + "/" + experiment.name();
        }
    }

    /// The end of an experiment.
    ///
    /// @param run folder of its run, relative to that of the reproduction; empty when it could not
    ///   be run
    /// @param unavailable variant -> reason why it was unavailable on this machine
    public record Ended(Optional<String> run, Map<String, String> unavailable) {
        public Ended {
            unavailable = new TreeMap<>(unavailable);
        }
    }
}
