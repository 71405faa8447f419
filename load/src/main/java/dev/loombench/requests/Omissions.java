package dev.loombench.requests;

/// What is left out of the requests of a file.
///
/// @param cookies whether the requests lose their cookies
/// @param errors whether requests whose recorded status is 400 or more are left out
public record Omissions(boolean cookies, boolean errors) {
    /// All requests as the file has them.
    public static final Omissions NONE = new Omissions(false, false);
}
