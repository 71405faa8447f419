package dev.loombench.launch.limit;

/// A requirement of a trial that this machine does not meet.
///
/// @param actual state
/// @param expected state
/// @param remedy what the user can do
public record UnmetRequirement(String actual, String expected, String remedy) {

    /// The requirement in one sentence.
    public String message() {
        return "%s; expected %s; %s".formatted(actual, expected, remedy);
    }
}
