SELECT DISTINCT TABLE_SCHEMA from information_schema.TABLES where TABLE_TYPE != 'SYSTEM VIEW' ORDER BY TABLE_SCHEMA
= {database}
SELECT table_name FROM information_schema.tables WHERE table_schema = '{database}' ORDER BY table_name
= people
SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = '{database}' AND table_name = 'people' ORDER BY column_name
= id|bigint
SELECT column_name, data_type FROM information_schema.columns WHERE table_schema = '{database}' AND table_name = 'people' AND data_type IN ('bigint', 'varchar') ORDER BY column_name
= name|varchar
