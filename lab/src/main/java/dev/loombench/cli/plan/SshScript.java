package dev.loombench.cli.plan;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/// A script that starts agents by ssh, runs a controller and stops the agents.
///
/// Its body is the same for all plans. What differs is assigned to variables first, each word in
/// single quotes.
///
/// @param load hosts of load agents
/// @param launcher on the hosts
record SshScript(List<SshHost> load, String launcher, ControllerCommand controller) {
    private static final String BODY = "agents.sh";

    SshScript {
        load = List.copyOf(load);
    }

    String render() {
        return """
        #!/usr/bin/env bash
        # Starts agents of Loombench by ssh, drives a load from them, and stops them. Written by
        # loombench plan. Each run has a key of its own. Ports, users and keys of ssh belong to
        # ~/.ssh/config; the script's arguments are added to the controller's command.
        set -euo pipefail

        """
                + array("hosts", load.stream().map(SshHost::destination).toList())
                + array("ports", load.stream().map(host -> Integer.toString(host.port())).toList())
                + "launcher="
                + quoted(launcher)
                + "\n"
                + array("controller", controller.words(controller.subject()))
                + "\n"
                + body();
    }

    private static String array(String name, List<String> words) {
        return words.stream()
                .map(SshScript::quoted)
                .collect(Collectors.joining(" ", name + "=(", ")\n"));
    }

    /// A word in which a shell interprets nothing.
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    private static String body() {
        try (var in = SshScript.class.getResourceAsStream(BODY)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + BODY);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
