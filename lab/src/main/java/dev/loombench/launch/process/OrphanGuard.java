package dev.loombench.launch.process;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A process that ends all services of a lab once the lab has ended in any way, also by SIGKILL: it
/// waits for the end of its input, which only the lab holds open. It uses no CPU meanwhile, and has
/// a session of its own, so that a SIGKILL for the lab's process group does not end it too.
///
/// Services are found by their [mark][ServiceMark]; processes without a mark, and those that keep
/// the [namespaces][ServiceNamespace] of services, are named to the guard while the lab runs. Once
/// a keeper has ended, another namespace may have the number of its own, so that one counts no
/// more.
public final class OrphanGuard implements AutoCloseable {
    private static final Duration END_TIMEOUT = Duration.ofSeconds(5);

    /// Ends marked processes, first on request. `grep` reads the variables of a process as binary
    /// data. A process that has ended and was not reaped still has limits.
    private static final String SCRIPT =
            """
            trap '' INT TERM HUP QUIT
            variable=$1
            limit=$2
            others=
            keepers=
            while read -r kind other; do
              case $kind in
                process) others="$others $other" ;;
                keeper) keepers="$keepers $other" ;;
              esac
            done
            runs() { # pid:start
              set -- "$1" $(sed 's/.*) //' "/proc/${1%:*}/stat" 2>/dev/null)
              [ "${21}" = "${1#*:}" ]
            }
            namespaces=
            for keeper in $keepers; do
              if runs "$keeper"; then
                namespaces="$namespaces $(readlink "/proc/${keeper%:*}/ns/uts" | tr -dc 0-9)"
              fi
            done
            for signal in TERM KILL; do
              found=
              for other in $others; do
                if runs "$other"; then
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
    /// @param setsid the program that gives it a session; empty where there is none
    public static OrphanGuard start(long lab, Optional<Path> setsid) throws IOException {
        var words = new ArrayList<String>();
        setsid.ifPresent(program -> words.add(program.toString()));
        words.addAll(
                List.of(
                        "sh",
                        "-c",
                        SCRIPT,
                        "loombench",
                        ServiceMark.VARIABLE + "=" + ServiceMark.valueOf(lab),
                        ServiceMark.limitsOf(lab)));
        return new OrphanGuard(
                new ProcessBuilder(words)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.DISCARD)
                        .start());
    }

    /// Names a process without the mark.
    ///
    /// @throws IOException when the guard has ended
    void alsoEnd(ServiceProcesses.Identity other) throws IOException {
        name("process", other);
    }

    /// Names a namespace, all processes of which are of services until it is closed.
    ///
    /// @throws IOException when the guard has ended
    public void alsoEnd(ServiceNamespace namespace) throws IOException {
        name("keeper", namespace.keeper());
    }

    private synchronized void name(String kind, ServiceProcesses.Identity of) throws IOException {
        var in = process.getOutputStream();
        in.write("%s %d:%d\n".formatted(kind, of.pid(), of.start()).getBytes(US_ASCII));
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
