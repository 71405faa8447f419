package dev.loombench.experiment.article;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.List;
import java.util.Optional;

/// A published article whose claims are put to the test.
///
/// @param name name of its folder, as in `choubey-2023`
/// @param by author, publication and date; empty when not known
/// @param machine the machine of the article's measurements; empty when not known
/// @param untested claims that no experiment tests
public record Article(
        String name,
        String title,
        Optional<String> by,
        Optional<String> machine,
        List<Untested> untested) {
    public Article {
        if (!isName(name)) {
            throw new WrongInput(
                    "an article's name must be a valid folder name, was "
                            + TextSanitizer.quoted(name));
        }
        untested = List.copyOf(untested);
    }

    /// Whether the name is valid for a folder and an HTML page: no path, only printable characters.
    public static boolean isName(String name) {
        return !name.isBlank()
                && !name.startsWith(".")
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && TextSanitizer.isPrintable(name);
    }

    /// A claim that no experiment tests.
    ///
    /// @param claim a paraphrase of the claim
    /// @param figure the article's figure; empty when it gives none
    /// @param why why the claim cannot be tested
    public record Untested(String claim, Optional<String> figure, String why) {}

    /// An article of which only the folder is known.
    public static Article unknown(String name) {
        return new Article(name, name, Optional.empty(), Optional.empty(), List.of());
    }
}
