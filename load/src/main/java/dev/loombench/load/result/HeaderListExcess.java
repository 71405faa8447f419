package dev.loombench.load.result;

/// A list of header fields of a request of HTTP/2 that is longer than the server accepts
/// (SETTINGS_MAX_HEADER_LIST_SIZE): names, values, and 32 bytes per field.
///
/// @param size bytes
/// @param limit of the server, bytes
public record HeaderListExcess(long size, long limit) {
    /// As in `the server accepts 100 bytes of header fields, and a request has 150`.
    public String text() {
        return "the server accepts %,d bytes of header fields, and a request has %,d"
                .formatted(limit, size);
    }
}
