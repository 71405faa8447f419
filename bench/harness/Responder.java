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

/// A thin responder of its own for one generator, and the counters it shares with us: reading them
/// costs it nothing.
///
/// @param counters two 64-bit words: requests answered, connections open
record Responder(Child process, int port, MemorySegment counters) implements AutoCloseable {
    static Responder start(Place place, String name, Path folder, List<String> flags) {
        var file = folder.resolve(name + ".counters");
        var command = new ArrayList<String>();
        command.add(place.program("responder"));
        command.addAll(List.of("--counter", file.toString()));
        command.addAll(flags);
        var process =
                Child.startTalking(name + "-responder", place.onResponderCore(command), folder);
        var ready = process.firstLine();
        if (!ready.startsWith("READY port=")) {
            throw new Failed(
                    "the responder said \"%s\" where READY port=N was due".formatted(ready));
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

    long answered() {
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
