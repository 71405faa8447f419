package dev.loombench.experiment.variant;

import dev.loombench.text.WrongInput;
import dev.loombench.traffic.Protocol;
import dev.loombench.traffic.Request;
import dev.loombench.traffic.Template;
import dev.loombench.traffic.Traffic;

/// The event that shows that a service accepts requests.
public sealed interface Ready {

    /// A path responds with any status below 500; with 404 for some time, as it may still come.
    ///
    /// @param path as in `/health`
    record Http(String path) implements Ready {
        public Http {
            Request.checkedPath(path);
            if (!Template.of(path).names().isEmpty()) {
                throw new WrongInput("the path of ready takes no values, was \"" + path + "\"");
            }
        }

        /// The path to send.
        public String target() {
            return path.replace("$$", "$");
        }
    }

    /// A process accepts connections on the port.
    record Port() implements Ready {}

    /// The service prints a line with this text, and accepts connections on the port.
    record LogLine(String text) implements Ready {
        public LogLine {
            if (text.isBlank()) {
                throw new WrongInput("the log line of ready must not be blank");
            }
        }
    }

    /// The default: the measured path by HTTP/1.1, where the load speaks that, requesting the path
    /// several times is harmless and its values are known; else the port.
    static Ready defaultFor(Traffic traffic) {
        var first = traffic.requests().getFirst();
        return first.protocol() == Protocol.HTTP
                        && first.method().equals("GET")
                        && first.valueNames().isEmpty()
                        && traffic.connections().http2().isEmpty()
                ? new Http(first.path())
                : new Port();
    }
}
