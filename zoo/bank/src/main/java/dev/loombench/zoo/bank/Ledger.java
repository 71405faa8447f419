package dev.loombench.zoo.bank;

import java.util.List;

/// Accounts, and what was moved between them. Blocks while it waits; safe for many threads.
interface Ledger extends AutoCloseable {
    /// Accounts are numbered from 1 to this.
    int ACCOUNTS = 10_000;

    /// What each account begins with, in cents.
    long OPENING_CENTS = 1_000_000;

    /// How many of the latest movements a statement lists.
    int LISTED = 10;

    /// @param owner a made-up name
    record Account(int account, String owner, long cents) {}

    /// @param other the other account
    /// @param cents above 0 for what came, below for what went
    record Movement(int other, long cents) {}

    /// @param cents above 0
    record Transfer(int from, int to, long cents) {}

    Account account(int number) throws BankException;

    /// Latest first, at most `LISTED`.
    List<Movement> movements(int number) throws BankException;

    /// All of it or nothing.
    ///
    /// @return the account that paid, as it is then
    Account move(Transfer transfer) throws BankException;

    @Override
    void close();
}
