package dev.loombench.load.request;

import java.util.List;

/// A worker's request with values, refilled each time it is sent. Allocates only when created.
final class RequestTemplate {
    private final ValueGenerator[] generators;
    private final Segment[] segments;
    private final Segment[] body;
    private final ValueGenerator.Length bodyLength;
    private final ContentKind content;

    /// @param generators of all its values, each once
    /// @param segments head and body
    /// @param body those of the body
    /// @param bodyLength the value of a segment in the head
    /// @param content of a good response
    RequestTemplate(
            List<ValueGenerator> generators,
            List<Segment> segments,
            List<Segment> body,
            ValueGenerator.Length bodyLength,
            ContentKind content) {
        this.generators = generators.toArray(ValueGenerator[]::new);
        this.segments = segments.toArray(Segment[]::new);
        this.body = body.toArray(Segment[]::new);
        this.bodyLength = bodyLength;
        this.content = content;
    }

    /// Maximum length in bytes.
    long maxLength() {
        long sum = 0;
        for (var segment : segments) {
            sum += segment.maxLength();
        }
        return sum;
    }

    /// Maximum length of the head in bytes.
    long maxHeadLength() {
        long sum = maxLength();
        for (var segment : body) {
            sum -= segment.maxLength();
        }
        return sum;
    }

    /// Generates new values and writes the request.
    void fill(EncodedRequest into) {
        for (var generator : generators) {
            generator.next();
        }
        long length = 0;
        for (var segment : body) {
            length += segment.length();
        }
        bodyLength.set(length);
        int at = 0;
        for (var segment : segments) {
            at = segment.write(into.memory(), at);
        }
        into.setLength(at);
        into.setHead(at - (int) length, content);
    }
}
