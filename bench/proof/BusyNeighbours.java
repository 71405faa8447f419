import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Processes that compute until they are closed, or this one ends.
final class BusyNeighbours implements AutoCloseable {
    /// Looks for this process now and then, which may be killed.
    private static final String LOOP =
            "while kill -0 $PPID 2>/dev/null; do i=0; while [ $i -lt 100000 ]; do i=$((i+1)); done; done";

    private final List<Process> processes = new ArrayList<>();

    private BusyNeighbours() {}

    static BusyNeighbours start(int count) throws IOException {
        var neighbours = new BusyNeighbours();
        Runtime.getRuntime().addShutdownHook(new Thread(neighbours::close));
        for (int i = 0; i < count; i++) {
            neighbours.processes.add(new ProcessBuilder("sh", "-c", LOOP).start());
        }
        return neighbours;
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
