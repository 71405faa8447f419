package dev.loombench.http2.hpack;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.HashMap;
import java.util.Map;
import java.util.OptionalInt;

/// The static table: the header fields that every connection knows, with indexes from 1.
///
/// Source: RFC 7541, appendix A.
final class StaticTable {
    /// The number of its entries; the dynamic table begins after them.
    static final int SIZE = 61;

    private static final String[][] FIELDS = {
        {":authority", ""},
        {":method", "GET"},
        {":method", "POST"},
        {":path", "/"},
        {":path", "/index.html"},
        {":scheme", "http"},
        {":scheme", "https"},
        {":status", "200"},
        {":status", "204"},
        {":status", "206"},
        {":status", "304"},
        {":status", "400"},
        {":status", "404"},
        {":status", "500"},
        {"accept-charset", ""},
        {"accept-encoding", "gzip, deflate"},
        {"accept-language", ""},
        {"accept-ranges", ""},
        {"accept", ""},
        {"access-control-allow-origin", ""},
        {"age", ""},
        {"allow", ""},
        {"authorization", ""},
        {"cache-control", ""},
        {"content-disposition", ""},
        {"content-encoding", ""},
        {"content-language", ""},
        {"content-length", ""},
        {"content-location", ""},
        {"content-range", ""},
        {"content-type", ""},
        {"cookie", ""},
        {"date", ""},
        {"etag", ""},
        {"expect", ""},
        {"expires", ""},
        {"from", ""},
        {"host", ""},
        {"if-match", ""},
        {"if-modified-since", ""},
        {"if-none-match", ""},
        {"if-range", ""},
        {"if-unmodified-since", ""},
        {"last-modified", ""},
        {"link", ""},
        {"location", ""},
        {"max-forwards", ""},
        {"proxy-authenticate", ""},
        {"proxy-authorization", ""},
        {"range", ""},
        {"referer", ""},
        {"refresh", ""},
        {"retry-after", ""},
        {"server", ""},
        {"set-cookie", ""},
        {"strict-transport-security", ""},
        {"transfer-encoding", ""},
        {"user-agent", ""},
        {"vary", ""},
        {"via", ""},
        {"www-authenticate", ""},
    };

    private static final byte[][] NAMES = new byte[SIZE][];
    private static final byte[][] VALUES = new byte[SIZE][];
    private static final Map<String, Integer> INDEX_OF_NAME = new HashMap<>();
    private static final Map<String, Integer> INDEX_OF_FIELD = new HashMap<>();

    static {
        for (int i = 0; i < SIZE; i++) {
            var name = FIELDS[i][0];
            NAMES[i] = name.getBytes(US_ASCII);
            VALUES[i] = FIELDS[i][1].getBytes(US_ASCII);
            INDEX_OF_NAME.putIfAbsent(name, i + 1);
            INDEX_OF_FIELD.put(key(name, FIELDS[i][1]), i + 1);
        }
    }

    private StaticTable() {}

    /// @param index 1 to 61
    static byte[] name(int index) {
        return NAMES[index - 1];
    }

    /// @param index 1 to 61
    static byte[] value(int index) {
        return VALUES[index - 1];
    }

    /// The first entry with this name.
    static OptionalInt indexOf(String name) {
        var index = INDEX_OF_NAME.get(name);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /// The entry with this name and this value.
    static OptionalInt indexOf(String name, String value) {
        var index = INDEX_OF_FIELD.get(key(name, value));
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    private static String key(String name, String value) {
        return name + '\n' + value;
    }
}
