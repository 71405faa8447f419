package harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/// The minimal responder of one generator. Its counters are shared memory, so that reading them
/// costs the responder nothing.
///
/// @param counters two 64-bit words: responses sent, connections open
record Responder(ChildProcess process, int port, MemorySegment counters) implements AutoCloseable {
    static Responder start(CpuPlacement placement, String name, Path folder, List<String> flags) {
        var file = folder.resolve(name + ".counters");
        var command = new ArrayList<String>();
        command.add(placement.program("responder"));
        command.addAll(List.of("--counter", file.toString()));
        command.addAll(flags);
        var process =
                ChildProcess.startPiped(
                        name + "-responder", placement.onResponderCore(command), folder);
        var ready = process.firstLine();
        if (!ready.startsWith("READY port=")) {
            throw new HarnessException(
                    "the responder printed \"%s\" where \"READY port=N\" was expected"
                            .formatted(ready));
        }
        return new Responder(process, Integer.parseInt(ready.substring(11)), map(file));
    }

    private static MemorySegment map(Path file) {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, 2 * Long.BYTES, Arena.ofAuto());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long responses() {
        return counters.getAtIndex(ValueLayout.JAVA_LONG, 0);
    }

    long open() {
        return counters.getAtIndex(ValueLayout.JAVA_LONG, 1);
    }

    @Override
    public void close() {
        process.close();
    }
}
