package dev.loombench.http;

import dev.loombench.events.EventReader;
import java.nio.ByteBuffer;

/// Parser of a response whose content is a stream of server-sent events: finds its end, as
/// [ResponseParser], and the ends of events in it. The content of another status than 200 is
/// skipped.
///
/// A stream of a held connection has no end: its response is complete with the first event, and the
/// bytes that follow are further events; one that ends nevertheless closes its connection.
public final class EventStreamParser implements ProtocolParser {
    private static final int OK = 200;

    private final ResponseParser response;
    private final EventReader reader = new EventReader();
    private final boolean completesAtFirst;
    private int events;
    private boolean streaming;
    private boolean ended;

    /// @param completesAtFirst whether the response is complete with the first event
    public EventStreamParser(HeadCache headCache, boolean completesAtFirst) {
        response = new ResponseParser(false, headCache);
        this.completesAtFirst = completesAtFirst;
    }

    @Override
    public void reset(boolean isHead, HeadCache headCache) {
        response.reset(isHead, headCache);
        reader.reset();
        events = 0;
        streaming = false;
        ended = false;
    }

    /// Outside of the content, bytes are parsed one by one: the parser of the response would skip
    /// the content otherwise.
    @Override
    public ParseStatus feed(ByteBuffer in) {
        events = 0;
        int limit = in.limit();
        var result = ParseStatus.INCOMPLETE;
        while (result == ParseStatus.INCOMPLETE && in.position() < limit) {
            int from = in.position();
            long content = response.contentAhead();
            int count = content == 0 ? 1 : (int) Math.min(content, limit - from);
            in.limit(from + count);
            if (content > 0 && response.status() == OK) {
                events += reader.read(in);
                in.position(from);
            }
            result = response.feed(in);
            in.limit(limit);
        }
        if (!reader.fault().isEmpty() || (result == ParseStatus.COMPLETE && in.hasRemaining())) {
            streaming = false;
            return ParseStatus.MALFORMED;
        }
        if (result == ParseStatus.INCOMPLETE && completesAtFirst && events > 0 && !streaming) {
            streaming = true;
            return ParseStatus.COMPLETE;
        }
        streaming &= result == ParseStatus.INCOMPLETE;
        ended = result == ParseStatus.COMPLETE && completesAtFirst && events > 0;
        return result;
    }

    @Override
    public ParseStatus end() {
        streaming = false;
        return response.end();
    }

    @Override
    public int status() {
        return response.status();
    }

    @Override
    public boolean keepsAlive() {
        return streaming || (!ended && response.keepsAlive());
    }

    @Override
    public int events() {
        return events;
    }

    @Override
    public String fault() {
        return reader.fault().isEmpty() ? response.fault() : reader.fault();
    }

    @Override
    public boolean isStreaming() {
        return streaming;
    }
}
