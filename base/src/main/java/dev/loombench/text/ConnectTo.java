package dev.loombench.text;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/// Where connections go in place of the host and the port of a URL, as in `127.0.0.1:8443`. The
/// name that TLS sends and checks, and the header `Host`, stay those of the URL.
///
/// @param host a name or an address
/// @param port empty for that of the URL
public record ConnectTo(String host, OptionalInt port) {
    private static final Pattern FORM =
            Pattern.compile(
                    "(?<host>[^:/@?#\\[\\]\\s,]+|\\[[0-9a-fA-F:.]+(?:%[^\\]\\s]+)?])(?::(?<port>\\d{1,5}))?");

    /// @throws WrongInput when it has another form
    public static ConnectTo parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new WrongInput(
                    "must be like 127.0.0.1:8443, [::1]:8443 or web-1, the address to connect to in place of the host of the URL; was "
                            + TextSanitizer.quoted(text));
        }
        var digits = matcher.group("port");
        var port = digits == null ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(digits));
        if (port.isPresent() && (port.getAsInt() < 1 || port.getAsInt() > 65_535)) {
            throw new WrongInput("the port must be between 1 and 65535, was " + digits);
        }
        return new ConnectTo(matcher.group("host"), port);
    }

    /// An address under the name of a URL, by which TLS knows the server.
    ///
    /// @param name of the URL's host, or its address
    public static InetSocketAddress named(String name, InetSocketAddress address) {
        try {
            var bytes = address.getAddress().getAddress();
            var named =
                    address.getAddress() instanceof Inet6Address six && six.getScopeId() != 0
                            ? Inet6Address.getByAddress(name, bytes, six.getScopeId())
                            : InetAddress.getByAddress(name, bytes);
            return new InetSocketAddress(named, address.getPort());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e); // its length is that of an address
        }
    }
}
