package dev.loombench.launch;

import dev.loombench.spec.Variant;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The words that start a server: handed to the system as they are, no shell in between.
final class CommandLine {
    private CommandLine() {}

    /// The variant's JVM flags come last, so that they win.
    static List<String> of(
            Program program,
            Variant variant,
            List<String> observerJvmFlags,
            List<String> arguments) {
        var words = new ArrayList<String>();
        variant.cpus()
                .ifPresent(cpus -> {
                    words.add(CpuSet.taskset().orElseThrow().toString());
                    words.add("-c");
                    words.add(cpus);
                });
        words.add(java(variant).toString());
        // A JVM that has run out of memory limps on without the threads it lost.
        words.add("-XX:+ExitOnOutOfMemoryError");
        words.addAll(program.jvm());
        words.addAll(observerJvmFlags);
        words.addAll(variant.jvm());
        words.add("-cp");
        words.add(program.jar().toString());
        words.add(program.mainClass());
        words.add("--model");
        words.add(variant.model());
        words.add("--port");
        words.add(Integer.toString(variant.port()));
        new TreeMap<>(variant.settings())
                .forEach((name, value) -> {
                    words.add("--" + name);
                    words.add(value);
                });
        words.addAll(arguments);
        return List.copyOf(words);
    }

    /// Of the variant's JDK, or of the lab's own.
    static Path java(Variant variant) {
        return variant.jdk()
                .orElseGet(() -> Path.of(System.getProperty("java.home")))
                .resolve("bin", "java")
                .toAbsolutePath();
    }
}
