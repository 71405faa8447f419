package dev.loombench.spec.text;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A CSV file: a line that names the columns, then rows with as many cells.
///
/// Strict: quotes stand around a whole cell or not at all, and a quote within is doubled. Lines end
/// in CRLF or LF, the last one may lack its end.
///
/// Source: RFC 4180.
///
/// @param label the file as messages name it
/// @param columns their names, in order
/// @param rows at least one
public record CsvTable(String label, List<String> columns, List<List<String>> rows) {
    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /// Reads the whole file.
    ///
    /// @throws SpecError when it cannot be read, is larger than 64 MiB or is no such table
    public static CsvTable read(Path file) {
        return parse(TextSanitizer.of(file.toString()), TextFile.read(file));
    }

    static CsvTable parse(String label, String text) {
        boolean marked = !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK;
        var records = new Parser(label, marked ? text.substring(1) : text).records();
        if (records.size() < 2) {
            throw new SpecError(
                    label + ": a line with the names of the columns is due, then at least one row");
        }
        return new CsvTable(label, records.getFirst(), records.subList(1, records.size()));
    }

    /// Its cells from top to bottom.
    ///
    /// @throws SpecError when there is no such column
    public List<String> column(String name) {
        int at = columns.indexOf(name);
        if (at < 0) {
            throw new SpecError(
                    "%s: has no column %s%s"
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
                int itsLine = line;
                var cells = cells();
                if (!records.isEmpty() && cells.size() != records.getFirst().size()) {
                    throw error(
                            itsLine,
                            "%d cells where %d are due"
                                    .formatted(cells.size(), records.getFirst().size()));
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
                throw error(line, "a comma or the line's end is due after a cell");
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
                    throw error(line, "a quote within a cell that is not in quotes");
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
            throw error(from, "a quote that opens here is never closed");
        }

        private SpecError error(int where, String message) {
            return new SpecError("%s:%d: %s".formatted(label, where, message));
        }
    }
}
