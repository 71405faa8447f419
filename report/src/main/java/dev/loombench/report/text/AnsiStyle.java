package dev.loombench.report.text;

/// Colours for a terminal, or no colours.
public enum AnsiStyle {
    ANSI,
    NONE;

    /// Colours if the stream is a terminal and neither `NO_COLOR` nor a dumb terminal forbids them.
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

    public String warning(String text) {
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
