package dev.loombench.load.command;

import dev.loombench.load.option.UsageText;
import dev.loombench.text.CommandWords;
import dev.loombench.text.TextSanitizer;
import dev.loombench.text.WrongInput;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine;

/// The command line of `loombench-load`: words in, exit code out.
public final class LoadGenerator {
    static final int INTERNAL_ERROR = 1;
    static final int USAGE = 2;
    static final int INVALID = 3;
    static final int UNDECIDED = 4;
    static final int THRESHOLD = 99;
    static final int INTERRUPTED = 130;

    private LoadGenerator() {}

    /// @param args options and a URL; `--help` explains
    public static void main(String[] args) {
        // Figures look the same wherever they are read: 1,234.5 and never 1.234,5.
        Locale.setDefault(Locale.Category.FORMAT, Locale.ROOT);
        var out = new PrintWriter(System.out, false, StandardCharsets.UTF_8);
        var err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        int code = execute(new LoadGeneratorCommand(), out, err, args);
        if (out.checkError()) {
            err.println("loombench-load: cannot write to standard output");
            code = INTERNAL_ERROR;
        }
        System.exit(code);
    }

    static int execute(
            LoadGeneratorCommand command, PrintWriter out, PrintWriter err, String... args) {
        try {
            CommandWords.requireDecoded(args);
        } catch (WrongInput undecoded) {
            return usage(String.valueOf(undecoded.getMessage()), err);
        }
        return new CommandLine(command)
                .setOut(out)
                .setErr(err)
                .setParameterExceptionHandler((e, _) -> usage(message(e), err))
                .setExecutionExceptionHandler((e, _, _) -> {
                    if (e instanceof WrongInput) {
                        return usage(String.valueOf(e.getMessage()), err);
                    }
                    e.printStackTrace(err);
                    return INTERNAL_ERROR;
                })
                .execute(args);
    }

    private static String message(CommandLine.ParameterException wrong) {
        return UsageText.of(wrong)
                + UsageText.suggestion(wrong).map(hint -> "\n  " + hint).orElse("");
    }

    /// @param message with arguments, which may have control characters
    private static int usage(String message, PrintWriter err) {
        err.println(
                "loombench-load: "
                        + message.lines().map(TextSanitizer::of).collect(Collectors.joining("\n")));
        err.println("see loombench-load --help");
        return USAGE;
    }
}
