package dev.loombench.zoo.bank;

/// A request that the bank rejects, with the HTTP status of the response.
final class BankException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;

    BankException(int status, String why) {
        super(why);
        this.status = status;
    }

    BankException(int status, String why, Throwable cause) {
        super(why, cause);
        this.status = status;
    }

    static BankException noAccount(int number) {
        return new BankException(404, "no account " + number);
    }

    static BankException insufficientFunds(int number, long cents) {
        return new BankException(409, "account " + number + " does not hold " + cents + " cents");
    }

    int status() {
        return status;
    }
}
