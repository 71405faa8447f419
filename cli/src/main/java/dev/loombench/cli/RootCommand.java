package dev.loombench.cli;

import dev.loombench.base.ProgramVersion;
import dev.loombench.cli.agent.AgentCommand;
import dev.loombench.cli.catalog.ListCommand;
import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.Installation;
import dev.loombench.cli.console.StandardOutput;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.console.TerminalText;
import dev.loombench.cli.govern.GovernCommand;
import dev.loombench.cli.inspect.InspectCommand;
import dev.loombench.cli.judge.JudgeCommand;
import dev.loombench.cli.load.ForeignOptions;
import dev.loombench.cli.load.LoadCommand;
import dev.loombench.cli.mcp.McpCommand;
import dev.loombench.cli.plan.PlanCommand;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.load.option.UsageText;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.store.ResultError;
import dev.loombench.text.CommandWords;
import dev.loombench.text.FileFault;
import dev.loombench.text.WrongInput;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The root of the command line: the commands, and the exit code of each error.
@Command(
        name = "loombench",
        description = "Measures Java servers under several thread models, and compares them.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        version = "loombench " + ProgramVersion.VERSION,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:internal error, or results or output cannot be written",
            "2:wrong usage or experiment; nothing was started",
            "3:invalid result; the report says why",
            "4:undecided: more trials needed",
            "99:a claim or threshold failed",
            "130:interrupted; finished trials are kept"
        },
        footer = {
            "",
            "Start here:",
            "  loombench run        the quickstart experiment, under two minutes",
            "  loombench compare    your own service under several flags",
            "  loombench capacity   the highest arrival rate that holds an objective",
            "  loombench list       experiments, articles and servers",
            "  source <(loombench generate-completion)    completion for bash and zsh"
        })
public final class RootCommand implements Runnable {
    /// The minimum of picocli; the maximum that reads well.
    private static final int NARROWEST_HELP = 55;

    private static final int WIDEST_HELP = 100;

    private static final List<Class<?>> COMMANDS =
            List.of(
                    RunCommand.class,
                    CompareCommand.class,
                    CapacityCommand.class,
                    InitCommand.class,
                    ListCommand.class,
                    LoadCommand.class,
                    AgentCommand.class,
                    PlanCommand.class,
                    ReproduceCommand.class,
                    ReportCommand.class,
                    JudgeCommand.class,
                    AuditCommand.class,
                    DoctorCommand.class,
                    InspectCommand.class,
                    GovernCommand.class,
                    McpCommand.class);

    /// What the root answers itself, without the options of any command.
    private static final Set<String> OF_ROOT = Set.of("--help", "-h", "--version", "-V");

    /// Commands that send requests.
    private static final Set<String> SENDING = Set.of("run", "compare", "capacity", "load");

    @Spec private CommandSpec command;

    /// Executes one command line.
    ///
    /// @return the exit code
    public static int execute(String... args) {
        return execute(
                StandardOutput.ofProcess(),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                args);
    }

    /// Executes one command line with the given streams. The exit code is 1 when output was lost.
    public static int execute(StandardOutput standardOutput, PrintWriter err, String... args) {
        try {
            CommandWords.requireDecoded(args);
        } catch (WrongInput undecoded) {
            return print(err, undecoded, ExitCode.USAGE);
        }
        var out = new PrintWriter(standardOutput, false, StandardCharsets.UTF_8);
        int code = executeWithinHeap(commandLineFor(out, err, args), err, args);
        out.flush();
        var failure = standardOutput.failure();
        failure.ifPresent(why -> err.println("loombench: cannot write to standard output: " + why));
        return failure.isPresent() ? ExitCode.INTERNAL_ERROR : code;
    }

    static int executeWithinHeap(CommandLine line, PrintWriter err, String... args) {
        try {
            return line.execute(args);
        } catch (OutOfMemoryError e) {
            err.println(
                    "loombench: out of memory, of which it may use %,d MiB; JAVA_TOOL_OPTIONS=-Xmx8g lets it use 8 GiB"
                            .formatted(Runtime.getRuntime().maxMemory() >> 20));
            return ExitCode.INTERNAL_ERROR;
        }
    }

    /// A command line that is set up for these words alone.
    static CommandLine commandLineFor(PrintWriter out, PrintWriter err, String... args) {
        boolean ofRoot = args.length == 0 || (args.length == 1 && OF_ROOT.contains(args[0]));
        return commandLine(
                out,
                err,
                ofRoot ? COMMANDS.stream().map(RootCommand::outline).toList() : commands(args));
    }

    /// A command by its name and sentence, all that the help of the root shows of it.
    private static CommandLine outline(Class<?> command) {
        var described = command.getAnnotation(Command.class);
        var spec = CommandSpec.create().name(described.name());
        spec.usageMessage().description(described.description());
        return new CommandLine(spec);
    }

    /// The commands to set up for a command line: only the one that its first word names, because
    /// setting up the options of all others takes longer than `list`.
    private static List<Class<?>> commands(String... args) {
        var named =
                COMMANDS.stream()
                        .filter(command -> args.length > 0 && args[0].equals(nameOf(command)))
                        .toList();
        return named.isEmpty() ? COMMANDS : named;
    }

