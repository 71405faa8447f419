package dev.loombench.zoo.bank;

/// What the bank does not do, and the HTTP status that says so.
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    Refused(int status, String why) {
        super(why);
        this.status = status;
    }

    Refused(int status, String why, Throwable cause) {
        super(why, cause);
        this.status = status;
    }

    static Refused noAccount(int number) {
        return new Refused(404, "no account " + number);
    }

    static Refused tooLittle(int number, long cents) {
        return new Refused(409, "account " + number + " does not hold " + cents + " cents");
    }

    int status() {
        return status;
    }
}
