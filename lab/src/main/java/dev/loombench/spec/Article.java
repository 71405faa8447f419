package dev.loombench.spec;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.List;
import java.util.Optional;

/// A published article whose claims are put to the test.
///
/// @param name of its folder, as in `choubey-2023`
/// @param by who published it, where and when; empty when unsaid
/// @param machine that the article measured on; empty when unsaid
/// @param untested its claims that no experiment puts
public record Article(
        @JsonProperty("name") String name,
        @JsonProperty("title") String title,
        @JsonProperty("by") Optional<String> by,
        @JsonProperty("machine") Optional<String> machine,
        @JsonProperty("untested") List<Untested> untested) {
    public Article {
        if (!isName(name)) {
            throw new SpecError(
                    "an article's name is that of a folder, was " + TextSanitizer.quoted(name));
        }
        untested = List.copyOf(untested);
    }

    /// Whether it can name a folder, and a page beside it: no path, and nothing unprintable.
    public static boolean isName(String name) {
        return !name.isBlank()
                && !name.startsWith(".")
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && TextSanitizer.isPrintable(name);
    }

    /// @param claim in our words
    /// @param figure the article's own; empty when it gives none
    /// @param why it cannot be put to the test
    public record Untested(
            @JsonProperty("claim") String claim,
            @JsonProperty("figure") Optional<String> figure,
            @JsonProperty("why") String why) {}

    /// One of which nothing is known but where it lies.
    public static Article unknown(String name) {
        return new Article(name, name, Optional.empty(), Optional.empty(), List.of());
    }
}
