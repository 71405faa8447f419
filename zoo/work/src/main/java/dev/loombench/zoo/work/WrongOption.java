package dev.loombench.zoo.work;

/// A command line the server cannot follow; it leaves with exit code 2.
public final class WrongOption extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    public WrongOption(String message) {
        super(message);
    }

    /// @param offered what the server has
    public static WrongOption noModel(String asked, String... offered) {
        return new WrongOption(
                "no model " + asked + ": this server has " + String.join(", ", offered));
    }
}
