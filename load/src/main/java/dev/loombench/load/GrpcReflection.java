package dev.loombench.load;

import dev.loombench.load.grpc.ServerReflection;
import dev.loombench.load.tls.TlsSetup;
import dev.loombench.spec.load.TrafficSpec;
import dev.loombench.spec.text.UrlText;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Optional;

/// The reflection of the server of a load, over connections like those of the load.
final class GrpcReflection {
    private GrpcReflection() {}

    static ServerReflection of(InetSocketAddress target, TrafficSpec traffic) {
        var tls = LoadEngine.tls(target, traffic);
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, traffic.timeout().toMillis());
        return new ServerReflection(
                () -> connect(target, tls, timeoutMillis),
                UrlText.authority(target),
                tls.isPresent(),
                traffic.timeout());
    }

    private static Socket connect(
            InetSocketAddress target, Optional<TlsSetup> tls, int timeoutMillis)
            throws IOException {
        var socket = new Socket();
        boolean complete = false;
        try {
            socket.connect(target, timeoutMillis);
            socket.setSoTimeout(timeoutMillis);
            var secured = tls.isPresent() ? tls.get().secure(socket) : socket;
            complete = true;
            return secured;
        } finally {
            if (!complete) {
                socket.close();
            }
        }
    }
}
