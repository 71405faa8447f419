package dev.loombench.launch.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.jdk.Jdks.Installed;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/// A JDK other than that of the tests, in the folders of the user who builds: `user.home` is one of
/// the build in integration tests.
public final class OlderJdk {
    private OlderJdk() {}

    /// The home of an installed JDK; empty where this machine has none of that version.
    public static Optional<Path> home(int version) {
        var user = System.getProperty("loombench.user.home", System.getProperty("user.home"));
        return Jdks.in(JdkFolders.candidates(System.getenv(), Path.of(user))).installed().stream()
                .filter(installed -> installed.version().feature() == version)
                .map(Installed::home)
                .findFirst();
    }

    /// Compiles programs without dependencies for such a JDK.
    ///
    /// @param folder receives the classes
    public static void compile(int version, Path folder, Path... sources) {
        var words = Stream.of("--release", Integer.toString(version), "-d", folder.toString());
        var files = Arrays.stream(sources).map(Path::toString);
        int code =
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, Stream.concat(words, files).toArray(String[]::new));
        assertThat(code).isZero();
    }
}
