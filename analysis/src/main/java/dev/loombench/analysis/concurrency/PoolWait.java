package dev.loombench.analysis.concurrency;

import dev.loombench.text.TextTable;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// How a stack shows that its thread waits for what a pool of a library holds: by the first frame
/// outside the JDK, and where that says too little, by a second one.
///
/// The packages of a library say too little: a thread in a client may wait for a response or for
/// events, one in a pool for a new connection.
///
/// @param library its name in [PoolLibrary]
/// @param first the beginning of the first frame outside the JDK and the runtimes that execute
///   requests
/// @param second the beginning of a frame above it, as of a pool of the JDK, or of one of the
///   library's below it
record PoolWait(String library, Pattern first, Pattern second) {
    /// A row each, without a second frame where the first one is enough; of the JDK's LDAP the
    /// second one is, whatever called the JDK.
    private static final List<PoolWait> ALL =
            TextTable.rows(
                            3,
                            """
                            HikariCP  com\\.zaxxer\\.hikari\\.  -
                            Tomcat JDBC  org\\.apache\\.tomcat\\.jdbc\\.pool\\.  -
                            Commons DBCP  org\\.apache\\.commons\\.pool2\\.  org\\.apache\\.commons\\.dbcp2\\.
                            Commons DBCP  org\\.apache\\.tomcat\\.dbcp\\.pool2\\.  -
                            Jedis  org\\.apache\\.commons\\.pool2\\.  redis\\.clients\\.
                            Lettuce  org\\.apache\\.commons\\.pool2\\.  io\\.lettuce\\.core\\.support\\.
                            Commons Pool  org\\.apache\\.commons\\.pool2\\.  -
                            Agroal  io\\.agroal\\.pool\\.ConnectionPool\\.(handlerFromSharedCache|waitAvailableHandler)\\(  java\\.util\\.concurrent\\.(LinkedTransferQueue|locks\\.AbstractQueuedLongSynchronizer)\\b
                            c3p0  com\\.mchange\\.v2\\.resourcepool\\.BasicResourcePool\\.awaitAvailable\\(  -
                            Druid  com\\.alibaba\\.druid\\.pool\\.DruidDataSource\\.(takeLast|pollLast)\\(  -
                            Vibur  org\\.vibur\\.objectpool\\.ConcurrentPool\\.(take|tryTake)  java\\.util\\.concurrent\\.Semaphore\\.
                            IronJacamar  org\\.jboss\\.jca\\.core\\.connectionmanager\\.pool\\.mcp\\.Semaphore\\w+\\.getConnection\\(  java\\.util\\.concurrent\\.Semaphore\\.
                            Open Liberty JCA  com\\.ibm\\.ejs\\.j2c\\.FreePool\\.queueRequest\\(  -
                            GlassFish JDBC  com\\.sun\\.enterprise\\.resource\\.pool\\.ConnectionPool\\.getResource\\(  java\\.lang\\.Object\\.wait
                            WebLogic JDBC  weblogic\\.common\\.resourcepool\\.ResourcePoolImpl\\b  weblogic\\.common\\.resourcepool\\.ResourcePoolImpl\\.reserve
                            MongoDB  com\\.mongodb\\.internal\\.connection\\.ConcurrentPool(\\$\\w+)?\\.acquirePermit\\(  -
                            Apache HttpClient 5  org\\.apache\\.hc\\.core5\\.(concurrent\\.BasicFuture\\.get\\(|pool\\.)  org\\.apache\\.hc\\.client5\\.[\\w.]+\\.PoolingHttpClientConnectionManager\\b
                            Apache HttpClient 4  org\\.apache\\.http\\.pool\\.  -
                            JDK LDAP  -  com\\.sun\\.jndi\\.ldap\\.pool\\.Connections\\.waitForAvailableConnection\\(
                            """)
                    .stream()
                    .map(row -> new PoolWait(row.get(0), row.get(1), row.get(2)))
                    .toList();

    private PoolWait(String library, String first, String second) {
        this(library, Pattern.compile(first), Pattern.compile(second));
    }

    /// The library for whose pool a thread waits.
    ///
    /// @param frames from the top
    static Optional<PoolLibrary> library(List<String> frames) {
        var called = StackFrames.ofApplication(frames);
        if (called.isEmpty()) {
            return Optional.empty();
        }
        var above = frames.subList(0, frames.size() - called.size());
        return ALL.stream()
                .filter(wait -> wait.first.matcher(called.getFirst()).lookingAt())
                .flatMap(wait ->
                        PoolLibrary.named(wait.library)
                                .filter(library -> wait.hasSecond(above, called, library))
                                .stream())
                .findFirst();
    }

    private boolean hasSecond(List<String> above, List<String> called, PoolLibrary pool) {
        return Stream.concat(above.stream(), called.stream().takeWhile(pool::contains))
                .anyMatch(frame -> second.matcher(frame).lookingAt());
    }
}
