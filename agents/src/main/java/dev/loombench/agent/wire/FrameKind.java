package dev.loombench.agent.wire;

/// The numbers of the frames on the wire. Those of `HELLO` and `REFUSED` never change, so that two
/// versions can tell each other why they do not work together.
enum FrameKind {
    HELLO(1),
    REFUSED(2),
    WELCOME(3),
    TEXT(4),
    PREPARE(5),
    BEGIN(6),
    OPEN_WINDOW(7),
    CLOSE_WINDOW(8),
    PAUSE(9),
    END(10),
    PING(11),
    PREPARED(12),
    LOAD_FAILED(13),
    PROGRESS(14),
    SECOND(15),
    WINDOW_CLOSED(16),
    ENDED(17),
    PONG(18),
    CHECK(19),
    SERVER_CALL(20),
    SERVER_REPLY(21),
    SERVER_STATE(22);

    private final int number;

    FrameKind(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    /// Whether its layout is the same in all versions.
    boolean isPermanent() {
        return this == HELLO || this == REFUSED;
    }

    static FrameKind of(int number) throws MalformedFrame {
        for (var kind : values()) {
            if (kind.number == number) {
                return kind;
            }
        }
        throw new MalformedFrame("unknown kind of frame: " + number);
    }

    static FrameKind of(Frame frame) {
        return switch (frame) {
            case Frame.Hello _ -> HELLO;
            case Frame.Refused _ -> REFUSED;
            case Frame.Welcome _ -> WELCOME;
            case Frame.Text _ -> TEXT;
            case Frame.Prepare _ -> PREPARE;
            case Frame.Check _ -> CHECK;
            case Frame.Begin _ -> BEGIN;
            case Frame.OpenWindow _ -> OPEN_WINDOW;
            case Frame.CloseWindow _ -> CLOSE_WINDOW;
            case Frame.Pause _ -> PAUSE;
            case Frame.End _ -> END;
            case Frame.Ping _ -> PING;
            case Frame.Prepared _ -> PREPARED;
            case Frame.LoadFailed _ -> LOAD_FAILED;
            case Frame.Progress _ -> PROGRESS;
            case Frame.Second _ -> SECOND;
            case Frame.WindowClosed _ -> WINDOW_CLOSED;
            case Frame.Ended _ -> ENDED;
            case Frame.Pong _ -> PONG;
            case Frame.ServerCall _ -> SERVER_CALL;
            case Frame.ServerReply _ -> SERVER_REPLY;
            case Frame.ServerState _ -> SERVER_STATE;
        };
    }
}
