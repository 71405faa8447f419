package dev.loombench.agent.wire;

/// What an agent with the role *server* does on a call: for a run, or for one of its servers.
public enum ServerAction {
    // for a run
    BUILD(1),
    PREPARE(2),
    MODE(3),
    CONDITIONS(4),
    USE(5),
    END_USE(6),
    START_RUN(7),
    END_RUN(8),
    // for a server
    LAUNCH(9),
    DESCRIBE_END(10),
    KILL(11),
    LOG_TAIL(12),
    OBSERVE(13),
    SAMPLE(14),
    SAMPLE_SLICE_END(15),
    REHEARSE(16),
    AFTER_WINDOW(17),
    OBSERVATIONS(18),
    END_OBSERVERS(19),
    CPU(20),
    COMPILERS(21),
    END_SERVER(22),
    LOG(23),
    AFTER_EACH(24),
    END_START(25);

    private final int number;

    ServerAction(int number) {
        this.number = number;
    }

    int number() {
        return number;
    }

    static ServerAction of(int number) throws MalformedFrame {
        for (var action : values()) {
            if (action.number == number) {
                return action;
            }
        }
        throw new MalformedFrame("unknown action of a server role: " + number);
    }
}