    private static String nameOf(Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    static CommandLine commandLine(PrintWriter out, PrintWriter err) {
        return commandLine(out, err, COMMANDS);
    }

    private static CommandLine commandLine(PrintWriter out, PrintWriter err, List<?> commands) {
        var line = new CommandLine(new RootCommand());
        commands.forEach(line::addSubcommand);
        if (commands.equals(COMMANDS)) {
            line.addSubcommand(hidden(new CommandLine(new GenerateCompletion())));
        }
        // What a command does is its second line, and not below a screen of all its options.
        line.getSubcommands()
                .values()
                .forEach(c -> c.getCommandSpec().usageMessage().abbreviateSynopsis(true));
        line.setExpandAtFiles(false); // --body @file is a body, not a file of options
        var paint = Terminal.paint();
        line.setOut(new PrintWriter(new TerminalText(out, paint == AnsiStyle.ANSI)));
        line.setErr(new PrintWriter(new TerminalText(err, Terminal.live()), true));
        line.setUsageHelpWidth(Math.clamp(Terminal.columns(), NARROWEST_HELP, WIDEST_HELP));
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(
                        switch (paint) {
                            case ANSI -> CommandLine.Help.Ansi.ON;
                            case NONE -> CommandLine.Help.Ansi.OFF;
                        }));
        line.setExecutionStrategy(RootCommand::executeKnown);
        line.setParameterExceptionHandler(RootCommand::wrongUsage);
        line.setExecutionExceptionHandler(RootCommand::failed);
        return line;
    }

    /// Executes a command line; an unknown command is wrong usage, also together with `--help`.
    private static int executeKnown(CommandLine.ParseResult parsed) {
        if (!parsed.unmatched().isEmpty() && !parsed.hasSubcommand()) {
            throw new CommandLine.UnmatchedArgumentException(
                    parsed.commandSpec().commandLine(), parsed.unmatched());
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static CommandLine hidden(CommandLine command) {
        command.getCommandSpec().usageMessage().hidden(true);
        return command;
    }

    @Override
    public void run() {
        command.commandLine().usage(command.commandLine().getOut());
    }

    private static int wrongUsage(ParameterException wrong, String[] args) {
        var line = wrong.getCommandLine();
        line.getErr().println("loombench: " + Format.plainLines(UsageText.of(wrong)));
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched) {
            suggest(unmatched, line);
        }
        line.getErr().println("  see %s --help".formatted(line.getCommandSpec().qualifiedName()));
        line.getErr().flush();
        return ExitCode.USAGE;
    }

    /// Suggests the command or option with the most similar name.
    private static void suggest(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        var replacements = replacements(unmatched, line);
        var hints = replacements.isEmpty() ? ofOthers(unmatched, line) : replacements;
        if (!hints.isEmpty()) {
            hints.forEach(hint -> line.getErr().println("  " + hint));
            return;
        }
        forSubject(unmatched, line)
                .or(() -> UsageText.suggestion(unmatched))
                .ifPresent(hint -> line.getErr().println("  " + hint));
    }

    /// The commands for a service or an experiment in place of a command.
    private static Optional<String> forSubject(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        var word = unmatched.getUnmatched().getFirst();
        if (line.getParent() != null) {
            return Optional.empty();
        }
        return Installation.isService(word)
                ? Optional.of(
                        "loombench compare measures services, loombench capacity one or several, and loombench load sends requests to a URL")
                : Optional.of(word)
                        .filter(Installation::isExperimentFile)
                        .map(_ -> "loombench run measures an experiment");
    }

    /// The options that replace those of other tools, for commands that send requests.
    private static List<String> replacements(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        return SENDING.contains(line.getCommandName())
                ? unmatched.getUnmatched().stream()
                        .flatMap(word ->
                                ForeignOptions.replacement(
                                        word, line.getCommandSpec().optionsMap().keySet())
                                        .stream())
                        .toList()
                : List.of();
    }

    /// The commands that have an option which this one lacks.
    private static List<String> ofOthers(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        var hints = new ArrayList<String>();
        for (var word : unmatched.getUnmatched()) {
            var option = word.startsWith("-") ? word.split("=", 2)[0] : "";
            var others = option.isEmpty() ? List.<String>of() : commandsWith(option);
            if (!others.isEmpty()) {
                hints.add(
                        "%s is an option of %s, not of %s"
                                .formatted(
                                        option,
                                        String.join(", ", others),
                                        line.getCommandSpec().qualifiedName()));
            }
        }
        return hints;
    }

    private static List<String> commandsWith(String option) {
        return COMMANDS.stream()
                .filter(command ->
                        CommandSpec.forAnnotatedObject(command).optionsMap().containsKey(option))
                .map(RootCommand::nameOf)
                .toList();
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getOut().flush();
        var err = line.getErr();
        int code =
                switch (e) {
                    case WrongInput wrong -> print(err, wrong, ExitCode.USAGE);
                    case InvalidPathException wrong -> print(err, wrong, ExitCode.USAGE);
                    case ParameterException wrong -> wrongUsage(wrong, new String[0]);
                    case ResultError refused -> print(err, refused, ExitCode.INTERNAL_ERROR);
                    case LaunchFailed failed -> print(err, failed, ExitCode.INVALID);
                    case UncheckedIOException lost when namesFile(lost) ->
                            print(
                                    err,
                                    new ResultError(FileFault.of(lost), lost),
                                    ExitCode.INTERNAL_ERROR);
                    case InterruptedException stopped -> ExitCode.INTERRUPTED;
                    default -> {
                        e.printStackTrace(err);
                        yield ExitCode.INTERNAL_ERROR;
                    }
                };
        err.flush();
        return code;
    }

    /// Whether its message is in words, and not that of its cause.
    private static boolean namesFile(UncheckedIOException e) {
        return e.getMessage() != null && !e.getMessage().equals(String.valueOf(e.getCause()));
    }

    private static int print(PrintWriter err, Exception e, int code) {
        err.println("loombench: " + Format.plainLines(String.valueOf(e.getMessage())));
        return code;
    }
}
