# mariadb-dump's head, as far as it asks; and mariadb-admin, -show, -check.
/*!40100 SET @@SQL_MODE='' */
/*!40103 SET TIME_ZONE='+00:00' */
/*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */
/*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */
SELECT @@unique_checks, @OLD_UNIQUE_CHECKS
= 0|1
SET SESSION character_set_results = 'binary'
SHOW VARIABLES LIKE 'gtid\_mode'
= gtid_mode|OFF
SELECT LOGFILE_GROUP_NAME, FILE_NAME, TOTAL_EXTENTS, INITIAL_SIZE, ENGINE, EXTRA FROM INFORMATION_SCHEMA.FILES WHERE FILE_TYPE = 'UNDO LOG' AND FILE_NAME IS NOT NULL ORDER BY LOGFILE_GROUP_NAME
-
SHOW CREATE DATABASE IF NOT EXISTS `{database}`
SHOW TABLES LIKE 'people'
= people
LOCK TABLES `people` READ LOCAL
show table status like 'people'
SHOW TRIGGERS LIKE 'people'
-
UNLOCK TABLES
show /*!40003 GLOBAL */ variables
= autocommit|ON
show /*!32332 FULL */ columns from people
= id|bigint|null|NO||null||select,insert,update,references|
CHECK TABLE `people`
= {database}.people|check|status|OK
ANALYZE TABLE people, nothing
= {database}.people|analyze|status|OK
= {database}.nothing|analyze|Error|Table '{database}.nothing' doesn't exist
OPTIMIZE TABLE people
= {database}.people|optimize|status|OK
CHECKSUM TABLE people
= {database}.people|null
FLUSH TABLES
SHOW MASTER STATUS
-
SHOW OPEN TABLES
-
HELP 'contents'
-
SHOW COUNT(*) WARNINGS
= 0
