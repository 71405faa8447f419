package dev.loombench.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loombench.launch.process.EndpointProcess.Known;
import dev.loombench.launch.process.EndpointProcess.Unknown;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// This process takes the part of the service.
@EnabledOnOs(OS.LINUX)
class LoadMeasurementTest {
    private static final InetSocketAddress HERE =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 80);

    /// RFC 5737.
    private static final InetSocketAddress ELSEWHERE =
            new InetSocketAddress(InetAddress.ofLiteral("192.0.2.1"), 80);

    @Test
    void others_are_watched_where_the_server_is_none_of_them() throws IOException {
        assertThat(LoadMeasurement.others(own(Optional.empty()), HERE)).isPresent();
        assertThat(LoadMeasurement.others(new Unknown("another machine"), ELSEWHERE)).isPresent();
        assertThat(LoadMeasurement.others(new Unknown("of another user"), HERE)).isEmpty();
        assertThat(LoadMeasurement.others(own(Optional.of("does not listen")), HERE)).isEmpty();
    }

    private static Known own(Optional<String> mismatch) {
        var process = ProcessHandle.current();
        return new Known(process, process, mismatch);
    }
}
