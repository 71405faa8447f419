import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Processes that compute until they are closed, or this one ends.
final class BusyNeighbours implements AutoCloseable {
    private final List<Process> processes = new ArrayList<>();

    private BusyNeighbours() {}

    static BusyNeighbours start(int count) throws IOException {
        var neighbours = new BusyNeighbours();
        Runtime.getRuntime().addShutdownHook(new Thread(neighbours::close));
        for (int i = 0; i < count; i++) {
            neighbours.processes.add(new ProcessBuilder("sh", "-c", "while :; do :; done").start());
        }
        return neighbours;
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
