package harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// An agent of loombench on loopback, and the command of a controller for such agents.
///
/// @param address host and port on which it listens
record AgentProcess(ChildProcess process, String address) implements AutoCloseable {
    private static final String READY = "READY port=";

    /// @param placement the agent runs on the generator's core
    static AgentProcess start(CpuPlacement placement, String name, Path folder) {
        return start(name, placement.onGeneratorCore(command(placement)), folder);
    }

    private static List<String> command(CpuPlacement placement) {
        return List.of(
                placement.home().resolve("loombench").toString(),
                "agent",
                "--listen",
                "127.0.0.1:0");
    }

    private static AgentProcess start(String name, List<String> command, Path folder) {
        var process = ChildProcess.startPiped(name, command, folder);
        var ready = process.firstLine();
        if (!ready.startsWith(READY)) {
            throw new HarnessException(
                    "%s printed \"%s\" where \"%sN\" was expected".formatted(name, ready, READY));
        }
        return new AgentProcess(process, "127.0.0.1:" + ready.substring(READY.length()));
    }

    /// Starts a controller on the harness's core.
    ///
    /// @param load options of the load and its URL
    static ChildProcess controller(
            CpuPlacement placement, List<AgentProcess> agents, List<String> load, Path folder) {
        var line =
                new ArrayList<>(
                        List.of(
                                placement.home().resolve("loombench").toString(),
                                "load",
                                "--load-on",
                                String.join(
                                        ",", agents.stream().map(AgentProcess::address).toList())));
        line.addAll(load);
        return ChildProcess.start("controller", line, folder);
    }

    @Override
    public void close() {
        process.close();
    }
}
