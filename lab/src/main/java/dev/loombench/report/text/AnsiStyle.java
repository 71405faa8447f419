package dev.loombench.report.text;

/// Colour for a terminal that wants it, and nothing at all for one that does not.
public enum AnsiStyle {
    ANSI,
    NONE;

    /// Colour when the stream is a terminal and neither `NO_COLOR` nor a dumb terminal forbids it.
    public static AnsiStyle of(boolean terminal) {
        var forbidden = System.getenv("NO_COLOR");
        return terminal
                        && (forbidden == null || forbidden.isEmpty())
                        && !"dumb".equals(System.getenv("TERM"))
                ? ANSI
                : NONE;
    }

    public String bold(String text) {
        return wrap("1", text);
    }

    public String faint(String text) {
        return wrap("2", text);
    }

    public String good(String text) {
        return wrap("32", text);
    }

    public String bad(String text) {
        return wrap("31", text);
    }

    public String doubtful(String text) {
        return wrap("33", text);
    }

    public String bar(String text) {
        return wrap("36", text);
    }

    private String wrap(String code, String text) {
        return switch (this) {
            case ANSI -> "\u001b[" + code + "m" + text + "\u001b[0m";
            case NONE -> text;
        };
    }
}
