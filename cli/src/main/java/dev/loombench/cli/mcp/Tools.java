package dev.loombench.cli.mcp;

import static dev.loombench.cli.mcp.Parameter.optional;
import static dev.loombench.cli.mcp.Parameter.required;

import dev.loombench.cli.mcp.Parameter.Choice;
import dev.loombench.cli.mcp.Parameter.Text;
import dev.loombench.cli.mcp.Parameter.TextOrNumber;
import dev.loombench.cli.mcp.Parameter.Texts;
import dev.loombench.cli.mcp.Parameter.Whole;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// The tools, in the order in which a client sees them.
final class Tools {
    private static final String TEXT = "text";

    /// Without control characters, and never an option.
    private static final Text WORD =
            new Text(
                    "[^\\u0000-\\u001f-][^\\u0000-\\u001f]*",
                    "a text without control characters that does not begin with -");

    private static final Text TIME =
            new Text("[0-9]{1,6}(ms|s|m|h)", "a time, as in 500ms, 30s or 5m");
    private static final Text PATH =
            new Text("/[!-~]*", "a path with its query, as in /orders?page=1");
    private static final Text NAME =
            new Text("[A-Za-z0-9][A-Za-z0-9:._/-]*", "a name, as in quickstart or tomcat");

    /// Below the current folder, or that of the runs: each part begins with a letter or digit. No
    /// group is repeated, since each repetition would take some of the stack.
    private static final Text RUN =
            new Text(
                    "(?!.*/[^A-Za-z0-9])(?!.*/$)[A-Za-z0-9][A-Za-z0-9._/-]*",
                    "latest, the name of an experiment, or a run below the folder of results, as in quickstart/2026-01-31T12-00-00");

    private static final Texts SERVICES = new Texts(WORD, 10);

    private static final Parameter OUTPUT =
            optional(
                    "output",
                    new Choice(List.of(TEXT, "json")),
                    "text is the answer in words and fits one screen; json has all figures with their"
                            + " intervals. Default: text.");

    private static final List<Parameter> REQUESTS =
            List.of(
                    optional("path", PATH, "Path to request. Default: that of the URL, else /."),
                    optional(
                            "method",
                            new Text("[A-Z]{1,20}", "a method of HTTP, as in POST"),
                            "Method of the requests. Default: GET, or POST with a body."),
                    optional(
                            "body",
                            new Text("[^@][^\\u0000]*", "a text that does not begin with @"),
                            "Body of the requests."));

    private static final Parameter MODELS =
            optional(
                    "models",
                    new Text("[a-z][a-z0-9:,]*", "a list, as in pool:200,virtual"),
                    "With one jar: a variant per thread model of pool:N, virtual and governed.");

    private static final Tool LIST =
            new Tool(
                    "list",
                    "Experiments and servers",
                    "List the bundled experiments, the published articles that they reproduce, and the servers"
                            + " with their thread models; or the details of one of them. Without a name groups,"
                            + " articles and servers are folded.",
                    true,
                    false,
                    List.of(
                            optional(
                                    "name",
                                    NAME,
                                    "An experiment, a group or an article, a server, or servers for all of them."
                                            + " Default: an overview."),
                            OUTPUT),
                    (arguments, _) -> {
                        var words = new ArrayList<>(List.of("list"));
                        output(arguments, words);
                        arguments.text("name").ifPresent(words::add);
                        return words;
                    });

    private static final Tool INSPECT =
            new Tool(
                    "inspect",
                    "Diagnose a JVM",
                    "Find what keeps a running Java service (JDK 21 or later) from its work: blocked or pinned"
                            + " carriers, exhausted pools, locks, deadlocks, collections, memory, known defects. Each"
                            + " finding has its evidence and remedy, and what was not observed is named. Without"
                            + " arguments it lists the JVMs of this user. It also reads thread dumps, javacores"
                            + " of OpenJ9, flight recordings, crash logs and logs of collections, each alone or"
                            + " in an archive (zip, tar). The service is left as it was.",
                    true,
                    false,
                    List.of(
                            optional(
                                    "process",
                                    new TextOrNumber(WORD),
                                    "Process id of a JVM, or the name of what it runs, as in shop.jar."),
                            optional(
                                    "files",
                                    new Texts(WORD, 50),
                                    "Paths of dumps, recordings, logs and archives of them, in place of"
                                            + " a process."),
                            optional(
                                    "seconds",
                                    new Whole(1, 600),
                                    "Time to observe a process. Default: 10."),
                            OUTPUT),
                    (arguments, _) -> {
                        var words = new ArrayList<>(List.of("inspect"));
                        var files = arguments.texts("files");
                        if (files.isEmpty() && arguments.text("process").isPresent()) {
                            var seconds = arguments.text("seconds").orElse("10");
                            words.addAll(List.of("--for", seconds + "s"));
                        }
                        output(arguments, words);
                        arguments.text("process").ifPresent(words::add);
                        words.addAll(files);
                        return words;
                    });

