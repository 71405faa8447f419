package dev.loombench.observe.proc.machine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// The TCP segments that this machine has sent since its start, or those of this process's network
/// namespace.
///
/// @param retransmitted of these
public record TcpSegments(long sent, long retransmitted) {
    private static final Path TABLE = Path.of("/proc/self/net/snmp");
    private static final String GROUP = "Tcp";

    /// Empty where the kernel does not report them.
    public static Optional<TcpSegments> read() {
        if (!Files.isReadable(TABLE)) {
            return Optional.empty();
        }
        try {
            return of(Files.readString(TABLE));
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    static Optional<TcpSegments> of(String table) {
        var sent = ProcNetTables.column(table, GROUP, "OutSegs");
        var again = ProcNetTables.column(table, GROUP, "RetransSegs");
        return sent.isPresent() && again.isPresent()
                ? Optional.of(new TcpSegments(sent.getAsLong(), again.getAsLong()))
                : Optional.empty();
    }

    /// Those after an earlier reading.
    public TcpSegments since(TcpSegments before) {
        return new TcpSegments(
                Math.max(0, sent - before.sent), Math.max(0, retransmitted - before.retransmitted));
    }
}
