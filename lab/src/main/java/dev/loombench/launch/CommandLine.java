package dev.loombench.launch;

import dev.loombench.experiment.variant.LaunchConfiguration;
import dev.loombench.experiment.variant.ZooServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The command line of a server, passed to the system without a shell.
final class CommandLine {
    private CommandLine() {}

    /// The arguments in order. The variant's JVM flags come last, so that they take precedence; a
    /// binary takes none.
    ///
    /// @param java runs a jar
    static List<String> of(
            ServerDefinition program,
            ZooServer server,
            LaunchConfiguration launched,
            Path java,
            List<String> observerJvmFlags,
            List<String> arguments) {
        var words = new ArrayList<String>();
        switch (program.artifact()) {
            case Artifact.Jar jar -> words.addAll(jvm(jar, launched, java, observerJvmFlags));
            case Artifact.Binary binary -> words.add(binary.file().toString());
        }
        words.add("--model");
        words.add(server.model());
        if (!program.description().batch()) {
            words.add("--port");
            words.add(Integer.toString(launched.port()));
        }
        new TreeMap<>(server.settings())
                .forEach((name, value) -> {
                    words.add("--" + name);
                    words.add(value);
                });
        words.addAll(arguments);
        return List.copyOf(words);
    }

    private static List<String> jvm(
            Artifact.Jar jar,
            LaunchConfiguration launched,
            Path java,
            List<String> observerJvmFlags) {
        var words = new ArrayList<String>();
        words.add(java.toString());
        // Out of memory, a JVM loses threads and continues without them.
        words.add("-XX:+ExitOnOutOfMemoryError");
        words.add("--enable-native-access=ALL-UNNAMED"); // for /native, without a warning
        words.addAll(jar.jvm());
        words.addAll(observerJvmFlags);
        words.addAll(launched.jvm());
        words.add("-cp");
        words.add(jar.file().toString());
        words.add(jar.mainClass());
        return words;
    }
}
