package dev.loombench.export;

import java.util.regex.Pattern;

/// Text in a cell of a CSV file (RFC 4180).
public final class Csv {
    /// The start of what a spreadsheet takes for a formula, also after spaces and in full width. A
    /// number with a sign, which a unit may follow, is none. `page.js` has the same rule.
    public static final Pattern FORMULA =
            Pattern.compile(
                    "^(?:[\\t\\r\\n]|[\\s\\u00a0\\u3000]*(?:[=@\\uff1d\\uff20]|[+\\-\\uff0b\\uff0d](?![\\d.,]+(?:e[+-]?\\d+)?(?: ?(?:%|[a-z\\u00b5]{1,4}))?$)))",
                    Pattern.CASE_INSENSITIVE);

    private Csv() {}

    /// Quoted where needed, with `'` before a formula, so that a spreadsheet takes it for text.
    public static String text(String text) {
        var safe = FORMULA.matcher(text).find() ? "'" + text : text;
        return safe.matches("[^\",\r\n]*") ? safe : '"' + safe.replace("\"", "\"\"") + '"';
    }
}
