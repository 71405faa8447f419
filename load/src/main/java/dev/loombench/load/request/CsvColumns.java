package dev.loombench.load.request;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.load.request.RequestBytes.Where;
import dev.loombench.text.CsvTable;
import dev.loombench.text.EnvironmentValue;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.ValueSource.Column;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/// The cells of CSV files in wire format: each file is read once, each column encoded once per
/// context.
final class CsvColumns {
    private static final String UNRESERVED =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~";

    private final Map<String, String> environment;
    private final Map<Path, CsvTable> tables = new HashMap<>();
    private final Map<CellAddress, byte[][]> encoded = new HashMap<>();

    /// @param environment variables that requests may name
    CsvColumns(Map<String, String> environment) {
        this.environment = environment;
    }

    private record CellAddress(Column column, Where where) {}

    /// @throws WrongInput when the file cannot be read
    int rows(Column column) {
        return table(column).rows().size();
    }

    /// The encoded cells, one per row.
    ///
    /// @throws WrongInput when the file has no such column, or a cell would break a header or a
    ///   line
    byte[][] encoded(Column column, Where where) {
        return encoded.computeIfAbsent(new CellAddress(column, where), this::encode);
    }

    private CsvTable table(Column column) {
        return tables.computeIfAbsent(column.file(), CsvTable::read);
    }

    private byte[][] encode(CellAddress address) {
        var table = table(address.column());
        List<String> cells = table.column(address.column().column());
        var bytes = new byte[cells.size()][];
        for (int i = 0; i < bytes.length; i++) {
            var cell = cells.get(i);
            bytes[i] =
                    switch (address.where()) {
                        case PATH -> percentEncoded(cell);
                        case HEADER ->
                                header(cell, table.label(), address.column().column(), i + 1);
                        case BODY -> cell.getBytes(UTF_8);
                        case LINE -> line(cell, table.label(), address.column().column(), i + 1);
                    };
        }
        return bytes;
    }

    /// The encoded value of a variable of the environment.
    ///
    /// @throws WrongInput when it is not set, or would break a header or a line; no message shows
    ///   it
    byte[] encodedVariable(String variable, Where where) {
        var value = EnvironmentValue.of(variable, environment);
        boolean fits =
                switch (where) {
                    case HEADER -> Request.fitsHeader(value);
                    case LINE -> Request.fitsLine(value);
                    case PATH, BODY -> true;
                };
        if (!fits) {
            throw new WrongInput(
                    "the environment variable %s is used in a header or a line, which allows only one line of printable ASCII"
                            .formatted(variable));
        }
        return switch (where) {
            case PATH -> percentEncoded(value);
            case HEADER, BODY, LINE -> value.getBytes(UTF_8);
        };
    }

    private static byte[] header(String cell, String file, String column, int row) {
        if (!Request.fitsHeader(cell)) {
            throw new WrongInput(
                    "%s: column \"%s\" is used in a header, which allows only printable ASCII on one line,"
                                    .formatted(file, column)
                            + " and row %d has other characters: \"%s\"".formatted(row, cell));
        }
        return cell.getBytes(US_ASCII);
    }

    private static byte[] line(String cell, String file, String column, int row) {
        if (!Request.fitsLine(cell)) {
            throw new WrongInput(
                    "%s: column \"%s\" is used in a line, and row %d has a line break: \"%s\""
                            .formatted(file, column, row, cell));
        }
        return cell.getBytes(UTF_8);
    }

    /// Encodes all but the unreserved characters of a URI. Source: RFC 3986, section 2.3.
    static byte[] percentEncoded(String text) {
        var encoded = new StringBuilder();
        for (byte b : text.getBytes(UTF_8)) {
            if (UNRESERVED.indexOf((char) b) >= 0) {
                encoded.append((char) b);
            } else {
                encoded.append('%').append(HexFormat.of().withUpperCase().toHexDigits(b));
            }
        }
        return encoded.toString().getBytes(US_ASCII);
    }
}
