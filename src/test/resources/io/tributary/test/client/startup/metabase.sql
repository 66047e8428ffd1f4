# MariaDB Connector/J 2.7 and Metabase's own questions.
SELECT @@GLOBAL.time_zone AS global_tz, @@system_time_zone AS system_tz, time_format(timediff(now(), convert_tz(now(), @@session.time_zone, '+00:00')), '%H:%i') AS 'offset'
= SYSTEM|{zone}|{offset}
SELECT time_format(timediff('2024-07-01 12:00:00', convert_tz('2024-07-01 12:00:00', '+05:30', '+00:00')), '%H:%i') AS 'offset'
= 05:30
SHOW GRANTS FOR CURRENT_USER
= GRANT ALL PRIVILEGES ON *.* TO `root`@`%` WITH GRANT OPTION
SELECT SCHEMA_NAME TABLE_CAT FROM INFORMATION_SCHEMA.SCHEMATA  ORDER BY SCHEMA_NAME
= {database}
SELECT TABLE_SCHEMA TABLE_CAT, NULL  TABLE_SCHEM,  TABLE_NAME, COLUMN_NAME, ORDINAL_POSITION FROM INFORMATION_SCHEMA.COLUMNS  WHERE (TABLE_SCHEMA = '{database}')  AND  (TABLE_NAME LIKE 'people')  ORDER BY TABLE_CAT, TABLE_SCHEM, TABLE_NAME, ORDINAL_POSITION
= {database}|null|people|id|1
SET time_zone = '+02:00'
SELECT @@session.time_zone
= +02:00
SELECT @@GLOBAL.time_zone AS global_tz, @@system_time_zone AS system_tz, time_format(timediff(now(), convert_tz(now(), @@session.time_zone, '+00:00')), '%H:%i') AS 'offset'
= SYSTEM|{zone}|02:00
