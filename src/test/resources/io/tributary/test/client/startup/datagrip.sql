select @@event_scheduler
= OFF
select database()
= {database}
set session transaction read write
SET net_write_timeout=600
select schema_name as name from information_schema.schemata order by if(schema() = schema_name, 1, 2), schema_name
= {database}
select collation_name, character_set_name, is_default collate utf8_general_ci = 'Yes' as is_default from information_schema.collations
= utf8mb4_0900_bin|utf8mb4|1
select table_name, table_type, table_comment, engine, table_collation, create_options from information_schema.tables where table_schema = '{database}'
= people|BASE TABLE||TRIBUTARY|utf8mb4_0900_bin|
select ordinal_position, column_name, column_type, column_default, generation_expression, table_name, column_comment, is_nullable, extra, collation_name from information_schema.columns where table_schema = '{database}' order by table_name, ordinal_position
= 1|id|bigint|null||people||NO||null
select table_name, index_name, index_comment, index_type, non_unique, column_name, sub_part, collation, null expression from information_schema.statistics where table_schema = '{database}' order by index_schema, table_name, index_name, index_type, seq_in_index
-
select c.constraint_name, c.constraint_schema, c.table_name, c.constraint_type, null referenced_table_schema from information_schema.table_constraints c where c.table_schema = '{database}'
-
select trigger_name, event_object_table, event_manipulation, action_timing, definer from information_schema.triggers where trigger_schema = '{database}'
-
select routine_name, routine_type, routine_definition, routine_comment, dtd_identifier, definer, is_deterministic = 'YES' is_deterministic, cast(sql_data_access as char(1)) sql_data_access, cast(security_type as char(1)) security_type from information_schema.routines where routine_schema = '{database}'
-
select Host, User from mysql.user
= %|root
select grantee, table_name, privilege_type, is_grantable from information_schema.table_privileges where table_schema = '{database}' union all select grantee, '' table_name, privilege_type, is_grantable from information_schema.schema_privileges where table_schema = '{database}' order by table_name, grantee, privilege_type
-
