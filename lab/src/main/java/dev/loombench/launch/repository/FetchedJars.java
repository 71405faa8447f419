package dev.loombench.launch.repository;

import dev.loombench.base.Sha256;
import dev.loombench.base.UserCache;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/// The jars of a server that this installation does not have, in a folder of the user's cache.
/// They are fetched before the server's first start.
///
/// @param server the name of its folder in the zoo
/// @param list what is fetched
/// @param folder named after the server and the list; a jar with its name there is whole
/// @param repository the address of where they come from
public record FetchedJars(String server, JarList list, Path folder, String repository) {
    /// The environment variable that names another repository than Maven Central.
    static final String REPOSITORY = "LOOMBENCH_REPOSITORY";

    private static final String CENTRAL = "https://repo1.maven.org/maven2/";

    /// Beside a server's description.
    private static final String LIST = "jars.sha256";

    /// The others are where the manifest of the server's own jar names them.
    private static final String LIB = "lib";

    private static final long MAX_BYTES = 256L << 20;
    private static final int CHUNK = 1 << 16;

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

    /// Whether nothing is left to fetch.
    public boolean isComplete() {
        return list.jars().stream().allMatch(jar -> Files.isRegularFile(fileOf(jar)));
    }

    private Path fileOf(ListedJar jar) {
        boolean own = jar.equals(list.jars().getFirst());
        return (own ? folder : folder.resolve(LIB)).resolve(jar.name());
    }

    /// Fetches what is missing. Each jar gets its name when it is whole and has its checksum, so
    /// that neither an interrupt nor another process leaves a wrong one.
    ///
    /// @throws WrongInput when one cannot be fetched or has another checksum
    public void fetch() throws InterruptedException {
        var from = Repository.at(repository);
        for (var jar : list.jars()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (!Files.isRegularFile(fileOf(jar))) {
                fetch(jar, from);
            }
        }
    }

    private void fetch(ListedJar jar, Repository from) {
        String checksum;
        try {
            checksum = store(jar, from);
        } catch (IOException e) {
            throw new WrongInput(
                    "%s is not in this installation, and its jar %s cannot be fetched into %s: %s; expected a network; set %s to a mirror (https:) or a folder (file:), or copy %s from a machine that has fetched it"
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
    private String store(ListedJar jar, Repository from) throws IOException {
        var file = fileOf(jar);
        Files.createDirectories(folder.resolve(LIB));
        var part = Files.createTempFile(folder, "fetching", ".part");
        try {
            var checksum = copy(from, jar.path(), part);
            if (checksum.equals(jar.sha256())) {
                Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
            }
            return checksum;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    private static String copy(Repository from, String path, Path to) throws IOException {
        var digest = Sha256.digest();
        try (var in = from.open(path);
                var out = Files.newOutputStream(to)) {
            var chunk = new byte[CHUNK];
            long total = 0;
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                total += count;
                if (total > MAX_BYTES) {
                    throw new IOException("it has more than 256 MiB");
                }
                digest.update(chunk, 0, count);
                out.write(chunk, 0, count);
            }
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
