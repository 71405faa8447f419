package dev.loombench.launch;

import dev.loombench.experiment.variant.ServiceCommand;
import dev.loombench.launch.service.ServiceProgram;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// The files that identify a build of a service: of a `java`, its jar with the libraries, or what
/// is on its class and module path; of any other command, the program alone.
final class ServiceBuild {
    private static final Set<String> CLASS_PATHS = Set.of("-cp", "-classpath", "--class-path");
    private static final Set<String> MODULE_PATHS = Set.of("-p", "--module-path");

    private static final String JARS = ".jar";

    /// In a folder of a class path, a JVM reads no jars.
    private static final String CLASSES = ".class";

    /// Beside `quarkus-run.jar`, which has nothing but a manifest.
    private static final List<String> OF_QUARKUS = List.of("app", "lib", "quarkus");

    private ServiceBuild() {}

    /// @return what the command names -> its files, as in `/shop/app.jar` -> that one and those of
    ///   its `Class-Path`
    static Map<String, List<Path>> files(ServiceProgram program, ServiceCommand service) {
        var files = new LinkedHashMap<String, List<Path>>();
        program.jar().ifPresent(jar -> add(jar, files));
        if (program.runsJava() && program.jar().isEmpty()) {
            paths(service.words())
                    .forEach(path -> add(program.folder().resolve(path).normalize(), files));
        }
        if (files.isEmpty()) {
            program.file().ifPresent(file -> add(file, files));
        }
        return files;
    }

    private static void add(Path path, Map<String, List<Path>> files) {
        var found = files(path);
        if (!found.isEmpty()) {
            files.put(path.toString(), found);
        }
    }

    /// The elements of the class path, and those of the module path, in whose folders are jars too.
    private static Stream<String> paths(List<String> words) {
        return Stream.concat(
                elements(CLASS_PATHS, words),
                elements(MODULE_PATHS, words)
                        .flatMap(element -> Stream.of(element, element + File.separator + "*")));
    }

    private static Stream<String> elements(Set<String> options, List<String> words) {
        var paths = new ArrayList<String>();
        for (int i = 1; i < words.size(); i++) {
            var option = words.get(i).split("=", 2);
            if (options.contains(words.get(i - 1))) {
                paths.add(words.get(i));
            } else if (option.length == 2 && options.contains(option[0])) {
                paths.add(option[1]);
            }
        }
        return paths.stream().flatMap(path -> Stream.of(path.split(File.pathSeparator, -1)));
    }

    private static List<Path> files(Path path) {
        if (path.endsWith("*")) {
            return code(path.resolveSibling(""), 1, JARS);
        }
        if (!Files.isRegularFile(path)) {
            return code(path, Integer.MAX_VALUE, CLASSES);
        }
        var files = new ArrayList<>(Builds.files(path));
        if (Files.isRegularFile(path.resolveSibling("quarkus/quarkus-application.dat"))) {
            OF_QUARKUS.forEach(
                    part -> files.addAll(code(path.resolveSibling(part), Integer.MAX_VALUE, JARS)));
        }
        return files;
    }

    /// The files in a folder; none where it cannot be read.
    private static List<Path> code(Path folder, int depth, String kind) {
        try (var all = Files.walk(folder.toRealPath(), depth)) {
            return all.filter(file -> file.toString().endsWith(kind) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException | UncheckedIOException unreadable) {
            return List.of();
        }
    }
}
