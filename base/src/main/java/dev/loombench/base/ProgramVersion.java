package dev.loombench.base;

/// The version of this program. A controller and its agents have the same.
public final class ProgramVersion {
    public static final String VERSION = "0.1.0";

    private ProgramVersion() {}
}
