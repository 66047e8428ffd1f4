SET NAMES utf8mb4
select connection_id()
SELECT @@version_comment, @@version LIKE '_._%'
= Tributary|1
SHOW DATABASES
= {database}
SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = '{database}' ORDER BY table_name, ordinal_position
= people|id
SELECT table_name, index_name FROM information_schema.statistics WHERE table_schema = '{database}'
-
SELECT TABLE_NAME, COLUMN_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA = '{database}' AND REFERENCED_TABLE_NAME IS NOT NULL
-
SELECT ROUTINE_NAME FROM INFORMATION_SCHEMA.ROUTINES WHERE ROUTINE_TYPE="FUNCTION" AND ROUTINE_SCHEMA = '{database}'
-
SELECT CONCAT("'", user, "'@'",host,"'") FROM mysql.user
= 'root'@'%'
SHOW CHARACTER SET
= utf8mb4|UTF-8 Unicode|utf8mb4_0900_bin|4
SHOW COLLATION
= utf8mb4_0900_bin|utf8mb4|309|Yes|Yes|1|NO PAD
SELECT name from mysql.help_topic WHERE name like "SHOW %"
-
SHOW PROCESSLIST
