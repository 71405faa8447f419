package dev.loombench.load.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.Await;
import dev.loombench.load.AvailableTransports;
import dev.loombench.load.LoadEngine;
import dev.loombench.load.LoadPlan;
import dev.loombench.load.LoadSettings;
import dev.loombench.load.LoadShare;
import dev.loombench.load.Responder;
import dev.loombench.load.pace.Pacing;
import dev.loombench.load.result.ErrorKind;
import dev.loombench.load.result.LoadResult;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.LoadModel;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import dev.loombench.uring.Errno;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// The choice of a load's transport, and its record in the result.
class TransportsTest {

    @Test
    void io_uring_is_the_default_where_available_and_otherwise_the_result_has_the_reason()
            throws Exception {
        var generator = drive(TransportChoice.AUTO);
        if (AvailableTransports.hasUring()) {
            assertThat(generator.transport()).isEqualTo("io_uring");
            assertThat(generator.transportReason()).isEmpty();
        } else {
            assertThat(generator.transport()).isEqualTo("nio");
            assertThat(generator.transportReason()).isNotEmpty();
        }
    }

    @Test
    void requested_nio_needs_no_reason() throws Exception {
        var generator = drive(TransportChoice.NIO);
        assertThat(generator.transport()).isEqualTo("nio");
        assertThat(generator.transportReason()).isEmpty();
    }

    private static LoadResult.Generator drive(TransportChoice choice) throws Exception {
        var settings = new LoadSettings(choice, Pacing.AUTO, 1);
        var request = Request.get("/", Duration.ofSeconds(20));
        try (var server = Responder.always(Responder.HELLO);
                var run =
                        LoadEngine.start(
                                new LoadPlan(
                                        server.address(),
                                        new LoadModel.Closed(1, Duration.ZERO),
                                        Traffic.of(request),
                                        1,
                                        settings,
                                        LoadShare.whole(settings),
                                        System.getenv()))) {
            run.openWindow();
            Await.until(() -> run.progress().succeeded() >= 10);
            return run.closeWindow().generator();
        }
    }

    /// Errors that loopback cannot produce within a test.
    @Test
    void both_transports_distinguish_connect_errors() {
        var exceptions =
                Map.of(
                        ErrorKind.CONNECT_REFUSED, new ConnectException("Connection refused"),
                        ErrorKind.CONNECT_TIMEOUT, new ConnectException("Connection timed out"),
                        ErrorKind.CONNECT_UNREACHABLE,
                                new NoRouteToHostException("No route to host"),
                        ErrorKind.CONNECT_NO_PORT,
                                new BindException("Cannot assign requested address"),
                        ErrorKind.CONNECT_FAILED, new BindException("Permission denied"));
        exceptions.forEach((kind, e) -> assertThat(NioTransport.connectError(e)).isEqualTo(kind));
        var numbers =
                Map.of(
                        ErrorKind.CONNECT_REFUSED, Errno.ECONNREFUSED,
                        ErrorKind.CONNECT_TIMEOUT, Errno.ETIMEDOUT,
                        ErrorKind.CONNECT_UNREACHABLE, Errno.EHOSTUNREACH,
                        ErrorKind.CONNECT_NO_PORT, Errno.EADDRNOTAVAIL,
                        ErrorKind.CONNECT_FAILED, Errno.EPERM);
        numbers.forEach(
                (kind, errno) -> assertThat(IoUringTransport.connectError(errno)).isEqualTo(kind));
        assertThat(NioTransport.connectError(new SocketException("Network is unreachable")))
                .isEqualTo(IoUringTransport.connectError(Errno.ENETUNREACH))
                .isEqualTo(ErrorKind.CONNECT_UNREACHABLE);
    }

    @Test
    void an_unknown_transport_is_rejected() {
        assertThatExceptionOfType(WrongInput.class)
                .isThrownBy(() -> TransportChoice.named("epoll"))
                .withMessageContaining("epoll");
    }
}
