package dev.loombench.uring;

/// Linux error numbers used here. Results of calls and completions hold them negated.
public final class Errno {
    public static final int EPERM = 1;
    public static final int EINTR = 4;
    public static final int EAGAIN = 11;
    public static final int ENOMEM = 12;
    public static final int EBUSY = 16;
    public static final int EINVAL = 22;
    public static final int ENFILE = 23;
    public static final int EMFILE = 24;
    public static final int ENOSYS = 38;
    public static final int EADDRINUSE = 98;
    public static final int EADDRNOTAVAIL = 99;
    public static final int ENETUNREACH = 101;
    public static final int ENOBUFS = 105;
    public static final int ETIMEDOUT = 110;
    public static final int ECONNREFUSED = 111;
    public static final int EHOSTUNREACH = 113;

    private Errno() {}

    static String name(int number) {
        return switch (number) {
            case EPERM -> "EPERM";
            case EAGAIN -> "EAGAIN";
            case ENOMEM -> "ENOMEM";
            case EBUSY -> "EBUSY";
            case EINVAL -> "EINVAL";
            case ENFILE -> "ENFILE";
            case EMFILE -> "EMFILE";
            case ENOSYS -> "ENOSYS";
            default -> "error " + number;
        };
    }
}
