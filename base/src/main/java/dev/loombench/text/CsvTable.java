package dev.loombench.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A CSV file: a header line with the names of the columns, then rows with the same number of
/// cells.
///
/// Strict: quotes enclose a whole cell, and a quote within is doubled. Lines end with CRLF or LF;
/// the last one may have no line end. Empty lines at the end are none; elsewhere one is refused,
/// since it may be meant as the only cell of a row, which is written `""` when it is empty.
///
/// Source: RFC 4180.
///
/// @param label the name of the file in messages
/// @param columns names of the columns, in order
/// @param rows at least one
public record CsvTable(String label, List<String> columns, List<List<String>> rows) {
    /// @throws WrongInput when the file cannot be read, is larger than 64 MiB or is not such a
    ///   table
    public static CsvTable read(Path file) {
        return parse(TextSanitizer.of(file.toString()), TextFile.read(file));
    }

    static CsvTable parse(String label, String text) {
        var records = new Parser(label, text).records();
        if (records.size() < 2) {
            throw new WrongInput(
                    label
                            + ": expected a header line and at least one row, found "
                            + (records.isEmpty() ? "an empty file" : "no row"));
        }
        return new CsvTable(label, records.getFirst(), records.subList(1, records.size()));
    }

    /// The cells of a column, from top to bottom.
    ///
    /// @throws WrongInput when the column does not exist
    public List<String> column(String name) {
        int at = columns.indexOf(name);
        if (at < 0) {
            throw new WrongInput(
                    "%s: no column %s%s"
                            .formatted(
                                    label,
                                    TextSanitizer.quoted(name),
                                    Suggestions.hint(name, columns)));
        }
        return rows.stream().map(row -> row.get(at)).toList();
    }

    private static final class Parser {
        private final String label;
        private final String text;
        private int at;
        private int line = 1;

        Parser(String label, String text) {
            this.label = label;
            this.text = text;
        }

        List<List<String>> records() {
            var records = new ArrayList<List<String>>();
            while (at < text.length()) {
                int startLine = line;
                if (text.charAt(at) == '\n' || text.startsWith("\r\n", at)) {
                    if (text.substring(at).isBlank()) {
                        return records;
                    }
                    throw error(line, "found an empty line; an empty cell is written \"\"");
                }
                var cells = cells();
                if (!records.isEmpty() && cells.size() != records.getFirst().size()) {
                    throw error(
                            startLine,
                            "expected %d cells, found %d"
                                    .formatted(records.getFirst().size(), cells.size()));
                }
                records.add(cells);
            }
            return records;
        }

        private List<String> cells() {
            var cells = new ArrayList<String>();
            cells.add(cell());
            while (at < text.length() && text.charAt(at) == ',') {
                at++;
                cells.add(cell());
            }
            endLine();
            return cells;
        }

        private void endLine() {
            if (at == text.length()) {
                return;
            }
            if (text.startsWith("\r\n", at)) {
                at += 2;
            } else if (text.charAt(at) == '\n') {
                at++;
            } else {
                throw error(line, "expected a comma or the end of the line after a cell");
            }
            line++;
        }

        private String cell() {
            return at < text.length() && text.charAt(at) == '"' ? quoted() : plain();
        }

        private String plain() {
            int from = at;
            while (at < text.length() && ",\n\r".indexOf(text.charAt(at)) < 0) {
                if (text.charAt(at) == '"') {
                    throw error(line, "found a quote within a cell that is not in quotes");
                }
                at++;
            }
            return text.substring(from, at);
        }

        private String quoted() {
            int from = line;
            var cell = new StringBuilder();
            for (at++; at < text.length(); at++) {
                char c = text.charAt(at);
                if (c == '"' && !text.startsWith("\"\"", at)) {
                    at++;
                    return cell.toString();
                }
                at += c == '"' ? 1 : 0;
                line += c == '\n' ? 1 : 0;
                cell.append(c);
            }
            throw error(from, "the quote that opens here is never closed");
        }

        private WrongInput error(int number, String message) {
            return new WrongInput("%s:%d: %s".formatted(label, number, message));
        }
    }
}
