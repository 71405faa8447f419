package dev.loombench.launch;

/// Something that must hold before a trial and does not.
///
/// @param met what was found
/// @param due what must be there
/// @param help what mends it
public record UnmetRequirement(String met, String due, String help) {

    /// All three in one sentence.
    public String message() {
        return met + ", where " + due + " is due; " + help;
    }
}
