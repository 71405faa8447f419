package dev.loombench.cli;

import dev.loombench.cli.console.ExitCode;
import dev.loombench.cli.console.StandardOutput;
import dev.loombench.cli.console.Terminal;
import dev.loombench.cli.console.TerminalText;
import dev.loombench.cli.load.ForeignOptions;
import dev.loombench.cli.load.LoadCommand;
import dev.loombench.launch.LaunchFailed;
import dev.loombench.report.Format;
import dev.loombench.report.text.AnsiStyle;
import dev.loombench.result.store.ResultError;
import dev.loombench.spec.text.SpecError;
import dev.loombench.spec.text.Suggestions;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.List;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/// The root of the command line: which verbs there are, and which exit code an error becomes.
@Command(
        name = "loombench",
        description =
                "Which thread model should this service run on? A lab that answers with evidence.",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        version = "loombench 0.1.0",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:fine",
            "1:our fault, or the disk's; also when the output cannot be written",
            "2:wrong usage or spec; nothing was started",
            "3:the measurement must not be relied on; the report says why",
            "4:undecided: more trials would tell",
            "99:a claim or threshold failed",
            "130:interrupted; finished trials are kept"
        },
        footer = {
            "",
            "Start here:",
            "  loombench run        what do virtual threads change when a handler waits?",
            "  loombench list       experiments, servers and models",
            "  source <(loombench generate-completion)    completion for bash and zsh"
        })
public final class RootCommand implements Runnable {
    /// Below this picocli does not go; above, lines are hard to read.
    private static final int NARROWEST_HELP = 55;

    private static final int WIDEST_HELP = 100;

    private static final List<Class<?>> COMMANDS =
            List.of(
                    RunCommand.class,
                    ListCommand.class,
                    LoadCommand.class,
                    ReproduceCommand.class,
                    ReportCommand.class,
                    AuditCommand.class,
                    DoctorCommand.class,
                    GovernCommand.class);

    @Spec private CommandSpec command;

    /// Carries out one command line.
    ///
    /// @return the exit code
    public static int execute(String... args) {
        return execute(
                StandardOutput.ofProcess(),
                new PrintWriter(System.err, true, StandardCharsets.UTF_8),
                args);
    }

    /// The same with streams of one's own. What a verb printed must have arrived: else the code is
    /// 1, whatever the verb found.
    public static int execute(StandardOutput standardOutput, PrintWriter err, String... args) {
        var out = new PrintWriter(standardOutput, false, StandardCharsets.UTF_8);
        int code = commandLine(out, err, commands(args)).execute(args);
        out.flush();
        var failure = standardOutput.failure();
        failure.ifPresent(why -> err.println("loombench: cannot write to standard output: " + why));
        return failure.isPresent() ? ExitCode.OUR_FAULT : code;
    }

    /// The commands to set up for a command line. Where its first word names one, that one is
    /// enough: the options of all others take longer to set up than `list` takes to run.
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

    private static CommandLine commandLine(
            PrintWriter out, PrintWriter err, List<Class<?>> commands) {
        var line = new CommandLine(new RootCommand());
        commands.forEach(line::addSubcommand);
        if (commands.equals(COMMANDS)) {
            line.addSubcommand(hidden(new CommandLine(new GenerateCompletion())));
        }
        line.setExpandAtFiles(false); // --body @file means the body, not more options
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

    /// Help is shown of what there is: an unknown verb is wrong usage, `--help` beside it or not.
    private static int executeKnown(CommandLine.ParseResult parsed) {
        if (!parsed.unmatched().isEmpty() && !parsed.hasSubcommand()) {
            throw new CommandLine.UnmatchedArgumentException(
                    parsed.commandSpec().commandLine(), parsed.unmatched());
        }
        return new CommandLine.RunLast().execute(parsed);
    }

    private static CommandLine hidden(CommandLine verb) {
        verb.getCommandSpec().usageMessage().hidden(true);
        return verb;
    }

    @Override
    public void run() {
        command.commandLine().usage(command.commandLine().getOut());
    }

    private static int wrongUsage(ParameterException wrong, String[] args) {
        var line = wrong.getCommandLine();
        line.getErr()
                .println("loombench: " + Format.plainLines(String.valueOf(wrong.getMessage())));
        if (wrong instanceof CommandLine.UnmatchedArgumentException unmatched) {
            suggest(unmatched, line);
        }
        line.getErr()
                .println("  %s --help explains".formatted(line.getCommandSpec().qualifiedName()));
        line.getErr().flush();
        return ExitCode.USAGE;
    }

    /// The verb or option that was most likely meant.
    private static void suggest(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        var instead = instead(unmatched, line);
        if (!instead.isEmpty()) {
            instead.forEach(hint -> line.getErr().println("  " + hint));
            return;
        }
        var known = new ArrayList<>(line.getSubcommands().keySet());
        line.getCommandSpec().options().forEach(o -> known.addAll(List.of(o.names())));
        Suggestions.nearest(unmatched.getUnmatched().getFirst(), known)
                .ifPresent(n -> line.getErr().println("  did you mean " + n + "?"));
    }

    /// What `load` has in place of other tools' options.
    private static List<String> instead(
            CommandLine.UnmatchedArgumentException unmatched, CommandLine line) {
        if (!line.getCommandName().equals("load")) {
            return List.of();
        }
        return unmatched.getUnmatched().stream()
                .flatMap(word -> ForeignOptions.instead(word).stream())
                .toList();
    }

    private static int failed(Exception e, CommandLine line, CommandLine.ParseResult parsed) {
        line.getOut().flush();
        var err = line.getErr();
        int code =
                switch (e) {
                    case SpecError wrong -> said(err, wrong, ExitCode.USAGE);
                    case InvalidPathException wrong -> said(err, wrong, ExitCode.USAGE);
                    case ParameterException wrong -> wrongUsage(wrong, new String[0]);
                    case ResultError refused -> said(err, refused, ExitCode.OUR_FAULT);
                    case LaunchFailed failed -> said(err, failed, ExitCode.INVALID);
                    case InterruptedException stopped -> ExitCode.INTERRUPTED;
                    default -> {
                        e.printStackTrace(err);
                        yield ExitCode.OUR_FAULT;
                    }
                };
        err.flush();
        return code;
    }

    private static int said(PrintWriter err, Exception e, int code) {
        err.println("loombench: " + Format.plainLines(String.valueOf(e.getMessage())));
        return code;
    }
}
