package dev.loombench.zoo.work;

/// An invalid command line; the server exits with code 2.
public final class UsageException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public UsageException(String message) {
        super(message);
    }

    /// @param offered the models that the server has
    public static UsageException unknownModel(String model, String... offered) {
        return new UsageException(
                "no model " + model + ": this server has " + String.join(", ", offered));
    }
}
