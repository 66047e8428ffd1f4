# Every statement carries the application's name.
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT DATABASE()
= {database}
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT WORD FROM INFORMATION_SCHEMA.KEYWORDS WHERE RESERVED = 1 ORDER BY WORD
= SELECT
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW ENGINES
= TRIBUTARY|DEFAULT|Group commit into a table engine|YES|NO|NO
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW CHARSET
= utf8mb4|UTF-8 Unicode|utf8mb4_0900_bin|4
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW COLLATION
= binary|binary|63|Yes|Yes|1|NO PAD
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT @@GLOBAL.character_set_server,@@GLOBAL.collation_server
= utf8mb4|utf8mb4_0900_bin
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW PLUGINS
= mysql_native_password|ACTIVE|AUTHENTICATION|null|Apache-2.0
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW VARIABLES LIKE 'lower_case_table_names'
= lower_case_table_names|0
/* ApplicationName=DBeaver 25.1.0 - Main */ show databases
= {database}
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = 'information_schema' AND t.TABLE_NAME = 'CHECK_CONSTRAINTS'
= CHECK_CONSTRAINTS|SYSTEM VIEW
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT * FROM information_schema.TABLES t WHERE t.TABLE_SCHEMA = 'information_schema' AND t.TABLE_NAME = 'CHECK_CONSTRAINTS'
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW FULL TABLES FROM `{database}`
= people|BASE TABLE
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW TABLE STATUS FROM `{database}`
= people|TRIBUTARY|10|Dynamic|null|null|null|null|null|null|null|null|null|null|utf8mb4_0900_bin|null||
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW FULL COLUMNS FROM `{database}`.`people`
= id|bigint|null|NO||null||select,insert,update,references|
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW INDEX FROM `{database}`.`people`
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW CREATE TABLE `{database}`.`people`
= people|CREATE TABLE `people` (\n  `id` bigint NOT NULL,\n  `name` varchar(20) NULL\n) ENGINE=OLAP\nDUPLICATE KEY(`id`)\n…
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW CREATE SCHEMA `{database}`
= {database}|CREATE DATABASE `{database}`
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT cc.CONSTRAINT_NAME, cc.CHECK_CLAUSE, tc.TABLE_NAME FROM (SELECT CONSTRAINT_NAME, CHECK_CLAUSE FROM INFORMATION_SCHEMA.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = '{database}' ORDER BY CONSTRAINT_NAME) cc, (SELECT TABLE_NAME, CONSTRAINT_NAME from INFORMATION_SCHEMA.TABLE_CONSTRAINTS WHERE TABLE_SCHEMA = '{database}' AND TABLE_NAME='people') tc WHERE cc.CONSTRAINT_NAME = tc.CONSTRAINT_NAME ORDER BY cc.CONSTRAINT_NAME
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT kc.CONSTRAINT_NAME,kc.TABLE_NAME,kc.COLUMN_NAME,kc.ORDINAL_POSITION FROM INFORMATION_SCHEMA.KEY_COLUMN_USAGE kc WHERE kc.TABLE_SCHEMA='{database}' AND kc.REFERENCED_TABLE_NAME IS NULL AND kc.TABLE_NAME='people' ORDER BY kc.CONSTRAINT_NAME,kc.ORDINAL_POSITION
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT * FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA='{database}' ORDER BY ROUTINE_NAME
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT * FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA='{database}' AND TABLE_NAME='people' ORDER BY PARTITION_ORDINAL_POSITION,SUBPARTITION_ORDINAL_POSITION
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT * FROM INFORMATION_SCHEMA.TRIGGERS WHERE EVENT_OBJECT_SCHEMA='{database}'
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT * FROM information_schema.EVENTS WHERE EVENT_SCHEMA='{database}'
-
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT Host, User FROM mysql.user ORDER BY User
= %|root
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW GLOBAL STATUS
= Threads_connected|…
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW VARIABLES
= autocommit|ON
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW GLOBAL VARIABLES
= character_set_server|utf8mb4
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW FULL PROCESSLIST
/* ApplicationName=DBeaver 25.1.0 - Main */ SELECT USER, DB, COMMAND FROM information_schema.PROCESSLIST WHERE INFO LIKE '%SELECT USER, DB%'
= root|{database}|Query
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW PRIVILEGES
= Select|Tables|To retrieve rows from table
/* ApplicationName=DBeaver 25.1.0 - Main */ SHOW GRANTS FOR 'root'@'%'
= GRANT ALL PRIVILEGES ON *.* TO `root`@`%` WITH GRANT OPTION
