package dev.loombench.diagnose.rule.lock;

import dev.loombench.analysis.concurrency.Libraries;
import dev.loombench.analysis.concurrency.Permits;
import dev.loombench.analysis.concurrency.PoolLibrary;
import dev.loombench.analysis.concurrency.RequestWaits;
import dev.loombench.analysis.concurrency.StackFrames;
import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.text.TextTable;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// What ends calls that do not return, by what their threads wait in: the limit of time that a
/// client has, by its name, and else what is to come. The frames of the JDK and of libraries above
/// the application's own show it.
///
/// Sources: the documentation of each class and driver.
final class HungCalls {
    /// What is known of no client.
    private static final String ANY = ", as one to connect and one to read";

    private static final String LOCK =
            "find the thread that holds the lock which they wait for, and why it does not release it:"
                    + " unlock in finally, and make no call without a time limit while it is held";

    private static final String QUEUE =
            "find why nothing else puts into this queue or takes from it: that thread may have ended by an"
                    + " exception, or wait itself; use offer and poll with a time limit";

    private static final String PROCESS =
            "wait for the child process for a limited time (waitFor(time, unit), then destroyForcibly), and"
                    + " read its output and errors meanwhile, or redirect them: a child whose pipe is full"
                    + " waits for its reader";

    private static final String OUTPUT_OF_PROCESS =
            "end the child process after a limited time (destroyForcibly), and find why it writes nothing"
                    + " and does not end: it may wait for its input (close getOutputStream), or write errors"
                    + " that nobody reads (redirectErrorStream)";

    /// The buffer of a child's output, whose monitor a thread holds while it reads: the frames of a
    /// read are those of a file in most versions of the JDK.
    private static final String BUFFER_OF_OUTPUT = "java.lang.ProcessImpl$ProcessPipeInputStream";

    private static final String FILE_LOCK =
            "find the process that holds the lock of this file (lslocks), and use tryLock with a limited"
                    + " number of attempts";

    private static final String FILE =
            "find what keeps this file: a pipe or a terminal that nobody writes to or reads, a full disk,"
                    + " or a file system that does not reply; a time limit needs another thread";

    private static final String WRITE =
            "find why the other side does not read what is sent, and close the connection after a limited"
                    + " time: a write to a socket has no time limit of its own";

    private static final String NAMES =
            "find why the name server does not reply, and limit its time (resolv.conf: options timeout and"
                    + " attempts)";

    private static final String SLEEP =
            "do not sleep in a thread that others wait for: schedule what is to come later"
                    + " (ScheduledExecutorService), and limit the number of attempts and their delays";

    /// The limits of time that clients have: the frame of a client, and its settings.
    private static final List<Kind> CLIENTS =
            TextTable.rows(
                            2,
                            """
                            org\\.postgresql\\.  socketTimeout and connectTimeout, in s
                            (com\\.mysql|org\\.mariadb)\\.  socketTimeout and connectTimeout, in ms
                            com\\.microsoft\\.sqlserver\\.  socketTimeout in ms, loginTimeout in s
                            oracle\\.(jdbc|net)\\.  oracle.jdbc.ReadTimeout and oracle.net.CONNECT_TIMEOUT, in ms
                            com\\.ibm\\.db2\\.  blockingReadConnectionTimeout and loginTimeout, in s
                            com\\.mongodb\\.  timeoutMS, or socketTimeoutMS
                            com\\.datastax\\.  basic.request.timeout
                            redis\\.clients\\.  socketTimeoutMillis of its client's configuration
                            io\\.lettuce\\.  RedisURI.setTimeout
                            org\\.apache\\.kafka\\.  default.api.timeout.ms, and delivery.timeout.ms of a producer
                            software\\.amazon\\.awssdk\\.  apiCallTimeout
                            com\\.amazonaws\\.  ClientConfiguration.setRequestTimeout
                            okhttp3\\.  OkHttpClient.Builder.callTimeout
                            org\\.apache\\.hc\\.  RequestConfig.setResponseTimeout, ConnectionConfig.setConnectTimeout
                            org\\.apache\\.http\\.  RequestConfig.setSocketTimeout and setConnectTimeout
                            jdk\\.internal\\.net\\.http\\.  HttpRequest.Builder.timeout and HttpClient.Builder.connectTimeout
                            sun\\.net\\.www\\.protocol\\.https?\\.  URLConnection.setReadTimeout and setConnectTimeout
                            com\\.sun\\.jndi\\.ldap\\.  com.sun.jndi.ldap.read.timeout and com.sun.jndi.ldap.connect.timeout, in ms
                            sun\\.rmi\\.  sun.rmi.transport.tcp.responseTimeout, in ms
                            (com\\.sun|org\\.eclipse\\.angus)\\.mail\\.  mail.smtp.timeout and mail.smtp.connectiontimeout in ms, or those of its protocol
                            org\\.apache\\.commons\\.net\\.  setDataTimeout, setDefaultTimeout and setConnectTimeout
                            """)
                    .stream()
                    .map(row -> limited(row.get(0), row.get(1)))
                    .toList();

