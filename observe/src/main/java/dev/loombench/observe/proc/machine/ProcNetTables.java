package dev.loombench.observe.proc.machine;

import java.util.OptionalLong;

/// Reads single counts from the kernel's text tables of names and numbers.
final class ProcNetTables {
    private ProcNetTables() {}

    /// A column of a pair of lines, `Tcp: name name` and `Tcp: number number`, as in
    /// `/proc/net/snmp` and `/proc/net/netstat`.
    ///
    /// @param group as in `Tcp`
    static OptionalLong column(String table, String group, String name) {
        var lines = table.lines().filter(line -> line.startsWith(group + ": ")).toList();
        if (lines.size() != 2) {
            return OptionalLong.empty();
        }
        var names = lines.get(0).split(" ", -1);
        var numbers = lines.get(1).split(" ", -1);
        for (int i = 1; i < Math.min(names.length, numbers.length); i++) {
            if (names[i].equals(name)) {
                return OptionalLong.of(Long.parseLong(numbers[i]));
            }
        }
        return OptionalLong.empty();
    }

    /// `some ... total=N`, in us, of a file of `/proc/pressure`.
    ///
    /// @return ns
    static OptionalLong stalledNanos(String pressure) {
        return pressure.lines()
                .filter(line -> line.startsWith("some ") && line.contains(" total="))
                .mapToLong(
                        line -> Long.parseLong(line.substring(line.indexOf("total=") + 6).strip()))
                .map(micros -> micros * 1_000)
                .findFirst();
    }
}
