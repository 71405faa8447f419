package dev.loombench.cli.inspect;

/// A service with several faults at once, each of which an argument names with its program, as in
/// `FaultyThreads.convoy`. Prints `READY` once they are there, and ends with its input.
public final class SeveralFaults {
    private SeveralFaults() {}

    public static void main(String[] args) throws Exception {
        for (var fault : args) {
            begin(fault);
        }
        System.out.println("READY");
        while (System.in.read() >= 0) {
            // until the test ends
        }
    }

    private static void begin(String fault) throws Exception {
        int dot = fault.indexOf('.');
        var mode = fault.substring(dot + 1);
        switch (fault.substring(0, dot)) {
            case "FaultyThreads" -> FaultyThreads.begin(mode);
            case "FaultyLocks" -> FaultyLocks.begin(mode);
            case "FaultyService" -> FaultyService.begin(mode);
            default -> throw new IllegalArgumentException(fault);
        }
    }
}
