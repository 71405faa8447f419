package dev.loombench.text;

/// Text without control characters, for a line of a table, a title or an argument of a command.
public final class PlainText {
    private PlainText() {}

    /// Text from a server, a file or a command line, with its control characters replaced, and with
    /// them what is no character, such as U+FFFE, which XML cannot hold.
    public static String of(String text) {
        return text.codePoints()
                .map(c ->
                        TextSanitizer.isPrintable(c) && Character.getType(c) != Character.FORMAT
                                ? c
                                : '\uFFFD')
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    /// The text on one line, with single spaces.
    ///
    /// @throws WrongInput when it is blank or has control characters
    public static String line(String text) {
        return argument(text.strip().replaceAll("\\s+", " "));
    }

    /// The text unchanged.
    ///
    /// @throws WrongInput when it is blank, or has line breaks or control characters
    public static String argument(String text) {
        if (text.isBlank()) {
            throw new WrongInput("must not be blank");
        }
        if (!TextSanitizer.isPrintable(text)) {
            throw new WrongInput(
                    "must not contain line breaks or control characters, was "
                            + TextSanitizer.quoted(text));
        }
        return text;
    }
}
