package dev.loombench.diagnose.rule.lock;

import static dev.loombench.diagnose.SampleThreads.listed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.diagnose.evidence.LiveThread;
import dev.loombench.observe.threads.PrintedLock;
import dev.loombench.observe.threads.PrintedLock.Kind;
import dev.loombench.observe.threads.PrintedStack;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HungCallsTest {
    private static final String READ = "sun.nio.ch.SocketDispatcher.read0(S.java:1)";
    private static final String SHOP = "com.example.Shop.order(Shop.java:7)";

    private static LiveThread in(String... frames) {
        return listed(
                71,
                new PrintedStack(
                        Stream.concat(Stream.of(frames), Stream.of(SHOP)).toList(),
                        Optional.empty(),
                        List.of()));
    }

    private static Optional<String> remedy(String... frames) {
        return HungCalls.remedy(List.of(in(frames)));
    }

    @ParameterizedTest
    @CsvSource({
        "org.postgresql.core.PGStream.receiveChar, in s)",
        "com.mysql.cj.protocol.ReadAheadInputStream.fill, in ms)",
        "org.eclipse.angus.mail.smtp.SMTPTransport.readServerResponse, mail.smtp.timeout",
        "oracle.net.ns.Packet.receive, oracle.jdbc.ReadTimeout",
        "redis.clients.jedis.Connection.readProtocolWithCheckingBroken, socketTimeoutMillis",
        "okhttp3.internal.http1.Http1ExchangeCodec.readResponseHeaders, callTimeout",
        "jdk.internal.net.http.HttpClientImpl.send, HttpRequest.Builder.timeout",
        "sun.net.www.protocol.https.HttpsURLConnectionImpl.getInputStream, setReadTimeout",
        "com.sun.jndi.ldap.Connection.readReply, com.sun.jndi.ldap.read.timeout",
        "com.example.Protocol.read, connect"
    })
    void the_limit_of_time_of_a_client_is_named(String client, String setting) {
        assertThat(remedy(READ, client + "(A.java:1)"))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains(setting));
    }

    /// None of them has a limit of time for a connection.
    @ParameterizedTest
    @CsvSource({
        "java.lang.ProcessImpl.waitFor, destroyForcibly",
        "java.lang.Process$PipeInputStream.read, redirectErrorStream",
        "sun.nio.ch.UnixFileDispatcherImpl.lock0, lslocks",
        "java.io.FileInputStream.readBytes, pipe",
        "sun.nio.ch.NioSocketImpl.implWrite, write",
        "java.net.Inet6AddressImpl.lookupAllHostAddr, resolv.conf",
        "java.lang.Thread.sleep, ScheduledExecutorService",
        "java.util.concurrent.LinkedBlockingQueue.take, poll"
    })
    void what_is_no_connection_has_words_of_its_own(String call, String word) {
        assertThat(remedy(call + "(A.java:1)"))
                .hasValueSatisfying(
                        remedy -> assertThat(remedy).contains(word).doesNotContain("connect and"));
    }

    /// The frames are those of a read of any file, and the monitor is that of the child's output.
    @Test
    void the_output_of_a_process_is_known_by_its_buffer() {
        var buffer =
                new PrintedLock(
                        Kind.MONITOR, "0xa0", "java.lang.ProcessImpl$ProcessPipeInputStream");
        var frames =
                List.of(
                        "java.io.FileInputStream.readBytes(Native Method)",
                        "java.io.BufferedInputStream.read1(BufferedInputStream.java:345)",
                        "java.io.BufferedInputStream.read(BufferedInputStream.java:420)",
                        SHOP);
        var reads = listed(71, new PrintedStack(frames, Optional.empty(), List.of(buffer)));
        assertThat(HungCalls.remedy(List.of(reads)))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("redirectErrorStream"));
    }

    @Test
    void the_setting_of_a_client_is_named_only_where_all_wait_for_its_responses() {
        var rabbit = in("com.rabbitmq.utility.BlockingCell.get(BlockingCell.java:50)");
        var grpc = in("io.grpc.stub.ClientCalls$ThreadlessExecutor.waitAndDrain(C.java:748)");
        assertThat(ResultWaits.remedy(List.of(rabbit), false)).contains("setChannelRpcTimeout");
        assertThat(ResultWaits.remedy(List.of(rabbit, grpc), false))
                .doesNotContain("setChannelRpcTimeout");
    }

    /// As a parser calls the application back while it reads a file.
    @Test
    void what_has_called_the_application_does_not_matter() {
        assertThat(remedy(SHOP, "java.io.FileInputStream.read(F.java:1)")).isEmpty();
    }

    @Test
    void threads_that_wait_for_a_lock_are_told_to_find_its_holder() {
        var lock = Optional.of(new PrintedLock(Kind.MONITOR, "0xa0", "java.lang.Object"));
        var waits = listed(72, new PrintedStack(List.of(READ, SHOP), lock, List.of()));
        assertThat(HungCalls.remedy(List.of(waits)))
                .hasValueSatisfying(remedy -> assertThat(remedy).contains("finally"));
        assertThat(HungCalls.remedy(List.of(waits, in(READ))))
                .as("the other thread may hold it")
                .isEqualTo(remedy(READ));
        var sleeps = in("java.lang.Thread.sleep(T.java:1)");
        assertThat(HungCalls.remedy(List.of(sleeps, in(READ)))).as("they differ").isEmpty();
    }
}
