package dev.loombench.zoo.liberty;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The server folder of this process, in the layout that Liberty expects. It is next to the jar and
/// named by the process id; folders of ended processes are removed.
record ServerFolder(Path path) {
    static final String SERVER = "zoo";

    /// @param address to listen on; port 0 for any free port
    /// @param pool settings of Liberty's pool
    static ServerFolder prepare(InetSocketAddress address, Map<String, String> pool)
            throws IOException, URISyntaxException {
        var all = Files.createDirectories(buildFolder().resolve("servers"));
        removeAbandoned(all);
        var folder = new ServerFolder(all.resolve(Long.toString(ProcessHandle.current().pid())));
        var server = folder.path.resolve("servers").resolve(SERVER);
        Files.createDirectories(server.resolve("apps"));
        try (var description = LibertyServer.class.getResourceAsStream("/server.xml")) {
            Files.copy(Objects.requireNonNull(description), server.resolve("server.xml"));
        }
        Files.writeString(server.resolve("bootstrap.properties"), properties(address, pool));
        Files.writeString(server.resolve("apps/zoo.war.xml"), application());
        return folder;
    }

    /// The folder that Liberty writes to; it reads from `path`.
    Path output() {
        return path.resolve("output");
    }

    Path messages() {
        return output().resolve(SERVER).resolve("logs/messages.log");
    }

    Path console() {
        return path.resolve("console.log");
    }

    void remove() {
        remove(path);
    }

    /// Disables the command port; only errors go to the console.
    private static String properties(InetSocketAddress address, Map<String, String> pool) {
        return pool.entrySet().stream()
                .map(setting -> "zoo." + setting.getKey() + "=" + setting.getValue() + "\n")
                .collect(
                        Collectors.joining(
                                "",
                                """
                                command.port=-1
                                com.ibm.ws.logging.console.log.level=ERROR
                                zoo.listen=%s
                                zoo.port=%d
                                """
                                        .formatted(
                                                address.getAddress().getHostAddress(),
                                                address.getPort()),
                                ""));
    }

    /// The web application as a list of its jars.
    private static String application() throws IOException, URISyntaxException {
        return jars().map(ServerFolder::entry)
                .collect(Collectors.joining("", "<archive>\n", "</archive>\n"));
    }

    private static String entry(Path jar) {
        return "  <file sourceOnDisk=\"%s\" targetInArchive=\"/WEB-INF/lib/%s\"/>\n"
                .formatted(jar, jar.getFileName());
    }

    private static Stream<Path> jars() throws IOException, URISyntaxException {
        try (var libraries = Files.list(buildFolder().resolve("lib"))) {
            return Stream.concat(Stream.of(jar()), libraries.toList().stream());
        }
    }

    private static void removeAbandoned(Path all) throws IOException {
        for (var folder : children(all)) {
            long pid = Long.parseLong(folder.getFileName().toString());
            if (pid == ProcessHandle.current().pid() || ProcessHandle.of(pid).isEmpty()) {
                remove(folder);
            }
        }
    }

    private static List<Path> children(Path folder) throws IOException {
        try (var found = Files.list(folder)) {
            return found.toList();
        }
    }

    /// Two processes may do this at the same time, so a missing file is no error.
    private static void remove(Path folder) {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | UncheckedIOException e) {
            System.err.println("cannot remove " + folder + ": " + e);
        }
    }

    /// The build folder: this jar, its libraries and Liberty's runtime.
    static Path buildFolder() throws URISyntaxException {
        return jar().resolveSibling("");
    }

    private static Path jar() throws URISyntaxException {
        var source = ServerFolder.class.getProtectionDomain().getCodeSource();
        return Path.of(source.getLocation().toURI());
    }
}
