package dev.loombench.spec;

import java.util.List;
import java.util.Optional;

/// A published article whose claims are put to the test.
///
/// @param name of its folder, as in `choubey-2023`
/// @param by who published it, where and when; empty when unsaid
/// @param machine that the article measured on; empty when unsaid
/// @param untested its claims that no experiment puts
public record Article(
        String name,
        String title,
        Optional<String> by,
        Optional<String> machine,
        List<Untested> untested) {
    public Article {
        untested = List.copyOf(untested);
    }

    /// @param claim in our words
    /// @param figure the article's own; empty when it gives none
    /// @param why it cannot be put to the test
    public record Untested(String claim, Optional<String> figure, String why) {}

    /// One of which nothing is known but where it lies.
    public static Article unknown(String name) {
        return new Article(name, name, Optional.empty(), Optional.empty(), List.of());
    }
}
