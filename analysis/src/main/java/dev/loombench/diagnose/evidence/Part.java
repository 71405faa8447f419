package dev.loombench.diagnose.evidence;

import java.util.Optional;
import java.util.function.Function;

/// A part of the evidence, or why it is missing.
public sealed interface Part<T> {

    record Known<T>(T content) implements Part<T> {}

    /// @param reason in words that follow a colon
    record Missing<T>(String reason) implements Part<T> {}

    static <T> Part<T> of(T value) {
        return new Known<>(value);
    }

    static <T> Part<T> missing(String reason) {
        return new Missing<>(reason);
    }

    default Optional<T> value() {
        return switch (this) {
            case Known<T>(var content) -> Optional.of(content);
            case Missing<T> _ -> Optional.empty();
        };
    }

    /// Why it is missing; empty where it is known.
    default Optional<String> missing() {
        return switch (this) {
            case Known<T> _ -> Optional.empty();
            case Missing<T>(var reason) -> Optional.of(reason);
        };
    }

    /// The same of something else.
    default <U> Part<U> map(Function<T, U> change) {
        return switch (this) {
            case Known<T>(var content) -> Part.of(change.apply(content));
            case Missing<T>(var reason) -> Part.missing(reason);
        };
    }
}
