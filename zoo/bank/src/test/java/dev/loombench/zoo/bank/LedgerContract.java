package dev.loombench.zoo.bank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.loombench.zoo.bank.Ledger.Movement;
import dev.loombench.zoo.bank.Ledger.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// What every ledger does.
abstract class LedgerContract {
    private final Ledger ledger;
    private final int transfers;

    /// @param transfers by each thread of the concurrent test
    LedgerContract(Ledger ledger, int transfers) {
        this.ledger = ledger;
        this.transfers = transfers;
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    @Test
    void a_transfer_debits_one_account_and_credits_the_other() throws BankException {
        assertThat(ledger.transfer(new Transfer(2, 1, 50)).cents()).isEqualTo(999_950);
        assertThat(ledger.account(1).cents()).isEqualTo(1_000_050);
        assertThat(ledger.movements(1)).containsExactly(new Movement(2, 50));
        assertThat(ledger.movements(2)).containsExactly(new Movement(1, -50));
    }

    @Test
    void a_statement_lists_the_latest_ten() throws BankException {
        for (int cents = 1; cents <= 12; cents++) {
            ledger.transfer(new Transfer(1, 2, cents));
        }
        assertThat(ledger.movements(2)).hasSize(10).startsWith(new Movement(1, 12));
        assertThat(ledger.movements(2)).endsWith(new Movement(1, 3));
    }

    @Test
    void a_rejected_transfer_changes_nothing() throws BankException {
        assertRejected(409, new Transfer(1, 2, 1_000_001));
        assertRejected(404, new Transfer(1, 10_001, 1));
        assertRejected(404, new Transfer(0, 1, 1));
        assertThat(ledger.account(1).cents()).isEqualTo(1_000_000);
        assertThat(ledger.movements(1)).isEmpty();
    }

    private void assertRejected(int status, Transfer transfer) {
        assertThatExceptionOfType(BankException.class)
                .isThrownBy(() -> ledger.transfer(transfer))
                .extracting(BankException::status)
                .isEqualTo(status);
    }

    /// Transfers in both directions between two accounts; locks without an order would deadlock.
    @Test
    void concurrent_transfers_complete_and_keep_the_total() throws Exception {
        var done = new ArrayList<Future<?>>();
        try (var pool = Executors.newFixedThreadPool(4)) {
            for (int i = 0; i < 4; i++) {
                var transfer = i % 2 == 0 ? new Transfer(1, 2, 1) : new Transfer(2, 1, 1);
                done.add(
                        pool.submit(() -> {
                            for (int n = 0; n < transfers; n++) {
                                ledger.transfer(transfer);
                            }
                            return transfer;
                        }));
            }
        }
        for (var each : done) {
            each.get();
        }
        assertThat(List.of(ledger.account(1).cents(), ledger.account(2).cents()))
                .containsExactly(1_000_000L, 1_000_000L);
    }
}
