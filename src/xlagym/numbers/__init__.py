"""Numbers with units and receipts, claims, the ledger and the lock."""