    private static final Tool REPORT =
            new Tool(
                    "report",
                    "Report of a run",
                    "Show the report of a run or a search for the capacity that has ended: verdicts, figures with"
                            + " their intervals, and the findings that say whether they are valid. With a second"
                            + " run, both side by side.",
                    true,
                    true,
                    List.of(
                            optional("run", RUN, "Default: latest."),
                            optional("other", RUN, "A later run, to see what changed."),
                            OUTPUT),
                    (arguments, _) -> {
                        var words = new ArrayList<>(List.of("report"));
                        output(arguments, words);
                        words.add(arguments.text("run").orElse("latest"));
                        arguments.text("other").ifPresent(words::add);
                        return words;
                    });

    private static final Tool COMPARE =
            new Tool(
                    "compare",
                    "Compare services",
                    "Measure two or more services under the same load, in turn, and say which is better, by how"
                            + " much (with an interval over rounds), whether the result is valid, and what to try"
                            + " next. Takes minutes and most of the machine's processors: nothing else should run"
                            + " meanwhile.",
                    false,
                    true,
                    Stream.of(
                                    List.of(
                                            required(
                                                    "services",
                                                    SERVICES,
                                                    "URLs of services that run, as in http://127.0.0.1:8080/ or"
                                                            + " new=http://127.0.0.1:8081/. Where the server may start"
                                                            + " programs also jars, and commands with {port}."),
                                            MODELS),
                                    REQUESTS,
                                    List.of(
                                            optional(
                                                    "users",
                                                    new Whole(1, 100_000),
                                                    "Users who send again after each response. Default: 100."),
                                            optional(
                                                    "rate",
                                                    new Whole(1, 1_000_000),
                                                    "Requests per second, whatever the services do, in place of users:"
                                                            + " the load for questions about response times."),
                                            optional(
                                                    "duration",
                                                    TIME,
                                                    "Measured time of each round. Default: 10s."),
                                            optional(
                                                    "budget",
                                                    TIME,
                                                    "Time of the whole comparison. Default: 10m."),
                                            optional(
                                                    "warm_up",
                                                    TIME,
                                                    "Longest warm-up of a process, which ends when it is steady."
                                                            + " Default: 1m."),
                                            optional(
                                                    "metric",
                                                    new Text(
                                                            "[a-z][a-z0-9.-]*",
                                                            "a metric, as in throughput, p99 or cpu-per-request"),
                                                    "Metric of the verdict. Default: throughput; with rate p99."),
                                            OUTPUT))
                            .flatMap(List::stream)
                            .toList(),
                    (arguments, allowed) -> {
                        var words = new ArrayList<>(List.of("compare"));
                        requests(arguments, words);
                        option(arguments, "users", "--connections", words);
                        option(arguments, "rate", "--rate", words);
                        option(arguments, "duration", "--duration", words);
                        option(arguments, "budget", "--budget", words);
                        option(arguments, "warm_up", "--warm-up", words);
                        option(arguments, "metric", "--metric", words);
                        output(arguments, words);
                        services(arguments, allowed, words);
                        return words;
                    });

    private static final Tool CAPACITY =
            new Tool(
                    "capacity",
                    "Capacity under an objective",
                    "Find the highest arrival rate at which a service holds an objective, as in p99<50ms, with an"
                            + " interval. Takes minutes, and overloads the service on the way.",
                    false,
                    true,
                    Stream.of(
                                    List.of(
                                            required(
                                                    "services",
                                                    SERVICES,
                                                    "As in compare; one is enough."),
                                            required(
                                                    "objectives",
                                                    new Texts(
                                                            new Text(
                                                                    "(p[0-9.]{1,8}|mean|errors) ?< ?[0-9.]{1,10}(us|ms|s|%)",
                                                                    "an objective, as in p99<50ms, mean<20ms or errors<0.1%"),
                                                            5),
                                                    "All of them must hold."),
                                            MODELS),
                                    REQUESTS,
                                    List.of(OUTPUT))
                            .flatMap(List::stream)
                            .toList(),
                    (arguments, allowed) -> {
                        var words = new ArrayList<>(List.of("capacity"));
                        arguments
                                .texts("objectives")
                                .forEach(objective -> words.addAll(List.of("--slo", objective)));
                        requests(arguments, words);
                        output(arguments, words);
                        services(arguments, allowed, words);
                        return words;
                    });

    static final List<Tool> ALL = List.of(LIST, INSPECT, REPORT, COMPARE, CAPACITY);

    private Tools() {}

    /// Whether a call asks for JSON.
    static boolean asksForJson(List<String> words) {
        int at = words.indexOf("--output");
        return at >= 0 && !words.get(at + 1).equals(TEXT);
    }

    private static void output(ToolArguments arguments, List<String> words) {
        words.addAll(List.of("--output", arguments.text("output").orElse(TEXT)));
    }

    private static void requests(ToolArguments arguments, List<String> words) {
        option(arguments, "models", "--models", words);
        option(arguments, "path", "--path", words);
        option(arguments, "method", "--method", words);
        option(arguments, "body", "--body", words);
    }

    private static void services(ToolArguments arguments, Allowed allowed, List<String> words) {
        var services = arguments.texts("services");
        allowed.require(services);
        words.addAll(services);
    }

    private static void option(
            ToolArguments arguments, String name, String option, List<String> words) {
        arguments.text(name).ifPresent(value -> words.add(option + "=" + value));
    }
}
