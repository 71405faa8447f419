package dev.loombench.agent.wire;

/// One end of a session between a controller and an agent: numbers the frames that it sends, and
/// accepts each frame of the other end once and in order. A frame of another session, or one that
/// was recorded and is sent again, is malformed here.
public final class Conversation {
    private final long receivedSession;
    private long sentSession;
    private int sent;
    private int received;

    /// @param receivedSession number that received frames must carry
    /// @param sentSession number that sent frames carry
    public Conversation(long receivedSession, long sentSession) {
        this.receivedSession = receivedSession;
        this.sentSession = sentSession;
    }

    /// Changes the number that sent frames carry.
    public synchronized void sendsAs(long session) {
        sentSession = session;
    }

    /// The bytes of the next frame to send. Frames must leave in the order of these calls.
    public synchronized byte[] next(Frame frame) {
        return FrameWriter.bytes(frame, sentSession, sent++);
    }

    /// Reads the next frame of the other end.
    public synchronized Frame read(byte[] bytes) throws MalformedFrame {
        var frame = FrameReader.read(bytes);
        if (frame.session() != receivedSession) {
            throw new MalformedFrame("a frame of another session");
        }
        if (frame.sequence() != received) {
            throw new MalformedFrame(
                    "frame %d where %d was expected".formatted(frame.sequence(), received));
        }
        received++;
        return frame.frame();
    }

    /// Reads a frame outside any session, such as the first.
    public static Frame readFirst(byte[] bytes) throws MalformedFrame {
        return FrameReader.read(bytes).frame();
    }

    /// A frame outside any session, such as a refusal.
    public static byte[] single(Frame frame, long session) {
        return FrameWriter.bytes(frame, session, 0);
    }
}
