package dev.loombench.load.transport;

/// The user data of submissions: `connection | generation | operation`, from the highest bit to the
/// lowest.
///
/// A completion identifies the generation of its connection. A late completion for a connection
/// closed since belongs to an older generation and is ignored.
final class UserData {
    // Operations; 0 is that of submissions without user data.
    static final int EVENT_FD = 1;
    static final int CONNECT = 2;
    static final int SEND = 3;
    static final int RECEIVE = 4;
    static final int TIMER = 5;

    private static final int OPERATION_BITS = 3;
    private static final int GENERATION_BITS = 29;

    private final int[] generation;

    UserData(int connections) {
        generation = new int[connections];
    }

    static int operation(long userData) {
        return (int) userData & ((1 << OPERATION_BITS) - 1);
    }

    static int connection(long userData) {
        return (int) (userData >>> (OPERATION_BITS + GENERATION_BITS));
    }

    /// Makes all earlier submissions of a connection outdated.
    void nextGeneration(int connection) {
        generation[connection]++;
    }

    long of(int operation, int connection) {
        long generationBits = generation[connection] & ((1L << GENERATION_BITS) - 1);
        return (long) connection << (OPERATION_BITS + GENERATION_BITS)
                | generationBits << OPERATION_BITS
                | operation;
    }

    /// Whether an operation was submitted in the connection's present generation.
    boolean isCurrent(long userData, int operation, int connection) {
        return userData == of(operation, connection);
    }
}
