package dev.loombench.load.tls;

import dev.loombench.load.tls.certificate.TlsMaterial;
import dev.loombench.load.tls.engine.TlsEngine;
import dev.loombench.load.tls.engine.TlsTarget;
import dev.loombench.load.tls.jdk.JdkEngine;
import dev.loombench.load.tls.openssl.OpenSsl;
import dev.loombench.load.tls.openssl.OpenSslEngine;
import dev.loombench.load.transport.Transport;
import dev.loombench.text.WrongInput;
import dev.loombench.traffic.TlsPolicy;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;

/// TLS for the connections of a load: its files are read, and its library is chosen.
public final class TlsSetup {
    private final TlsTarget target;
    private final TlsPolicy policy;
    private final TlsMaterial material;
    private final boolean openSsl;
    private final String reason;

    private TlsSetup(
            TlsTarget target,
            TlsPolicy policy,
            TlsMaterial material,
            boolean openSsl,
            String reason) {
        this.target = target;
        this.policy = policy;
        this.material = material;
        this.openSsl = openSsl;
        this.reason = reason;
    }

    /// @param target whose host name the certificate must be for
    /// @param protocols to offer in ALPN, the preferred one first; empty to offer none
    /// @throws WrongInput when a file of the policy is not what it should be, or OpenSSL is
    ///   requested by name and unavailable
    public static TlsSetup of(
            InetSocketAddress target, TlsPolicy policy, List<String> protocols, TlsChoice choice) {
        var material = TlsMaterial.read(policy);
        var named = TlsTarget.of(target, protocols);
        return switch (choice) {
            case JDK -> new TlsSetup(named, policy, material, false, "");
            case OPENSSL -> {
                var missing = OpenSsl.unavailableReason();
                if (missing.isPresent()) {
                    throw new WrongInput("OpenSSL was requested for TLS: " + missing.get());
                }
                yield new TlsSetup(named, policy, material, true, "");
            }
            case AUTO -> {
                var missing = OpenSsl.unavailableReason();
                yield new TlsSetup(named, policy, material, missing.isEmpty(), missing.orElse(""));
            }
        };
    }

    /// The library and its version, as in `openssl 3.0.17`.
    public String engine() {
        return openSsl ? "openssl " + OpenSsl.version() : "jdk " + Runtime.version().feature();
    }

    /// Why it is not OpenSSL; empty if it is, or if it was requested.
    public String reason() {
        return reason;
    }

    /// Whether the certificate of the server is checked.
    public boolean verified() {
        return material.verified();
    }

    /// TLS over the transports of a load, which are closed when this fails.
    ///
    /// @param connections of each transport
    public List<Transport> over(List<Transport> transports, List<Integer> connections) {
        var engines = new ArrayList<TlsEngine>();
        boolean complete = false;
        try {
            int total = connections.stream().mapToInt(Integer::intValue).sum();
            for (int i = 0; i < transports.size(); i++) {
                engines.add(engineOfWorker(total));
            }
            complete = true;
        } finally {
            if (!complete) {
                engines.forEach(TlsEngine::close);
                transports.forEach(Transport::close);
            }
        }
        var all = new ArrayList<Transport>();
        for (int i = 0; i < transports.size(); i++) {
            all.add(new TlsTransport(transports.get(i), engines.get(i), connections.get(i)));
        }
        return all;
    }

    private TlsEngine engineOfWorker(int connections) {
        return openSsl
                ? new OpenSslEngine(target, policy, material, connections)
                : new JdkEngine(target, policy, material);
    }

    /// A connected socket, secured by a handshake of the JDK.
    ///
    /// @throws IOException when the handshake fails
    public SSLSocket secure(Socket connected) throws IOException {
        return JdkEngine.secure(connected, target, policy, material);
    }
}
