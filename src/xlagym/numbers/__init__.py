"""Numbers with units and receipts, claims, the ledger and the lock.

An expression is parsed (``expression``), evaluated over declared facts (``evaluation``, ``facts``,
``fact_table``) with units (``quantity``), written with values (``substitution``) and shown
(``shown``). ``workbook`` joins that with store, constants and cache; ``sheet`` is one numbers.yml.
"""
