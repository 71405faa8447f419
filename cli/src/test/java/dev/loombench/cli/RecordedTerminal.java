package dev.loombench.cli;

import java.io.Writer;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/// An emulated terminal that knows the control sequences of the lab, rejects all others, and counts
/// scrolls.
public final class RecordedTerminal extends Writer {
    private static final Pattern SEQUENCE =
            Pattern.compile("\u001b\\[(\\??\\d*(?:;\\d+)*)([A-Za-z])");

    private final char[][] screen;
    private int row;
    private int column;
    private int scrolled;
    private boolean wraps = true;
    private boolean isCursorShown = true;

    public RecordedTerminal(int rows, int columns) {
        screen = new char[rows][columns];
        Arrays.stream(screen).forEach(line -> Arrays.fill(line, ' '));
    }

    @Override
    public void write(char[] text, int offset, int length) {
        var written = new String(text, offset, length);
        var sequence = SEQUENCE.matcher(written);
        for (int at = 0; at < written.length(); ) {
            char c = written.charAt(at);
            if (c != '\u001b') {
                put(c);
                at++;
            } else if (sequence.region(at, written.length()).lookingAt()) {
                execute(sequence.group(1), sequence.group(2));
                at = sequence.end();
            } else {
                throw new AssertionError("an unknown sequence: " + written.substring(at));
            }
        }
    }

    private void put(char c) {
        switch (c) {
            case '\r' -> column = 0;
            case '\n' -> newLine(); // as a terminal does after `stty onlcr`
            default -> {
                if (column == screen[row].length) {
                    if (!wraps) {
                        column--;
                    } else {
                        newLine();
                    }
                }
                screen[row][column++] = c;
            }
        }
    }

    private void newLine() {
        column = 0;
        if (row < screen.length - 1) {
            row++;
            return;
        }
        scrolled++;
        System.arraycopy(screen, 1, screen, 0, row);
        screen[row] = new char[screen[0].length];
        Arrays.fill(screen[row], ' ');
    }

    private void execute(String argument, String command) {
        switch (argument + command) {
            case "K" -> clear(row, column);
            case "J" -> {
                clear(row, column);
                for (int below = row + 1; below < screen.length; below++) {
                    clear(below, 0);
                }
            }
            case "?7l" -> wraps = false;
            case "?7h" -> wraps = true;
            case "?25l" -> isCursorShown = false;
            case "?25h" -> isCursorShown = true;
            default -> {
                switch (command) {
                    case "A" -> row = Math.max(0, row - Integer.parseInt(argument));
                    case "m" -> {} // colour
                    default -> throw new AssertionError("unknown: " + argument + command);
                }
            }
        }
    }

    private void clear(int line, int from) {
        Arrays.fill(screen[line], Math.min(from, screen[line].length), screen[line].length, ' ');
    }

    /// The lines on the screen, without trailing spaces and trailing empty lines.
    public List<String> text() {
        return Arrays.stream(screen)
                .map(String::new)
                .reduce("", (a, b) -> a + "\n" + b)
                .stripTrailing()
                .lines()
                .skip(1)
                .map(String::stripTrailing)
                .toList();
    }

    public int scrolled() {
        return scrolled;
    }

    public boolean isRestored() {
        return wraps && isCursorShown && column == 0;
    }

    public boolean isCursorShown() {
        return isCursorShown;
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
}
