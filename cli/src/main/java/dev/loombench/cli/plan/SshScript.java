package dev.loombench.cli.plan;

import dev.loombench.text.CommandWords;
import java.util.LinkedHashMap;
import java.util.List;

/// A script that starts agents by ssh, runs a controller and stops the agents.
///
/// It is the same for all plans, but for the variables at its beginning, whose values in the
/// resource are an example. Each word is quoted.
///
/// @param load hosts of load agents
/// @param launcher on the hosts
record SshScript(List<SshHost> load, String launcher, ControllerCommand controller) {
    private static final String TEMPLATE = "agents.sh";

    /// After the comment at its beginning.
    private static final String OPTIONS = "set -euo pipefail";

    SshScript {
        load = List.copyOf(load);
    }

    String render() {
        var variables = new LinkedHashMap<String, String>();
        variables.put("hosts=", array(load.stream().map(SshHost::destination).toList()));
        variables.put(
                "ports=", array(load.stream().map(host -> Integer.toString(host.port())).toList()));
        variables.put("launcher=", ShellText.word(launcher));
        variables.put(
                "controller=", "(" + ShellText.words(controller.words(controller.subject())) + ")");
        var script = PlanTemplate.read(TEMPLATE).assigned(variables);
        return controller
                .comment()
                .map(comment -> script.replace(OPTIONS, comment + "\n" + OPTIONS))
                .orElse(script);
    }

    private static String array(List<String> words) {
        return "(" + CommandWords.join(words) + ")";
    }
}
