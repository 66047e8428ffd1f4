SELECT @@session.transaction_isolation
= REPEATABLE-READ
SELECT @@session.transaction_read_only
= 0
SET autocommit=0
SELECT 1
= 1
SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ
ROLLBACK
SET autocommit=1
