package dev.loombench.load.transport;

import dev.loombench.text.WrongInput;

/// Selects the transport of the connections.
public enum TransportChoice {
    /// io_uring where available, otherwise NIO.
    AUTO("auto"),
    NIO("nio"),
    IO_URING("io_uring");

    private final String label;

    TransportChoice(String label) {
        this.label = label;
    }

    /// The name on the command line.
    public String label() {
        return label;
    }

    /// @throws WrongInput when none has this name
    public static TransportChoice named(String name) {
        return switch (name) {
            case "auto" -> AUTO;
            case "nio" -> NIO;
            case "io_uring" -> IO_URING;
            default ->
                    throw new WrongInput(
                            "transport must be auto, nio or io_uring, was \"" + name + "\"");
        };
    }
}
