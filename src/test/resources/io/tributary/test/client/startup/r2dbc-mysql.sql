SELECT @@transaction_isolation AS i,@@version_comment AS v
= REPEATABLE-READ|Tributary
SHOW VARIABLES LIKE 'innodb_lock_wait_timeout'
= innodb_lock_wait_timeout|50
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
BEGIN
COMMIT
