package dev.loombench.observe.jvm.attach;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.ObjectName;

/// Diagnostic commands of a JVM, as `jcmd` sends them; by its management bean where that is not
/// possible, as outside Linux.
public final class DiagnosticCommands {
    private static final ObjectName BEAN =
            JmxConnection.bean("com.sun.management:type=DiagnosticCommand");

    private final long pid;
    private final JvmBeans beans;
    private boolean attach = true;

    public DiagnosticCommands(long pid, JvmBeans beans) {
        this.pid = pid;
        this.beans = beans;
    }

    /// @param command as in `Thread.print`
    /// @param arguments as in `-all`
    /// @return its output
    public String execute(String command, String... arguments) throws IOException {
        if (attach) {
            try {
                return AttachCommand.execute(pid, line(command, arguments));
            } catch (AttachCommand.Failed | JvmAgentConnection.ConnectionLost e) {
                throw e;
            } catch (IOException | UncheckedIOException e) {
                attach = false; // there is no socket
            }
        }
        return String.valueOf(
                beans.connect()
                        .invoke(
                                BEAN,
                                operation(command),
                                new Object[] {arguments},
                                String[].class.getName()));
    }

    private static String line(String command, String... arguments) {
        return Stream.concat(
                        Stream.of(command),
                        Stream.of(arguments).map(a -> a.contains(" ") ? '"' + a + '"' : a))
                .collect(Collectors.joining(" "));
    }

    /// A limit in the text of `VM.flags -all`; empty where it is 0, which means that none is set.
    public static OptionalLong limit(String flags, String name) {
        var value =
                Pattern.compile("\\s" + Pattern.quote(name) + "\\s+= ([1-9]\\d{0,17})\\s")
                        .matcher(flags);
        return value.find()
                ? OptionalLong.of(Long.parseLong(value.group(1)))
                : OptionalLong.empty();
    }

    /// `gcClassHistogram` of `GC.class_histogram`, as the bean names it.
    static String operation(String command) {
        var name = new StringBuilder();
        boolean capital = false;
        int dot = command.indexOf('.');
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '.' || c == '_') {
                capital = true;
            } else {
                name.append(
                        capital
                                ? Character.toUpperCase(c)
                                : i < dot ? Character.toLowerCase(c) : c);
                capital = false;
            }
        }
        return name.toString();
    }
}
