package dev.loombench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Folders that are taken for homes of JDKs. Nothing in them is started, so an empty executable
/// file stands for `java`.
public final class SampleJdk {
    private SampleJdk() {}

    public static Path ofVersion(Path home, String version) throws IOException {
        return of(home, "JAVA_VERSION=\"%s\"\n".formatted(version));
    }

    /// @param release the text of its file of that name
    public static Path of(Path home, String release) throws IOException {
        var java = Files.createDirectories(home.resolve("bin")).resolve("java");
        Files.writeString(java, "");
        if (!java.toFile().setExecutable(true)) {
            throw new IOException("not executable: " + java);
        }
        Files.writeString(home.resolve("release"), release);
        return home;
    }
}
