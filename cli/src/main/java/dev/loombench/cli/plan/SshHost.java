package dev.loombench.cli.plan;

import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A host that ssh reaches, and the port of its agent.
///
/// @param destination as ssh takes it: a host or a name of its configuration, perhaps with a user
/// @param port 0 for a free one
record SshHost(String destination, int port) {
    /// No word that ssh or a shell could take for anything else.
    private static final Pattern HOST =
            Pattern.compile(
                    "(?<destination>([A-Za-z0-9_][A-Za-z0-9_.-]*@)?"
                            + "([A-Za-z0-9_][A-Za-z0-9_.-]*|\\[[0-9A-Fa-f.]*:[0-9A-Fa-f:.]*(%[A-Za-z0-9_.-]+)?]))"
                            + "(:(?<port>[0-9]{1,5}))?");

    private static final int MAX_PORT = 65_535;

    /// Hosts as in `load1,ubuntu@load2:7801`.
    ///
    /// @throws WrongInput when one is malformed or given twice
    static List<SshHost> parseList(String option, String text) {
        var hosts = new ArrayList<SshHost>();
        for (var part : text.split(",", -1)) {
            var host = parse(option, part.strip());
            if (host.port() != 0 && hosts.contains(host)) {
                throw new WrongInput("%s names the host %s twice".formatted(option, host));
            }
            hosts.add(host);
        }
        return List.copyOf(hosts);
    }

    private static SshHost parse(String option, String text) {
        var matcher = HOST.matcher(text);
        if (!matcher.matches()) {
            throw new WrongInput(
                    "%s takes [USER@]HOST[:PORT], as in load1 or ubuntu@10.0.0.2:7800, was %s"
                            .formatted(option, TextSanitizer.quoted(text)));
        }
        var given = matcher.group("port");
        int port = given == null ? KubernetesPlan.PORT : Integer.parseInt(given);
        if (port > MAX_PORT) {
            throw new WrongInput("%s: there is no port %d".formatted(option, port));
        }
        return new SshHost(matcher.group("destination").replaceAll("[\\[\\]]", ""), port);
    }

    @Override
    public String toString() {
        return destination + ":" + port;
    }
}
