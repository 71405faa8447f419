package dev.loombench.zoo.bank;

class MemoryLedgerTest extends LedgerContract {
    MemoryLedgerTest() {
        super(new MemoryLedger(), 10_000);
    }
}
