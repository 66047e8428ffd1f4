# Connector/J 5.1 and 8 on a server that announces 5.7.
/* mysql-connector-java-5.1.49 ( Revision: abc ) */SELECT  @@session.auto_increment_increment AS auto_increment_increment, @@net_buffer_length AS net_buffer_length, @@query_cache_size AS query_cache_size, @@query_cache_type AS query_cache_type, @@tx_isolation AS tx_isolation
= 1|16384|0|OFF|REPEATABLE-READ
select @@session.tx_read_only
= 0
SET NAMES utf8
SHOW VARIABLES LIKE 'query_cache_size'
= query_cache_size|0
SELECT host, db, table_name, grantor, user, table_priv FROM mysql.tables_priv WHERE db = '{database}' AND table_name LIKE '%' ORDER BY table_name
-
SELECT name, type, comment FROM mysql.proc WHERE name like '%' AND db <=> '{database}' ORDER BY name
-
