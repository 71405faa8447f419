import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The lab as a process of its own, and what it costs the services that it looks at.
final class Lab {
    static final Path JAVA = Path.of(System.getProperty("java.home"), "bin", "java");

    /// Of the benchmarks alone, for the services that are looked at: without the tool.
    static final String CLASSES = System.getProperty("java.class.path").split(":")[0];

    private static final Path HOME = Path.of(System.getProperty("loombench.home"));

    private Lab() {}

    /// @param words after `loombench`
    static ProcessBuilder command(List<String> words) {
        var lab = HOME.resolve("cli").resolve("target");
        var command = new ArrayList<String>();
        command.add(JAVA.toString());
        command.add("-Dloombench.home=" + HOME);
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-cp");
        command.add(lab.resolve("loombench.jar") + ":" + lab.resolve("lib") + "/*");
        command.add("dev.loombench.Main");
        command.addAll(words);
        return new ProcessBuilder(command);
    }

    /// Starts an inspection of a process, which lasts so many seconds.
    static Process inspect(long pid, int seconds, List<String> options) throws IOException {
        var words = new ArrayList<>(List.of("inspect", "--for", seconds + "s"));
        words.addAll(options);
        words.add(Long.toString(pid));
        return command(words)
                .redirectOutput(Redirect.DISCARD)
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /// CPU time of a process with its ended threads: user and system time of `/proc/PID/stat`.
    static long cpuMillis(long pid) throws IOException {
        var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
        var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return 10 * (Long.parseLong(fields[11]) + Long.parseLong(fields[12]));
    }
}
