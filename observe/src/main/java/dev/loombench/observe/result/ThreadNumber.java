package dev.loombench.observe.result;

import java.util.regex.Pattern;

/// The number at the end of a thread's name, which tells the threads of a group apart.
public final class ThreadNumber {
    /// A regular expression of the number, with the character before it.
    public static final String REGEX = "[-_ #]?\\d+";

    private static final Pattern AT_END = Pattern.compile(REGEX + "$");
    private static final Pattern OR_NONE = Pattern.compile("(?:" + REGEX + ")?");

    private ThreadNumber() {}

    /// Whether a thread has the name of a group, with or without a number.
    public static boolean isOf(String group, String thread) {
        return thread.startsWith(group)
                && OR_NONE.matcher(thread.substring(group.length())).matches();
    }

    /// `vert.x-eventloop-thread` of `vert.x-eventloop-thread-0`; a name without a number as it is.
    public static String removed(String thread) {
        return AT_END.matcher(thread).replaceFirst("");
    }
}
