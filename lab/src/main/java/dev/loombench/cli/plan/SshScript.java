package dev.loombench.cli.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/// A script that starts agents by ssh, runs a controller and stops the agents.
///
/// It is the same for all plans, but for the variables at its beginning, whose values in the
/// resource are an example. Each word is in single quotes.
///
/// @param load hosts of load agents
/// @param launcher on the hosts
record SshScript(List<SshHost> load, String launcher, ControllerCommand controller) {
    private static final String TEMPLATE = "agents.sh";

    SshScript {
        load = List.copyOf(load);
    }

    String render() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("hosts=", array(load.stream().map(SshHost::destination).toList()));
        variables.put(
                "ports=", array(load.stream().map(host -> Integer.toString(host.port())).toList()));
        variables.put("launcher=", quoted(launcher));
        variables.put("controller=", array(controller.words(controller.subject())));
        return PlanTemplate.read(TEMPLATE).assigned(variables);
    }

    private static String array(List<String> words) {
        return words.stream().map(SshScript::quoted).collect(Collectors.joining(" ", "(", ")"));
    }

    /// A word in which a shell interprets nothing.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
