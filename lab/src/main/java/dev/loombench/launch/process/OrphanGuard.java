package dev.loombench.launch.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/// A process that ends all services of a lab once the lab has ended in any way, also by SIGKILL: it
/// waits for the end of its input, which only the lab holds open. It uses no CPU meanwhile.
///
/// Services are found by their [mark][ServiceMark]; their namespaces, and processes without a mark,
/// are named to the guard while the lab runs.
public final class OrphanGuard implements AutoCloseable {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    /// Ends marked processes, first on request. `grep` reads the variables of a process as binary
    /// data. A process that has ended and was not reaped still has limits.
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP
            variable=$1
            limit=$2
            others=
            namespaces=
            while read -r other; do
              case $other in
                *:*) others="$others $other" ;;
                *) namespaces="$namespaces $other" ;;
              esac
            done
            for signal in TERM KILL; do
              found=
              for other in $others; do
                set -- $(sed 's/.*) //' "/proc/${other%:*}/stat")
                if [ "${20}" = "${other#*:}" ]; then
                  found=1
                  kill -s $signal "${other%:*}"
                fi
              done
              for namespace in $namespaces; do
                for process in $(ls -l /proc/[0-9]*/ns/uts |
                    sed -n "s|.* /proc/\\([0-9]*\\)/ns/uts -> uts:.$namespace.\\$|\\1|p"); do
                  found=1
                  kill -s $signal $process
                done
              done
              for file in $(grep -lsF "$variable" /proc/[0-9]*/environ) \
                  $(grep -ls "$limit" /proc/[0-9]*/limits); do
                process=${file%/*}
                case $(sed 's/.*) //' "$process/stat") in
                  Z* | X* | "") ;;
                  *) found=1; kill -s $signal "${process#/proc/}" ;;
                esac
              done
              [ "$found" ] || exit 0
              [ $signal = KILL ] || sleep 2
            done 2>/dev/null
            """;

    private final Process process;

    private OrphanGuard(Process process) {
        this.process = process;
    }

    /// @param lab number in the marks of all its services
    public static OrphanGuard start(long lab) throws IOException {
        return new OrphanGuard(
                new ProcessBuilder(
                                "sh",
                                "-c",
                                SCRIPT,
                                "loombench",
                                ServiceMark.VARIABLE + "=" + ServiceMark.valueOf(lab),
                                ServiceMark.limitsOf(lab))
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /// Names a process without the mark.
    ///
    /// @throws IOException when the guard has ended
    void alsoEnd(ServiceProcesses.Identity other) throws IOException {
        name("%d:%d".formatted(other.pid(), other.start()));
    }

    /// Names a namespace, all processes of which are of services.
    ///
    /// @throws IOException when the guard has ended
    public void alsoEnd(ServiceNamespace namespace) throws IOException {
        name(namespace.number());
    }

    private synchronized void name(String line) throws IOException {
        var in = process.getOutputStream();
        in.write((line + "\n").getBytes(US_ASCII));
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
