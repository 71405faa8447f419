package dev.loombench.spec.yaml;

import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.TextSanitizer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Everything that is wrong with one file, so that it can be mended in one go.
final class Problems {
    /// More at once is no help.
    private static final int MAX_SHOWN = 10;

    private static final int MAX_MESSAGE = 400;

    private final SourceText source;
    private final List<Problem> found = new ArrayList<>();

    Problems(SourceText source) {
        this.source = source;
    }

    void add(SourceLocation place, String message) {
        found.add(
                new Problem(
                        place, TextSanitizer.shortened(TextSanitizer.of(message), MAX_MESSAGE)));
    }

    /// Builds a value whose own rules may refuse it; then what it says is a problem of this place.
    <T> Optional<T> attempt(SourceLocation place, Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (SpecError e) {
            add(place, e.getMessage());
            return Optional.empty();
        }
    }

    /// How many were noted so far: unchanged after a reading that went well.
    int count() {
        return found.size();
    }

    /// What was found, in the order of the file.
    SpecError error() {
        var messages = new ArrayList<String>();
        found.stream()
                .sorted(Comparator.comparing(Problem::location))
                .limit(MAX_SHOWN)
                .forEach(
                        problem -> messages.add(source.message(problem.location, problem.message)));
        if (found.size() > MAX_SHOWN) {
            messages.add("and %d more like these".formatted(found.size() - MAX_SHOWN));
        }
        return new SpecError(String.join("\n", messages));
    }

    private record Problem(SourceLocation location, String message) {}
}
