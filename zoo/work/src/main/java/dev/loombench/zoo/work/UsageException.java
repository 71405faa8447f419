package dev.loombench.zoo.work;

/// A command line the server cannot follow; it leaves with exit code 2.
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    /// @param offered what the server has
    public static UsageException noModel(String asked, String... offered) {
        return new UsageException(
                "no model " + asked + ": this server has " + String.join(", ", offered));
    }
}
