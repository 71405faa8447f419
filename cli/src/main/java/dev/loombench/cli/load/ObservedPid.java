package dev.loombench.cli.load;

import dev.loombench.launch.process.EndpointProcess;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.IOException;
import java.net.InetSocketAddress;

/// The process that `--pid` names, the server's.
///
/// @param listThreads whether its threads are listed even where that may crash its JVM
record ObservedPid(EndpointProcess.Known process, boolean listThreads) {
    /// The value that stands for the process that listens.
    private static final String AUTO = "auto";

    /// @param text a process id, or `auto`
    /// @param target of the load
    /// @throws WrongInput when it is no process of this machine
    static ObservedPid of(String text, boolean listThreads, InetSocketAddress target)
            throws IOException {
        var listening = EndpointProcess.of(target);
        if (text.equals(AUTO)) {
            return switch (listening) {
                case EndpointProcess.Known known -> new ObservedPid(known, listThreads);
                case EndpointProcess.Unknown(var reason) ->
                        throw new WrongInput("--pid auto: " + reason);
            };
        }
        if (!text.matches("[1-9]\\d{0,17}")) {
            throw new WrongInput(
                    "--pid must be the id of a process, or auto, was "
                            + TextSanitizer.quoted(text));
        }
        return EndpointProcess.of(Long.parseLong(text), target)
                .map(known -> new ObservedPid(known, listThreads))
                .orElseThrow(() ->
                        new WrongInput(
                                "--pid: no process %s on this machine%s"
                                        .formatted(
                                                text,
                                                listening instanceof EndpointProcess.Known other
                                                        ? "; %s listens on port %d"
                                                                .formatted(
                                                                        other.summary(),
                                                                        target.getPort())
                                                        : "")));
    }
}
