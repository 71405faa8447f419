package harness;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Where things are, and on which core they run.
///
/// @param bench the folder `bench`
/// @param ahead whether generators and responders run ahead of all else, at the highest priority
///   below real time
record Place(Path bench, int generatorCore, int responderCore, boolean ahead) {
    List<String> onGeneratorCore(List<String> command) {
        return on(generatorCore, command);
    }

    List<String> onResponderCore(List<String> command) {
        return on(responderCore, command);
    }

    private List<String> on(int core, List<String> command) {
        var line = new ArrayList<>(List.of("taskset", "-c", "" + core));
        if (ahead) {
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
