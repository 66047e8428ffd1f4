# Connector/J 9: connect, a batch, its isolation and read-only calls, a limit, a streaming query.
/* mysql-connector-j-9.7.0 (Revision: abc) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@character_set_client AS character_set_client, @@character_set_connection AS character_set_connection, @@character_set_results AS character_set_results, @@character_set_server AS character_set_server, @@collation_server AS collation_server, @@collation_connection AS collation_connection, @@init_connect AS init_connect, @@interactive_timeout AS interactive_timeout, @@license AS license, @@lower_case_table_names AS lower_case_table_names, @@net_write_timeout AS net_write_timeout, @@performance_schema AS performance_schema, @@sql_mode LIKE '%STRICT_TRANS_TABLES%' AS strict, @@time_zone AS time_zone, @@transaction_isolation AS transaction_isolation, @@wait_timeout AS wait_timeout
= 1|utf8mb4|utf8mb4|null|utf8mb4|utf8mb4_0900_bin|utf8mb4_0900_bin||3600|Apache-2.0|0|600|0|1|SYSTEM|REPEATABLE-READ|28800
SELECT @@max_allowed_packet > 1000000 AS roomy
= 1
SET NAMES utf8mb4
SET character_set_results = NULL
SET autocommit=1
SELECT @@session.transaction_read_only
= 0
SET SESSION TRANSACTION READ ONLY
SET SESSION TRANSACTION READ WRITE
SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED
SELECT @@session.transaction_isolation
= READ-COMMITTED
SET sql_select_limit=1
SELECT id FROM people ORDER BY id
= 1
SET sql_select_limit=DEFAULT
SET net_write_timeout=600
SHOW WARNINGS
-
SELECT WORD FROM INFORMATION_SCHEMA.KEYWORDS WHERE RESERVED = 1 ORDER BY WORD
= SELECT
SELECT DEFAULT_COLLATION_NAME FROM INFORMATION_SCHEMA.SCHEMATA WHERE SCHEMA_NAME = 'information_schema'
= utf8mb4_0900_bin
SET SESSION group_commit=async_mode,SESSION enable_nereids_planner=false
SELECT @@group_commit, @@enable_nereids_planner
= async_mode|0
/* ApplicationName=foo */ SELECT 1
= 1
