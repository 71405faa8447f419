package dev.loombench.launch.repository;

import dev.loombench.base.UserCache;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The jars of a server that this installation does not have, in a folder of the user's cache. They
/// are fetched before the server's first start, and checked before each run.
///
/// @param server the name of its folder in the zoo
/// @param list what is fetched
/// @param folder named after the server and the list
/// @param repository the address of where they come from
public record FetchedJars(String server, JarList list, Path folder, String repository) {
    /// The environment variable that names another repository than Maven Central.
    static final String REPOSITORY = "LOOMBENCH_REPOSITORY";

    private static final String CENTRAL = "https://repo1.maven.org/maven2/";

    /// Beside a server's description.
    private static final String LIST = "jars.sha256";

    /// The others are where the manifest of the server's own jar names them.
    private static final String LIB = "lib";

    /// What is being fetched, until it is whole.
    private static final String PART_BEGIN = "fetching";

    private static final String PART_END = ".part";

    /// More than the longest fetch of a jar.
    private static final Duration DEAD_AFTER = Duration.ofHours(1);

    /// The jars of the server in a folder of the zoo; empty when it has no list of them.
    ///
    /// @throws WrongInput when the list is wrong
    public static Optional<FetchedJars> of(Path server, Map<String, String> environment) {
        var file = server.resolve(LIST);
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        var list = JarList.read(file);
        var name = String.valueOf(server.getFileName());
        var named = environment.getOrDefault(REPOSITORY, "");
        return Optional.of(
                new FetchedJars(
                        name,
                        list,
                        UserCache.folder(environment)
                                .resolve("zoo")
                                .resolve(name + "-" + list.id())
                                .toAbsolutePath(),
                        named.isBlank() ? CENTRAL : named.strip()));
    }

    /// The server's own jar.
    public Path main() {
        return fileOf(list.jars().getFirst());
    }

    /// Whether a file of each name is there, whatever its content.
    public boolean isComplete() {
        return list.jars().stream().allMatch(jar -> Files.isRegularFile(fileOf(jar)));
    }

    private Path fileOf(ListedJar jar) {
        boolean own = jar.equals(list.jars().getFirst());
        return (own ? folder : folder.resolve(LIB)).resolve(jar.name());
    }

    /// The jars that are not there, or not with their checksum.
    private List<ListedJar> missing() throws InterruptedException {
        var missing = new ArrayList<ListedJar>();
        for (var jar : list.jars()) {
            if (!isWhole(fileOf(jar), jar.sha256())) {
                missing.add(jar);
            }
        }
        return missing;
    }

    /// What cannot be read is not whole.
    private static boolean isWhole(Path file, String sha256) throws InterruptedException {
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try (var in = Files.newInputStream(file)) {
            return JarCopy.copy(in, OutputStream.nullOutputStream(), System::nanoTime)
                    .equals(sha256);
        } catch (IOException e) {
            JarCopy.stopIfInterrupted();
            return false;
        }
    }

    /// Checks all jars, and fetches what is missing. Each gets its name when it is whole and has
    /// its checksum, so that neither an interrupt nor another process leaves a wrong one.
    ///
    /// @param beginning runs before the first is fetched
    /// @throws WrongInput when one cannot be fetched or has another checksum
    public void fetch(Runnable beginning) throws InterruptedException {
        var missing = missing();
        if (missing.isEmpty()) {
            return; // whatever the repository is
        }
        beginning.run();
        var from = Repository.at(repository);
        for (var jar : missing) {
            fetch(jar, from);
        }
    }

    private void fetch(ListedJar jar, Repository from) throws InterruptedException {
        String checksum;
        try {
            checksum = store(jar, from);
        } catch (IOException e) {
            JarCopy.stopIfInterrupted();
            throw new WrongInput(
                    "%s is not in this installation, and its jar %s cannot be fetched into %s: %s; expected a network and a folder that can be written; set %s to a mirror (https:) or a folder (file:), or copy %s from a machine that has fetched it"
                            .formatted(
                                    server,
                                    from.address(jar.path()),
                                    folder,
                                    e,
                                    REPOSITORY,
                                    folder));
        }
        if (!checksum.equals(jar.sha256())) {
            throw new WrongInput(
                    "%s has the SHA-256 %s; expected %s, that of the release; set %s to a repository that has the jar of the release"
                            .formatted(
                                    from.address(jar.path()), checksum, jar.sha256(), REPOSITORY));
        }
    }

    /// @return the checksum of what came, which is kept only if it is the expected one
    private String store(ListedJar jar, Repository from) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve(LIB));
        removeDead();
        var part = Files.createTempFile(folder, PART_BEGIN, PART_END);
        part.toFile().deleteOnExit(); // Ctrl-C ends the process without what follows
        try {
            var checksum = copy(from, jar.path(), part);
            if (checksum.equals(jar.sha256())) {
                Files.move(part, fileOf(jar), StandardCopyOption.ATOMIC_MOVE);
            }
            return checksum;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String copy(Repository from, String path, Path to)
            throws IOException, InterruptedException {
        try (var in = from.open(path);
                var out = Files.newOutputStream(to)) {
            return JarCopy.copy(in, out, System::nanoTime);
        }
    }

    /// Removes what fetches of killed processes have left.
    private void removeDead() throws IOException {
        var limit = FileTime.from(Instant.now().minus(DEAD_AFTER));
        try (var parts = Files.newDirectoryStream(folder, PART_BEGIN + "*" + PART_END)) {
            for (var part : parts) {
                if (isOlder(part, limit)) {
                    Files.deleteIfExists(part);
                }
            }
        }
    }

    private static boolean isOlder(Path part, FileTime limit) throws IOException {
        try {
            return Files.getLastModifiedTime(part).compareTo(limit) < 0;
        } catch (NoSuchFileException whole) {
            return false; // its process has moved it
        }
    }
}
