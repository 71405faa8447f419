package dev.loombench.launch;

import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// Builds Maven modules of Loombench with the launcher's script.
///
/// The script manages the sources, the lock and the log of a build: it skips modules that are up to
/// date, prints its progress on standard error, and removes incomplete output when it is
/// interrupted. A lab that was started without the launcher, as in a test, builds nothing.
public final class ModuleBuild {
    /// System property in which the launcher names its script.
    private static final String PROPERTY = "loombench.build";

    /// Exit code after SIGINT, by the convention of shells.
    private static final int INTERRUPTED = 130;

    private ModuleBuild() {}

    static boolean isAvailable() {
        return script().isPresent();
    }

    /// Brings the modules, and those that they need, up to date in one run of Maven.
    ///
    /// @param modules as in `zoo/tomcat`
    /// @throws WrongInput when the build fails; its errors are then on standard error
    public static void build(Collection<String> modules) throws InterruptedException {
        var script = script();
        if (script.isEmpty() || modules.isEmpty()) {
            return;
        }
        int exit = run(script.get(), modules);
        if (exit == INTERRUPTED) {
            throw new InterruptedException();
        }
        if (exit != 0) {
            throw new WrongInput("cannot build " + String.join(", ", modules));
        }
    }

    private static int run(String script, Collection<String> modules) throws InterruptedException {
        var words = new ArrayList<>(List.of("bash", script));
        words.addAll(modules);
        var builder =
                new ProcessBuilder(words)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("LOOMBENCH_JAVA_HOME", System.getProperty("java.home"));
        try {
            var process = builder.start();
            try {
                process.getOutputStream().close();
                return process.waitFor();
            } finally {
                process.destroy(); // the script stops Maven, and removes its lock
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run " + script, e);
        }
    }

    private static Optional<String> script() {
        return Optional.ofNullable(System.getProperty(PROPERTY));
    }
}
