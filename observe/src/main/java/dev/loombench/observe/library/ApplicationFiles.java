package dev.loombench.observe.library;

import dev.loombench.observe.proc.ProcessNamespaces;
import dev.loombench.observe.result.FileSetting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;

/// The configuration files of an application, `application.properties` and `application.yml`, as
/// Spring Boot, Quarkus and Micronaut read them: in the jars that it has open, in the folders of
/// its class path, and in its working directory. Only the sizes of pools, the choice of threads and
/// whether they name further files are kept.
final class ApplicationFiles {
    private static final Pattern NAME =
            Pattern.compile("application(-[\\w.-]+)?\\.(properties|ya?ml)");

    private static final List<String> FOLDERS =
            List.of(
                    "",
                    "config/",
                    "BOOT-INF/classes/",
                    "BOOT-INF/classes/config/",
                    "WEB-INF/classes/");

    /// Longer than such a file is.
    private static final int MAX_BYTES = 1 << 20;

    private ApplicationFiles() {}

    /// @param variables to which values may refer
    /// @throws IOException where its open files are not readable
    static List<FileSetting> of(long pid, ProcessVariables variables) throws IOException {
        var namespaces = ProcessNamespaces.of(pid);
        var settings = new ArrayList<FileSetting>();
        for (var jar : OpenJars.paths(namespaces)) {
            settings.addAll(inJar(namespaces.reach(jar), variables));
        }
        for (var folder : ClassPathFolders.of(namespaces)) {
            settings.addAll(inFolder(folder, variables));
            settings.addAll(inFolder(folder.resolve("config"), variables));
        }
        var work = namespaces.process().resolve("cwd");
        settings.addAll(inFolder(work, variables));
        settings.addAll(inFolder(work.resolve("config"), variables));
        return settings;
    }

    /// None where the jar was replaced or removed since it was opened.
    static List<FileSetting> inJar(Path path, ProcessVariables variables) {
        var settings = new ArrayList<FileSetting>();
        try (var jar = new JarFile(path.toFile())) {
            for (var entry : jar.stream().filter(ApplicationFiles::isConfiguration).toList()) {
                try (var in = jar.getInputStream(entry)) {
                    var bytes = in.readNBytes(MAX_BYTES);
                    settings.addAll(settings(entry.getName(), bytes, variables));
                }
            }
        } catch (IOException e) {
            return settings;
        }
        return settings;
    }

    private static boolean isConfiguration(ZipEntry entry) {
        var path = entry.getName();
        return FOLDERS.stream()
                .anyMatch(folder ->
                        path.startsWith(folder)
                                && NAME.matcher(path.substring(folder.length())).matches());
    }

    /// None where the folder is not readable.
    static List<FileSetting> inFolder(Path folder, ProcessVariables variables) {
        var settings = new ArrayList<FileSetting>();
        try (var files = Files.newDirectoryStream(folder, "application*")) {
            for (var file : files) {
                var name = file.getFileName().toString();
                if (NAME.matcher(name).matches() && Files.isRegularFile(file)) {
                    try (var in = Files.newInputStream(file)) {
                        settings.addAll(settings(name, in.readNBytes(MAX_BYTES), variables));
                    }
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return settings;
        }
        return settings;
    }

    private static List<FileSetting> settings(
            String path, byte[] bytes, ProcessVariables variables) {
        var name = path.substring(path.lastIndexOf('/') + 1);
        var text = new String(bytes, StandardCharsets.UTF_8);
        boolean ofProfile = name.startsWith("application-");
        return name.endsWith(".properties")
                ? ConfigurationText.ofProperties(name, text, ofProfile, variables)
                : ConfigurationText.ofYaml(name, text, ofProfile, variables);
    }
}
