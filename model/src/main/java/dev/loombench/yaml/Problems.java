package dev.loombench.yaml;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// The problems of a file, which are reported together.
public final class Problems {
    private static final int MAX_SHOWN = 10;

    private static final int MAX_MESSAGE = 400;

    private final SourceText source;
    private final List<Problem> found = new ArrayList<>();

    public Problems(SourceText source) {
        this.source = source;
    }

    public void add(SourceLocation location, String message) {
        found.add(
                new Problem(
                        location, TextSanitizer.shortened(TextSanitizer.of(message), MAX_MESSAGE)));
    }

    /// Builds a value; if that throws a `WrongInput`, adds its message as a problem at the
    /// location.
    public <T> Optional<T> attempt(SourceLocation location, Supplier<T> value) {
        try {
            return Optional.of(value.get());
        } catch (WrongInput e) {
            add(location, e.getMessage());
            return Optional.empty();
        }
    }

    /// Number of problems so far.
    public int count() {
        return found.size();
    }

    /// The problems as one error, in the order of the file.
    public WrongInput error() {
        var messages = new ArrayList<String>();
        found.stream()
                .sorted(Comparator.comparing(Problem::location))
                .limit(MAX_SHOWN)
                .forEach(
                        problem -> messages.add(source.message(problem.location, problem.message)));
        if (found.size() > MAX_SHOWN) {
            messages.add("and %d more problems".formatted(found.size() - MAX_SHOWN));
        }
        return new WrongInput(String.join("\n", messages));
    }

    private record Problem(SourceLocation location, String message) {}
}
