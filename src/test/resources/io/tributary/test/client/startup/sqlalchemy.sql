SET NAMES utf8mb4
SET AUTOCOMMIT = 0
SELECT VERSION()
SELECT DATABASE()
= {database}
SELECT @@transaction_isolation
= REPEATABLE-READ
SELECT @@sql_mode
SELECT @@lower_case_table_names
= 0
ROLLBACK
DESCRIBE `{database}`.`people`
= id|bigint|NO||null|
DESCRIBE `{database}`.`nothing`
! 1146
DESCRIBE `{database}`.`select * from people`
! 1146
SHOW CREATE TABLE `people`
SHOW FULL TABLES FROM `{database}`
= people|BASE TABLE
SHOW schemas
= information_schema
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
