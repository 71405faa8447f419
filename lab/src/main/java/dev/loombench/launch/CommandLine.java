package dev.loombench.launch;

import dev.loombench.spec.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The words that start a server: handed to the system as they are, no shell in between.
final class CommandLine {
    private CommandLine() {}

    /// The variant's JVM flags come last, so that they win; a binary takes none.
    ///
    /// @param java the program that runs a jar
    static List<String> of(
            ServerDefinition program,
            Variant variant,
            Path java,
            List<String> observerJvmFlags,
            List<String> arguments) {
        var words = new ArrayList<String>();
        variant.cpus()
                .ifPresent(cpus -> {
                    words.add(CpuSet.taskset().orElseThrow().toString());
                    words.add("-c");
                    words.add(cpus);
                });
        switch (program.artifact()) {
            case Artifact.Jar jar -> words.addAll(jvm(jar, variant, java, observerJvmFlags));
            case Artifact.Binary binary -> words.add(binary.file().toString());
        }
        words.add("--model");
        words.add(variant.model());
        if (!program.description().batch()) {
            words.add("--port");
            words.add(Integer.toString(variant.port()));
        }
        new TreeMap<>(variant.settings())
                .forEach((name, value) -> {
                    words.add("--" + name);
                    words.add(value);
                });
        words.addAll(arguments);
        return List.copyOf(words);
    }

    private static List<String> jvm(
            Artifact.Jar jar, Variant variant, Path java, List<String> observerJvmFlags) {
        var words = new ArrayList<String>();
        words.add(java.toString());
        // A JVM that has run out of memory limps on without the threads it lost.
        words.add("-XX:+ExitOnOutOfMemoryError");
        words.add("--enable-native-access=ALL-UNNAMED"); // for /native, without a warning
        words.addAll(jar.jvm());
        words.addAll(observerJvmFlags);
        words.addAll(variant.jvm());
        words.add("-cp");
        words.add(jar.file().toString());
        words.add(jar.mainClass());
        return words;
    }
}
