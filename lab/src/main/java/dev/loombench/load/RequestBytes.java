package dev.loombench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.loombench.spec.Request;
import java.io.ByteArrayOutputStream;
import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.util.TreeMap;

/// The one request of a load as it goes over the wire, encoded once.
final class RequestBytes {
    private RequestBytes() {}

    /// Request line, `Host` (unless given), the given headers by name, `Content-Length` where there
    /// is a body or the method calls for one, and the body.
    static byte[] of(Request request, InetSocketAddress target) {
        var headers = new TreeMap<String, String>(String.CASE_INSENSITIVE_ORDER);
        headers.putAll(request.headers());
        byte[] body = request.body().getBytes(UTF_8);
        headers.putIfAbsent("Host", authority(target));
        if (body.length > 0 || request.method().matches("POST|PUT|PATCH")) {
            headers.put("Content-Length", String.valueOf(body.length));
        }
        var head = new StringBuilder();
        head.append(request.method()).append(' ').append(request.path()).append(" HTTP/1.1\r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("\r\n");
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes(head.toString().getBytes(US_ASCII));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    private static String authority(InetSocketAddress target) {
        var host = target.getHostString();
        var literal = target.getAddress() instanceof Inet6Address && host.indexOf(':') >= 0;
        return (literal ? "[" + host + "]" : host) + ":" + target.getPort();
    }
}