    /// What a thread does beside calls of clients.
    private static final List<Kind> OTHERS =
            List.of(
                    new Kind(
                            "java\\.net\\.Inet\\w*AddressImpl\\.(lookupAllHostAddr|getHostByAddr)\\(",
                            NAMES),
                    new Kind(
                            "sun\\.nio\\.ch\\.(NioSocketImpl\\.(implW|tryW|w)rite|Socket\\w+\\.write)\\w*\\(",
                            WRITE),
                    limited("sun\\.nio\\.ch\\.(NioSocketImpl|Socket\\w+|Net)\\.", ""),
                    new Kind("sun\\.nio\\.ch\\.\\w*FileDispatcherImpl\\.lock", FILE_LOCK),
                    new Kind(
                            "(java\\.io\\.(FileInputStream|FileOutputStream|RandomAccessFile|\\w+FileSystem)"
                                    + "|sun\\.nio\\.ch\\.\\w*FileDispatcherImpl"
                                    + "|sun\\.nio\\.fs\\.\\w+Dispatcher)\\.",
                            FILE),
                    new Kind(
                            "java\\.util\\.concurrent\\.\\w+(Queue|Deque)\\.(take|poll|put|offer|transfer)\\w*\\(",
                            QUEUE),
                    new Kind("java\\.lang\\.Thread\\.sleep\\w*\\(", SLEEP));

    /// Those of clients come before those of the sockets that they use.
    private static final List<Kind> KINDS =
            Stream.of(
                            List.of(
                                    new Kind(
                                            "java\\.lang\\.Process(Impl)?\\.waitFor\\w*\\(",
                                            PROCESS),
                                    new Kind(
                                            "java\\.lang\\.Process(Impl)?\\$\\w*(Pipe|DeferredClose)InputStream\\.",
                                            OUTPUT_OF_PROCESS)),
                            CLIENTS,
                            OTHERS)
                    .flatMap(List::stream)
                    .toList();

    private HungCalls() {}

    /// @param frame the beginning of one above the application's own
    private record Kind(Pattern frame, String remedy) {
        Kind(String frame, String remedy) {
            this(Pattern.compile(frame), remedy);
        }

        boolean isOn(List<String> frames) {
            return frames.stream().anyMatch(f -> frame.matcher(f).lookingAt());
        }
    }

    /// @param setting empty where the call has no name for it
    private static Kind limited(String frame, String setting) {
        return new Kind(frame, limit(Optional.of(setting).filter(name -> !name.isEmpty())));
    }

    /// To set a limit of time, by its name where it is known.
    static String limit(Optional<String> setting) {
        return "set a time limit of the call below%s, and find why it does not return"
                .formatted(setting.map(" (%s)"::formatted).orElse(ANY));
    }

    /// What is known to end the calls of some threads; empty where these differ, or it is not
    /// known. Those that wait for a lock may wait for one of the others.
    static Optional<String> remedy(Collection<LiveThread> still) {
        var others =
                still.stream()
                        .filter(thread -> thread.stack().awaited().isEmpty())
                        .map(HungCalls::ofThread)
                        .distinct()
                        .toList();
        if (others.isEmpty()) {
            return Optional.of(LOCK);
        }
        return others.size() == 1 ? others.getFirst() : Optional.empty();
    }

    private static Optional<String> ofThread(LiveThread thread) {
        var frames = thread.frames();
        return RequestWaits.pool(frames)
                .map(HungCalls::connections)
                .or(() -> Permits.awaited(frames).map(Permits.Limit::remedyOfDead))
                .or(() -> readsProcess(thread) ? Optional.of(OUTPUT_OF_PROCESS) : ofKind(frames));
    }

    private static boolean readsProcess(LiveThread thread) {
        return thread.stack().owned().stream()
                .anyMatch(lock -> lock.type().equals(BUFFER_OF_OUTPUT));
    }

    private static String connections(PoolLibrary pool) {
        return "find what holds the connections of %s: return each, also after an exception (try-with-resources), and limit the time of the wait for one"
                .formatted(pool.name());
    }

    private static Optional<String> ofKind(List<String> frames) {
        var above =
                frames.stream()
                        .takeWhile(f -> StackFrames.isOfJdk(f) || Libraries.contains(f))
                        .toList();
        return KINDS.stream().filter(kind -> kind.isOn(above)).map(Kind::remedy).findFirst();
    }
}
