package dev.loombench.launch.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What all processes inherit that a service starts, and by which they are found whatever their
/// parents and sessions: a variable in their environment, a soft limit of the number of file locks,
/// and a [namespace][ServiceNamespace]. A daemon with an environment of its own still has the
/// limit, since only a program that sets this very one changes it, as a login does. No kernel since
/// Linux 2.4.25 applies it (getrlimit(2), `RLIMIT_LOCKS`), so it changes nothing for the service.
/// No login leaves the namespace, which only a privileged lab can make.
///
/// @param lab unique number of the lab, below 2^40
/// @param number of the service in the lab
/// @param prlimit the program that sets the limit; empty where there is none
/// @param namespace of this service alone; empty where none can be made
public record ServiceMark(
        long lab, int number, Optional<Path> prlimit, Optional<ServiceNamespace> namespace) {
    /// The variable.
    static final String VARIABLE = "LOOMBENCH_SERVICE";

    /// Bits of a lab's number.
    public static final int LAB_BITS = 40;

    private static final String LIMIT = "Max file locks";

    /// With it all numbers have 13 digits.
    private static final long FIRST = 1_000_000_000_000L;

    private static final int NUMBERS = 1_000_000;

    public ServiceMark {
        if (lab < 0 || lab >= 1L << LAB_BITS) {
            throw new IllegalArgumentException("no number of a lab: " + lab);
        }
        if (number < 0 || number >= NUMBERS) {
            throw new IllegalArgumentException("no number of a service: " + number);
        }
    }

    /// Whether this process may set the limit of its child processes to any number.
    ///
    /// Source: proc_pid_limits(5).
    public static boolean canLimit() throws IOException {
        var own = Path.of("/proc/self/limits");
        return Files.isReadable(own)
                && Files.readAllLines(own).stream()
                        .anyMatch(line -> line.matches(LIMIT + " +\\S+ +unlimited .*"));
    }

    /// The words before a command that enter the namespace and set the limit.
    List<String> words() {
        var words = new ArrayList<String>();
        namespace.ifPresent(n -> words.addAll(n.words()));
        prlimit.ifPresent(
                p -> words.addAll(List.of(p.toString(), "--locks=" + locks() + ":", "--")));
        return words;
    }

    private String locks() {
        return locksOf(lab) + "%06d".formatted(number);
    }

    /// The first digits of the limits of all services of a lab; six follow.
    private static String locksOf(long lab) {
        return Long.toString(FIRST + lab);
    }

    /// A pattern of `grep` for the limits of all services of a lab.
    static String limitsOf(long lab) {
        return "^%s  *%s[0-9]\\{6\\} ".formatted(LIMIT, locksOf(lab));
    }

    /// The beginning of the values of all services of a lab.
    static String valueOf(long lab) {
        return "%010x-".formatted(lab);
    }

    /// The value of the variable.
    String value() {
        return valueOf(lab) + number;
    }

    /// The variable as it is in an environment.
    byte[] variable() {
        return (VARIABLE + "=" + value()).getBytes(StandardCharsets.UTF_8);
    }

    /// Whether a process is in the namespace or has the limit.
    boolean isOn(long pid) {
        return namespace.filter(n -> n.contains(pid)).isPresent() || limits(pid);
    }

    private boolean limits(long pid) {
        if (prlimit.isEmpty()) {
            return false;
        }
        try {
            return Files.readString(Path.of("/proc", Long.toString(pid), "limits"))
                    .lines()
                    .anyMatch(line -> line.matches(LIMIT + " +" + locks() + " .*"));
        } catch (IOException ended) {
            return false;
        }
    }
}
