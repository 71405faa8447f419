package dev.loombench.launch.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A process that ends all services of a lab once the lab has ended in any way, also by SIGKILL: it
/// waits for the end of its input, which only the lab holds open. It uses no CPU meanwhile.
///
/// Services are found by the mark in their environment; processes without it are named to the guard
/// while the lab runs.
public final class OrphanGuard implements AutoCloseable {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    /// Ends marked processes, first on request. `grep` reads the variables of a process as binary
    /// data.
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP
            mark=$1
            others=
            while read -r other; do others="$others $other"; done
            for signal in TERM KILL; do
              found=
              for other in $others; do
                set -- $(sed 's/.*) //' "/proc/${other%:*}/stat")
                if [ "${20}" = "${other#*:}" ]; then
                  found=1
                  kill -s $signal "${other%:*}"
                fi
              done
              for environment in $(grep -lsF "$mark" /proc/[0-9]*/environ); do
                found=1
                process=${environment#/proc/}
                kill -s $signal "${process%/environ}"
              done
              [ "$found" ] || exit 0
              [ $signal = KILL ] || sleep 2
            done 2>/dev/null
            """;

    private final Process process;

    private OrphanGuard(Process process) {
        this.process = process;
    }

    /// @param mark common beginning of the marks of all services
    public static OrphanGuard start(String mark) throws IOException {
        return new OrphanGuard(
                new ProcessBuilder(
                                "sh", "-c", SCRIPT, "loombench", ServiceProcesses.MARK + "=" + mark)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /// Names a process without the mark.
    ///
    /// @throws IOException when the guard has ended
    synchronized void alsoEnd(ServiceProcesses.Identity other) throws IOException {
        var in = process.getOutputStream();
        in.write("%d:%d\n".formatted(other.pid(), other.start()).getBytes(US_ASCII));
        in.flush();
    }

    /// Lets it end. Whatever is left of the services is killed.
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(END_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)) {
                process.destroyForcibly();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
