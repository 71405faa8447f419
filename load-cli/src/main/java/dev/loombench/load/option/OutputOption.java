package dev.loombench.load.option;

/// The name and the words of the option for what is printed. Each command declares it with the type
/// of its own formats, from which picocli lists them.
public final class OutputOption {
    public static final String SHORT = "-o";
    public static final String LONG = "--output";
    public static final String VALUE = "FORMAT";

    public static final String WHAT = "What to print: ${COMPLETION-CANDIDATES}";

    /// After the formats of a load, of which it is the last.
    public static final String LOG = " (HdrHistogram log, tags response and service)";

    public static final String DEFAULT = ". Default: ${DEFAULT-VALUE}.";

    private OutputOption() {}
}
