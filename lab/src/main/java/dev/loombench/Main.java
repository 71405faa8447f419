package dev.loombench;

/// The command line: exit code and nothing else.
public final class Main {
    private Main() {}

    static void main(String[] args) {
        System.out.println("hello " + args.length);
    }
}
