# SET in the spellings of clients, tools and dumps.
SET NAMES 'utf8mb4' COLLATE 'utf8mb4_general_ci'
SET CHARACTER SET utf8
SET CHARSET DEFAULT
SET SQL_SAFE_UPDATES=1,SQL_SELECT_LIMIT=1000,MAX_JOIN_SIZE=1000000
SELECT @@sql_safe_updates, @@sql_select_limit, @@max_join_size
= 1|1000|1000000
SET sql_select_limit = DEFAULT, LOCAL sql_safe_updates = OFF
SET SESSION sql_mode = REPLACE(@@sql_mode, 'ONLY_FULL_GROUP_BY', '')
SELECT @@sql_mode LIKE '%ONLY_FULL_GROUP_BY%', @@sql_mode LIKE '%STRICT_TRANS_TABLES%'
= 0|1
SET SESSION net_read_timeout = 60 * 10 + 5, @@session.net_write_timeout := @@net_read_timeout
SELECT @@net_read_timeout, @@net_write_timeout
= 605|605
SET @a = 1 + 2, @b := CONCAT('x', UPPER('y')), @c = NULL, @d = (SELECT count(*) FROM people), @e = 'it''s' = 'x'
SELECT @a + 1, @b, @c, @d, @e
= 4|xY|null|2|0
SET @a = (SELECT name FROM people WHERE id = 7)
SELECT @a
= null
SET @a = nothing + 1
! 1054
SET @a = no_such_function(1)
! 1305
SET wait_timeout = 100, time_zone = CONCAT('No', LOWER('WHERE'))
! 1298
SELECT @@wait_timeout
= 28800
SET SESSION enable_nereids_planner=false.
! 1064
SET PERSIST lc_messages = 'de_DE'
SELECT @@global.lc_messages, @@lc_messages
= de_DE|en_US
SET GLOBAL lc_messages = DEFAULT, lc_time_names = DEFAULT
SELECT @@global.lc_messages
= en_US
SET ROLE NONE
SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ ONLY
SET @@SESSION.SQL_LOG_BIN= 0
SET PROFILING = 1
SHOW PROFILES
-
# Comments before and in statements, and nothing else.
-- a comment
/* only */ -- comments
/*!50003 SET @x = 5 */
SELECT /*+ MAX_EXECUTION_TIME(1000) */ @x /*!80000 + 1 */ /*!99999 + 100 */ AS x
= 6
