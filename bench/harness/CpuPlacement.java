package harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The cores that generators and responders are bound to, and the folders of the benchmark.
///
/// @param bench the folder `bench`
/// @param highPriority whether generators and responders run at the highest priority below real
///   time
record CpuPlacement(Path bench, int generatorCore, int responderCore, boolean highPriority) {
    List<String> onGeneratorCore(List<String> command) {
        return on(generatorCore, command);
    }

    List<String> onResponderCore(List<String> command) {
        return on(responderCore, command);
    }

    private List<String> on(int core, List<String> command) {
        var line = new ArrayList<>(List.of("taskset", "-c", "" + core));
        if (highPriority) {
            line.addAll(List.of("nice", "-n", "-20"));
        }
        line.addAll(command);
        return line;
    }

    boolean sharedCore() {
        return generatorCore == responderCore;
    }

    /// A program built from `bench`.
    String program(String name) {
        return target().resolve(name).toString();
    }

    Path target() {
        return bench.resolve("target");
    }

    /// The root of the project.
    Path home() {
        return bench.getParent();
    }
}
