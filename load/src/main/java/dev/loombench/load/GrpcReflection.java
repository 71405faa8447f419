package dev.loombench.load;

import dev.loombench.load.grpc.GrpcTraffic;
import dev.loombench.load.grpc.ServerReflection;
import dev.loombench.load.request.EncodedRequest;
import dev.loombench.load.request.RequestMix;
import dev.loombench.requests.secret.SecretMask;
import dev.loombench.text.UrlText;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The reflection of the server of a load, over connections like those of the load.
public final class GrpcReflection {
    private GrpcReflection() {}

    /// The traffic with the messages of its calls.
    ///
    /// @param environment variables that requests may name
    /// @throws ReflectionFailed when the server gives no descriptors where they are needed
    public static GrpcTraffic encoded(
            InetSocketAddress target, Traffic traffic, Map<String, String> environment)
            throws ReflectionFailed {
        try {
            return GrpcTraffic.encoded(traffic, () -> of(target, traffic, environment));
        } catch (UncheckedIOException e) {
            throw new ReflectionFailed(e);
        }
    }

    private static ServerReflection of(
            InetSocketAddress target, Traffic traffic, Map<String, String> environment) {
        var tls = LoadEngine.tls(target, traffic);
        int timeoutMillis = (int) Math.min(Integer.MAX_VALUE, traffic.timeout().toMillis());
        return new ServerReflection(
                new ServerReflection.Connector() {
                    @Override
                    public Socket connect() throws IOException {
                        return GrpcReflection.connect(target, timeoutMillis);
                    }

                    @Override
                    public Socket secured(Socket connected) throws IOException {
                        return tls.isPresent() ? tls.get().secure(connected) : connected;
                    }
                },
                (path, content) -> call(target, traffic, environment, path, content),
                UrlText.hostAndPort(target),
                traffic.timeout(),
                SecretMask.ofRequests(traffic.values().values(), environment)::ofStart);
    }

    /// A call with the host and the headers of the first one of the load: reflection may be behind
    /// the same gateway, and need the same credentials. A deadline of the user is one of the load.
    private static EncodedRequest call(
            InetSocketAddress target,
            Traffic traffic,
            Map<String, String> environment,
            String path,
            byte[] content) {
        var first = traffic.requests().getFirst();
        var body = Base64.getEncoder().encodeToString(content);
        var headers = new LinkedHashMap<>(first.headers());
        headers.keySet().removeIf("grpc-timeout"::equalsIgnoreCase);
        var call = new Request("POST", path, headers, body, first.timeout());
        var mix = new RequestMix(traffic.withRequests(List.of(call)), target, 1, environment);
        var requests = mix.forWorker(0, 1, 1, 1);
        return requests.prepare(requests.kind(0), 0);
    }

    private static Socket connect(InetSocketAddress target, int timeoutMillis) throws IOException {
        var socket = new Socket();
        try {
            socket.connect(target, timeoutMillis);
            return socket;
        } catch (IOException e) {
            socket.close();
            throw e;
        }
    }
}
