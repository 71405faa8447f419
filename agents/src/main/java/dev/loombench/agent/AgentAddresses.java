package dev.loombench.agent;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.UrlText;
import dev.loombench.text.WrongInput;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// The addresses of agents on a command line.
public final class AgentAddresses {
    private static final Pattern ADDRESS =
            Pattern.compile("(?<host>[^:\\[\\]\\s,]+|\\[[0-9a-fA-F:.%]+])" + ":(?<port>\\d{1,5})");
    private static final int MAX_PORT = 65_535;

    private AgentAddresses() {}

    /// A list as in `10.0.0.2:7800,10.0.0.3:7800`, each resolved once.
    ///
    /// @throws WrongInput when an address is malformed, unknown or given twice
    public static List<InetSocketAddress> parseList(String option, String text) {
        var addresses = new ArrayList<InetSocketAddress>();
        for (var part : text.split(",", -1)) {
            var address = parse(option, part.strip());
            if (address.getPort() == 0) {
                throw new WrongInput("%s: port 0 is no port of an agent".formatted(option));
            }
            if (addresses.contains(address)) {
                throw new WrongInput(
                        "%s names the agent %s twice"
                                .formatted(option, UrlText.authority(address)));
            }
            addresses.add(address);
        }
        return List.copyOf(addresses);
    }

    /// One address as in `10.0.0.2:7800` or `[::1]:7800`.
    ///
    /// @throws WrongInput as `parseList`
    public static InetSocketAddress parse(String option, String text) {
        var matcher = ADDRESS.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > MAX_PORT) {
            throw new WrongInput(
                    "%s takes HOST:PORT, as in 10.0.0.2:7800, was %s"
                            .formatted(option, TextSanitizer.quoted(text)));
        }
        var host = matcher.group("host").replaceAll("[\\[\\]]", "");
        try {
            return new InetSocketAddress(
                    InetAddress.getByName(host), Integer.parseInt(matcher.group("port")));
        } catch (UnknownHostException _) {
            throw new WrongInput(
                    "%s: no address is known for host %s"
                            .formatted(option, TextSanitizer.quoted(host)));
        }
    }
}
