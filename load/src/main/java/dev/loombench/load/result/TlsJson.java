package dev.loombench.load.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.loombench.load.result.LoadResult.Tls;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The TLS of a load's connections as data.
///
/// @param engine the library that spoke it and its version
/// @param engineReason why it was not the cheapest one; empty if it was
/// @param verified whether the certificate of the server was checked
/// @param agreed version and cipher suite of the latest handshake; empty without one
/// @param handshakes done within the measured time
/// @param resumed of these, those that resumed the session of an earlier connection
/// @param alerts name -> number of connections that the server ended by it; absent without any
/// @param handshakeTime absent where no handshake was done within the measured time
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record TlsJson(
        String engine,
        String engineReason,
        boolean verified,
        String agreed,
        long handshakes,
        double handshakesPerSecond,
        long resumed,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) Map<String, Long> alerts,
        Optional<LatencyJson> handshakeTime) {

    /// @param seconds measured time
    public static TlsJson of(Tls tls, double seconds) {
        long handshakes = tls.handshakeTime().getTotalCount();
        return new TlsJson(
                tls.engine(),
                tls.engineReason(),
                tls.verified(),
                tls.agreed(),
                handshakes,
                handshakes / seconds,
                tls.resumed(),
                new TreeMap<>(tls.alerts()),
                LatencyJson.of(tls.handshakeTime()));
    }
}
