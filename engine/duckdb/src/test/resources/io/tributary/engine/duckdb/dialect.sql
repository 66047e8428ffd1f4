# A statement, then its rows, one a line after "= " (values by " | ", NULL as ~), or "! number message-prefix".
# Tables: t(id int, name varchar, price decimal(15,2), d date, at datetime) with 4 rows, s(id int, big bigint), e (empty),
# a(id int, i array<int>, s array<varchar(20)>, dc array<decimal(38,4)>, b array<boolean>, d array<date>, at array<datetime>,
# x array<double>, li array<largeint>, v variant) with 3 rows,
# k(id int, b boolean, ti tinyint, si smallint, li largeint, f float, x double, txt varchar, when_text varchar) with 2 rows.

# literals
SELECT 'it''s', "dou""ble", 'a\'b', 'tab\there', '\\', 'a\%b', 'x' 'y'
= it's | dou"ble | a'b | tab	here | \ | a\%b | xy
SELECT x'6162' = 'ab', 0x6162 = 'ab', b'01100001' = 'a', _utf8mb4'é', N'n', _binary'ab' = x'6162', _utf8 x'c3a9'
= 1 | 1 | 1 | é | n | 1 | é
SELECT -0x41, 0x41 + 1, 6 - (b'101'), 0xff & 0x0f, 0xffffffffffffffff / 1, id * x'02' FROM t WHERE id = 1
= -65 | 66 | 1 | 15 | 18446744073709551615.0000 | 2
SELECT 1 - b'101'
! 1690 BIGINT UNSIGNED value is out of range
SELECT _latin1 x'e980', hex(_latin1 x'81') = 'C281', hex(_binary x'ff00')
= é€ | 1 | FF00
SELECT _utf8mb4 x'61ff'
! 1300 Invalid utf8mb4 character string: '61FF'
SELECT 1 -- a comment
= 1
SELECT 2 # a comment
= 2
SELECT /* no */ 3 /*! , 4 */ /*!40101 , 5 */
= 3 | 4 | 5
SELECT .5, 1., 1e3, -7, 1--1
= 0.5 | 1 | 1000.0 | -7 | 2
SELECT TRUE, FALSE, NULL
= 1 | 0 | ~
SELECT '' = x''
= 1
SELECT length('a\0b'), 'a\0b' = CONCAT('a', '\0', 'b')
= 3 | 1

SELECT * FROM t PARTITION (p0)
! 1747 PARTITION () clause on non partitioned table t
SELECT count(*) OVER (PARTITION BY id) FROM t PARTITION(p0, p1) AS x
! 1747 PARTITION () clause on non partitioned table t

# names
SELECT `id`, t.`name`, `t`.price FROM `t` WHERE `shop`.`t`.`id` = 1
= 1 | anna | 10.50
SELECT id AS user, name AS `select` FROM t WHERE id = 1
= 1 | anna
SELECT x.id FROM shop.t x JOIN s ON s.id = x.id ORDER BY 1
= 1
= 2
SELECT sample, qualify FROM (SELECT 1 AS sample, 2 AS qualify) pivot_table
= 1 | 2
WITH a(x, y) AS (SELECT 1, 2), b(z) AS (SELECT x + y FROM a) SELECT * FROM a, b
= 1 | 2 | 3

# clauses
SELECT id FROM t ORDER BY id LIMIT 1, 2
= 2
= 3
SELECT id FROM t ORDER BY id LIMIT 1 OFFSET 3
= 4
SELECT SQL_NO_CACHE id FROM t USE INDEX (a, b) WHERE id = 1
= 1
SELECT 1 FROM DUAL
= 1
SELECT name FROM t ORDER BY name
= ~
= Bob
= anna
= ärger
SELECT name FROM t ORDER BY name DESC LIMIT 1
= ärger
SELECT DISTINCTROW 1 FROM t
= 1
SELECT id % 2 AS odd, count(*) n FROM t GROUP BY odd HAVING n > 1 ORDER BY odd
= 0 | 2
= 1 | 2
SELECT id FROM t WHERE id IN (1, 3) AND name LIKE 'a%' UNION SELECT 9 ORDER BY 1
= 1
= 9
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM s WHERE s.id = t.id) ORDER BY id
= 1
= 2
SELECT (1, 2) IN ((1, 2), (3, 4)), CASE WHEN 1 THEN 'y' ELSE 'n' END, 5 BETWEEN 1 AND 9
= 1 | y | 1
SELECT 'abc' COLLATE utf8mb4_bin
= abc

# operators
SELECT 7/2, 1/3, -1/3, 2/3, 1/0, 7 DIV 2, -7 DIV 2, 5.9 DIV 2, 7 DIV 0, 7 % 4, 7 MOD 4, MOD(-7, 4), 5 % 0
= 3.5000 | 0.3333 | -0.3333 | 0.6667 | ~ | 3 | -3 | 2 | ~ | 3 | 3 | -3 | ~
SELECT price / 4 FROM t WHERE id = 1
= 2.625000
SELECT 1/32, -1/32, 3/20000, 1/20000, 12345678901234567/32, 5/160, 99/100000, 1/3 + 2/3, 100/8, 7.5/3
= 0.0313 | -0.0313 | 0.0002 | 0.0001 | 385802465663580.2188 | 0.0313 | 0.0010 | 1.0000 | 12.5000 | 2.50000
SELECT 1e0/3, 10e0/4, 1e300/1e10, -7.5e0/2
= 0.3333333333333333 | 2.5 | 1.0E290 | -3.75
SELECT sum(id) / count(*), max(id) / sum(id), sum(price) / sum(id), sum(price) / 0, sum(price) * 2 FROM t
= 2.5000 | 0.4000 | 6.075000 | ~ | 121.50
SELECT 100.00 * sum(price) / sum(price), sum(CASE WHEN id > 1 THEN price ELSE 0 END) / sum(price) FROM t
= 100.00000000 | 0.827160
SELECT 6 / 2, TRUE / 2, TRUE * 3, sum(id) DIV count(*), floor(sum(price)), 9223372036854775807 / 3 FROM t
= 3.0000 | 0.5000 | 3 | 2 | 60 | 3074457345618258602.3333
SELECT '7.5' / 2
= 3.75
SELECT length(max(name)) FROM t
= 6
SELECT 1 && 0, 1 || 0, !1, NOT 0, 1 <=> NULL, NULL <=> NULL, 1 <> 2, 1 != 1
= 0 | 1 | 0 | 1 | 0 | 1 | 1 | 0
SELECT 6 & 3, 6 | 3, 6 ^ 3, 1 << 3, 16 >> 2
= 2 | 7 | 5 | 8 | 4
SELECT 2147483647 + 1, id + 2147483647, id * 3000000000, 2147483647 * 2, id - 5 FROM t WHERE id = 1
= 2147483648 | 2147483648 | 3000000000 | 4294967294 | -4
SELECT 9223372036854775807 + 1
! 1690
SELECT big + 1 FROM s WHERE id = 1
! 1690
SELECT 1.10 + 2.205, 1.5 * 1.5, 2 - 0.5
= 3.305 | 2.25 | 1.5
SELECT 'abc' = 'ABC', 'a' < 'b', 'a' LIKE 'A', 'a_b' LIKE 'a\_b', 'axb' LIKE 'a\_b', 'a%' LIKE 'a|%' ESCAPE '|', 'x' NOT LIKE 'y'
= 0 | 1 | 0 | 1 | 0 | 1 | 1
SELECT BINARY 'a' = 'A'
= 0
SELECT 12 LIKE '1%'
= 1

SELECT (id/3)*(id/3)*(id/3)*(id/3)*(id/3)*(id/3), id/3*123456789012345678901.0, 1/3*100 FROM t WHERE id > 2 ORDER BY id
= 1.000000000000000000000000 | 123456789012345678901.00000 | 33.3333
= 5.618655684301783270013717 | 164609051975308642197.21811 | 33.3333
SELECT x * (2/7) * 1.23456789012345678901 FROM (SELECT 123456789.123456789 AS x) q
= 43547367.796720887741332981991427255653
SELECT 1.5/1.5/1.5/1.5/1.5/1.5/1.5/1.5/1.5/1.5/1.5/1.5
= 0.017341529915832613592101475029

# arithmetic (expected values: a real server's, but for the digits of doubles and of fractions of seconds)
SELECT sum(id) + 1, 1 + sum(id), sum(id) - sum(id), -sum(id), sum(price) + 1, sum(price) - sum(id), count(*) + 1, max(id) + min(id) FROM t
= 11 | 11 | 0 | -10 | 61.75 | 50.75 | 5 | 5
SELECT sum(id) + count(*) * 2 - 1, (sum(id) + 1) / count(*), sum(price + 1) - sum(price), sum(id + 1) + sum(id * 2) - 3 FROM t
= 17 | 2.7500 | 3.00 | 31
SELECT sum(big) - 1, sum(big) + 0.5 FROM s
= 9223372036854775808 | 9223372036854775809.5
SELECT max(big) + 1 FROM s
! 1690
SELECT id % 2 AS odd, sum(id) + 1 AS n FROM t GROUP BY odd HAVING sum(id) + 1 > 4 AND n - 1 < 100 ORDER BY sum(id) - 1 DESC
= 0 | 7
= 1 | 5
SELECT id FROM t WHERE id + 1 > (SELECT sum(id) - 8 FROM t) AND id - 1 < 3 ORDER BY -id
= 3
= 2
SELECT id + 1, count(*) FROM t GROUP BY id + 1 ORDER BY id + 1 LIMIT 2
= 2 | 1
= 3 | 1
SELECT sum(id) AS n FROM t GROUP BY id ORDER BY n + 1 DESC LIMIT 2
= 4
= 3
SELECT id, sum(id) OVER (ORDER BY id) + 1, lag(id) OVER (ORDER BY id) - 1, 1 - row_number() OVER (ORDER BY id) FROM t ORDER BY id LIMIT 2
= 1 | 2 | ~ | 0
= 2 | 4 | 0 | -1
SELECT sum(a - 1) + max(b + 1) FROM (SELECT id + 1 AS a, sum(price) - 1 AS b FROM t GROUP BY id) x
= 40.00
SELECT 1 + 1, 2.50 + 1, 1 - 0.25, 1e0 + 1, 3 - 5, +5, -5, - -5, -(1.50), 1.1 + 2.22 - 3.333
= 2 | 3.50 | 0.75 | 2.0 | -2 | 5 | -5 | 5 | -1.50 | -0.013
SELECT '5' + 1, '7.5' + 1, 1 + '1e2', ' 8 ' - 1, -'5', '5' + '6', ('7.5') + 1, +'3', '5' * '2.5', '9' / 2, '7' % 4, '7.5' DIV 2
= 6.0 | 8.5 | 101.0 | 7.0 | -5.0 | 11.0 | 8.5 | 3 | 12.5 | 4.5 | 3.0 | 3
SELECT NULL + 1, 1 - NULL, -NULL, NULL + NULL, NULL * 2, NULL / 2, NULL % 2, NULL DIV 2, NULL & 1, (NULL) + 1
= ~ | ~ | ~ | ~ | ~ | ~ | ~ | ~ | ~ | ~
SELECT TRUE + 1, FALSE - 1, -TRUE, (1 = 1) + (2 > 1), TRUE + TRUE + TRUE
= 2 | -1 | -1 | 2 | 3
SELECT b + 1, b - 1, -b, b + b, b * 2, b % 2, sum(b) + 1 FROM k GROUP BY b ORDER BY b
= 1 | -1 | 0 | 0 | 0 | 0 | 1
= 2 | 0 | -1 | 2 | 2 | 1 | 2
SELECT ti + ti, si + si, ti * ti, -ti, li + 1, f + 1, x - 1, f + f, x + ti, x % 2 FROM k WHERE id = 1
= 200 | 60000 | 10000 | -100 | 6 | 1.25 | 0.5 | 0.5 | 101.5 | 1.5
SELECT txt + 1, 1 - txt, txt * 2, -txt, txt / 2, txt % 2, k.txt + k.txt, max(txt) + 1, concat(txt, '1') + 1, ifnull(txt, '0') - 1 FROM k WHERE id = 1 GROUP BY txt
= 8.5 | -6.5 | 15.0 | -7.5 | 3.75 | 1.5 | 15.0 | 8.5 | 8.51 | 6.5
SELECT abs(id) + 1, length(name) - 1, year(d) + 1, if(id > 0, 1, 2) + 1, coalesce(NULL, 3) - 1, round(price) + 1, cast('5' AS SIGNED) + 1 FROM t WHERE id = 1
= 2 | 3 | 2025 | 2 | 2 | 12 | 6
SELECT CASE WHEN id > 1 THEN id ELSE 0 END + 1, (SELECT max(id) FROM t) + 1, id IN (1, 1 + 1) FROM t WHERE id = 2
= 3 | 5 | 1
SELECT 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1, 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1 * 1, 1 - 1 - 1 - 1 - 1 - 1 - 1 - 1
= 24 | 1 | -6
SELECT 64 / 2 / 2 / 2 / 2 / 2 / 2, 64 DIV 2 DIV 2 DIV 2 DIV 2 DIV 2, 100 % 64 % 32 % 16 % 8 % 3
= 1.000000000000000000000000 | 2 | 1
SELECT 7 % 4, -7 % 4, 7 % -4, 7.5 % 2, sum(id) % 3, sum(price) % 7, mod(sum(id), 4), mod(7.5, 2), 5.5 MOD 2 FROM t
= 3 | -3 | 3 | 1.5 | 1 | 4.75 | 2 | 1.5 | 1.5
SELECT 6 & 3, 6 | 3, 6 ^ 3, 1 << 3, 16 >> 2, -1 & 5, sum(id) & 3, sum(id) | 1, sum(id) ^ 1, sum(id) << 1, sum(id) >> 1, '6' & 3, 5.6 & 7, TRUE | 2 FROM t
= 2 | 7 | 5 | 8 | 4 | 5 | 2 | 11 | 11 | 20 | 5 | 2 | 6 | 3
SELECT 1 << 2 & 4, 1 | (2 & 2), 12 & 4 = 4, 2 + 1 & 3, 1 + 1 << 1
= 4 | 3 | 1 | 3 | 4
SELECT 1 | 2 & 2, 1 & 1 << 1, 1 XOR 0, ~1
= 3 | 0 | 1 | 18446744073709551614
SELECT floor(sum(id) / 3), ceil(sum(price) / 4), round(sum(price) / 3, 2), abs(sum(id) - 20), floor(-sum(price)), truncate(sum(price) / 7, 2), round(sum(id) / 3 + 0.5) FROM t
= 3 | 16 | 20.25 | 10 | -61 | 8.67 | 4
SELECT d + INTERVAL 1 DAY, d - INTERVAL 1 MONTH, d + INTERVAL 1 HOUR, d - INTERVAL 30 MINUTE, d + INTERVAL 10 SECOND, d + INTERVAL 1 MICROSECOND, d + INTERVAL 1 WEEK, d - INTERVAL 1 QUARTER, d + INTERVAL -1 YEAR FROM t WHERE id = 1
= 2024-01-08 | 2023-12-07 | 2024-01-07 01:00:00 | 2024-01-06 23:30:00 | 2024-01-07 00:00:10 | 2024-01-07 00:00:00.000001 | 2024-01-14 | 2023-10-07 | 2023-01-07
SELECT at + INTERVAL 1 DAY, at - INTERVAL (1 + 1) HOUR, at + INTERVAL 1.5 SECOND, at + INTERVAL 1 MICROSECOND, at - INTERVAL id MONTH, at + INTERVAL '2' DAY, at - INTERVAL -1 DAY FROM t WHERE id = 1
= 2024-01-08 03:04:05 | 2024-01-07 01:04:05 | 2024-01-07 03:04:06.5 | 2024-01-07 03:04:05.000001 | 2023-12-07 03:04:05 | 2024-01-09 03:04:05 | 2024-01-08 03:04:05
SELECT '2024-01-31' + INTERVAL 1 MONTH, '2024-01-31' - INTERVAL 1 SECOND, '2024-01-31 10:00:00' + INTERVAL 1 DAY, '2024-01-31 10:00:00' + INTERVAL 90 MINUTE, INTERVAL 1 DAY + '2024-02-28', INTERVAL 1 HOUR + d FROM t WHERE id = 1
= 2024-02-29 | 2024-01-30 23:59:59 | 2024-02-01 10:00:00 | 2024-01-31 11:30:00 | 2024-02-29 | 2024-01-07 01:00:00
SELECT date_add(d, INTERVAL 1 MONTH), date_sub(d, INTERVAL 2 DAY), date_add(d, INTERVAL 1 HOUR), date_add('2024-01-31', INTERVAL 1 MONTH), adddate(d, 3), subdate(d, 7), date_add(at, INTERVAL -1 WEEK), date_sub(at, INTERVAL 5 SECOND), date_add('2024-01-31 01:02:03', INTERVAL 1 MINUTE), date_add(NULL, INTERVAL 1 DAY), date_add(d, INTERVAL NULL DAY) FROM t WHERE id = 1
= 2024-02-07 | 2024-01-05 | 2024-01-07 01:00:00 | 2024-02-29 | 2024-01-10 | 2023-12-31 | 2023-12-31 03:04:05 | 2024-01-07 03:04:00 | 2024-01-31 01:03:03 | ~ | ~
SELECT max(d) + INTERVAL 1 DAY, min(at) - INTERVAL 1 HOUR, max(d) + INTERVAL sum(id) DAY, date_add(max(at), INTERVAL count(*) DAY), d + INTERVAL 1 MONTH + INTERVAL 1 DAY - INTERVAL 1 HOUR FROM t WHERE id = 1 GROUP BY d
= 2024-01-08 | 2024-01-07 02:04:05 | 2024-01-08 | 2024-01-08 03:04:05 | 2024-02-07 23:00:00
SELECT when_text + INTERVAL 1 DAY, when_text + INTERVAL 1 HOUR, date_sub(when_text, INTERVAL 1 MONTH) FROM k ORDER BY id
= 2024-02-01 | 2024-01-31 01:00:00 | 2023-12-31
= 2024-02-01 10:00:00 | 2024-01-31 11:00:00 | 2023-12-31 10:00:00
SELECT id FROM t WHERE d + INTERVAL 1 DAY = '2024-01-08' AND d BETWEEN '2024-02-07' - INTERVAL 1 MONTH AND '2024-01-01' + INTERVAL 1 YEAR AND NOT d - INTERVAL 1 DAY > '2024-01-06' AND d + INTERVAL 1 DAY IN ('2024-01-08') AND d + INTERVAL 1 DAY IS NOT NULL
= 1
SELECT d + INTERVAL 1 DAY <=> NULL, NULL <=> d + INTERVAL 1 DAY, id <=> 1 + 1 FROM t ORDER BY id LIMIT 2
= 0 | 0 | 0
= 1 | 1 | 1
SELECT year(d + INTERVAL 1 YEAR) + 1, datediff(d + INTERVAL 1 WEEK, d) - 1, hour(at + INTERVAL 1 HOUR) FROM t WHERE id = 1
= 2026 | 6 | 4
SELECT hour(max(at)), minute(max(at)), second(max(at)), time(max(at)), hour('10:11:12'), hour('2024-05-06 07:08:09'), minute('10:11'), time('2024-05-06 07:08:09'), microsecond('2024-05-06 07:08:09.25'), hour(d) FROM t WHERE id = 1 GROUP BY d
= 3 | 4 | 5 | 03:04:05 | 10 | 7 | 11 | 07:08:09 | 250000 | 0
SELECT year + 1, month - year FROM (SELECT 2023 AS year, 1 AS month) x
= 2024 | -2022
SELECT nope.id FROM (SELECT id - 1 AS id FROM t WHERE id = 1) nope
= 0
SELECT t.id * 2 + shop.t.id, count(*) - 1, t.* FROM t WHERE id = 1 GROUP BY id, name, price, d, at
= 3 | 0 | 1 | anna | 10.50 | 2024-01-07 | 2024-01-07 03:04:05
SELECT -9223372036854775808 - 1
! 1690
SELECT max(d) + 1 FROM t
= 20240108
SELECT at - d FROM t WHERE id = 1
= 20240086790298
SELECT d + INTERVAL 1 DAY - 5 FROM t WHERE id = 1
= 20240103
SELECT '7x' + 1
= 8.0
SELECT d + INTERVAL 1 FORTNIGHT FROM t
! 1064

# aggregates and windows
SELECT count(*), count(name), sum(id), min(name), max(price), sum(price) FROM t
= 4 | 3 | 10 | Bob | 30.00 | 60.75
SELECT count(*), sum(id), max(id) FROM e
= 0 | ~ | ~
SELECT sum(big) FROM s
= 9223372036854775809
SELECT count(DISTINCT id % 2), avg(id), avg(price) FROM t
= 2 | 2.5000 | 20.250000
SELECT avg(DISTINCT id % 2), avg(id + 1) / 2, avg(id) - 0.5, avg(nullif(id, id)) FROM t
= 0.5000 | 1.75000000 | 2.0000 | ~
SELECT id, avg(price) OVER (), avg(id) OVER w + 1, avg(DISTINCT id) OVER (PARTITION BY id) FROM t WINDOW w AS (ORDER BY id) ORDER BY id LIMIT 2
= 1 | 20.250000 | 2.0000 | 1.0000
= 2 | 20.250000 | 2.5000 | 2.0000
SELECT avg(x), avg(f), avg(ti), avg(li), avg(b), avg(txt + 0) FROM k
= 2.0 | 0.875 | 49.5000 | 5.5000 | 0.5000 | 4.75
SELECT avg(id), avg(DISTINCT id) FROM e
= ~ | ~
SELECT id FROM t GROUP BY id HAVING avg(id) > 3.5
= 4
SELECT id FROM t GROUP BY id HAVING sum(id) / count(*) > 2 AND floor(sum(id)) < 4 AND sum(id) DIV 2 = 1 AND max(d) + INTERVAL 1 DAY IS NULL
= 3
SELECT id, sum(id) / 2 AS half FROM t GROUP BY id HAVING half > 1.5
= 4 | 2.0000
SELECT count(DISTINCT id, name), count(DISTINCT id % 2, price > 15), count(DISTINCT name, price + 1) FROM t
= 3 | 3 | 3
SELECT odd, count(*), sum(price), grouping(odd) FROM (SELECT id % 2 AS odd, price FROM t) x GROUP BY odd WITH ROLLUP ORDER BY odd IS NULL, odd
= 0 | 2 | 20.25 | 0
= 1 | 2 | 40.50 | 0
= ~ | 4 | 60.75 | 1
SELECT id % 2 AS odd, id > 2 AS late, count(*) AS n FROM t GROUP BY odd, late WITH ROLLUP HAVING n > 1 ORDER BY odd
= ~ | ~ | 4
= 0 | ~ | 2
= 1 | ~ | 2
SELECT count(*) FROM (SELECT id, count(*) FROM e GROUP BY id WITH ROLLUP) x
= 0
SELECT count(*) FROM (SELECT id, price FROM t GROUP BY 1, 2 WITH ROLLUP) x
= 9
SELECT group_concat(name ORDER BY id DESC SEPARATOR '-'), group_concat(id) FROM t WHERE id < 4
= ärger-Bob-anna | 1,2,3
SELECT group_concat(DISTINCT x ORDER BY x), group_concat(DISTINCT x ORDER BY x DESC SEPARATOR '-') FROM (SELECT id AS x FROM t WHERE id < 4) q
= 1,2,3 | 3-2-1
SELECT group_concat(DISTINCT id % 2 ORDER BY id % 2 SEPARATOR '') FROM t
= 01
SELECT group_concat(DISTINCT name ORDER BY name DESC), group_concat(DISTINCT id ORDER BY id), group_concat(DISTINCT x = 1 ORDER BY x = 1) FROM (SELECT name, id, id AS x FROM t WHERE id < 3 UNION ALL SELECT NULL, 12, 1) q
= anna,Bob | 1,2,12 | 0,1
SELECT group_concat(DISTINCT x ORDER BY x) FROM (SELECT id AS x FROM t WHERE id < 0) q
= ~
SELECT id, row_number() OVER (ORDER BY id DESC), lag(id) OVER (ORDER BY id), sum(id) OVER (ORDER BY id) FROM t ORDER BY id LIMIT 2
= 1 | 4 | ~ | 1
= 2 | 3 | 1 | 3
SELECT rank() OVER w, dense_rank() OVER w FROM t WINDOW w AS (ORDER BY id % 2) ORDER BY 1, 2
= 1 | 1
= 1 | 1
= 3 | 2
= 3 | 2
SELECT x, first_value(x) OVER w, last_value(x) OVER w, nth_value(x, 2) OVER w FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 2 UNION ALL SELECT 4) q WINDOW w AS (ORDER BY x) ORDER BY x
= 1 | 1 | 1 | ~
= 2 | 1 | 2 | 2
= 2 | 1 | 2 | 2
= 4 | 1 | 4 | 2
SELECT x, ntile(2) OVER w, CAST(percent_rank() OVER w * 3 AS SIGNED), CAST(cume_dist() OVER w * 4 AS SIGNED) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 2 UNION ALL SELECT 4) q WINDOW w AS (ORDER BY x) ORDER BY 1, 2
= 1 | 1 | 0 | 1
= 2 | 1 | 1 | 3
= 2 | 2 | 1 | 3
= 4 | 2 | 3 | 4
SELECT x > 1, sum(x) OVER (ORDER BY x > 1 RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 4) q ORDER BY x
= 0 | 1
= 1 | 7
= 1 | 7
SELECT now(6) = now(6), sysdate(6) >= now(6), count(*) FROM (SELECT now(6) AS a) x, (SELECT now(6) AS a) y WHERE x.a = y.a
= 1 | 1 | 1
SELECT x.a, count(*) FROM (SELECT 1 AS id, 5 AS a) x JOIN (SELECT 1 AS id, 6 AS a) y USING (id) GROUP BY a
= 5 | 1
SELECT b / if(a BETWEEN 0 AND id, b, 0) AS g, count(*) FROM (SELECT CAST(1 AS DECIMAL(10, 2)) AS b, 1 AS a, 2 AS id) x GROUP BY g
= 1.000000 | 1
SELECT round(a % a, 0) FROM (SELECT CAST(5 AS UNSIGNED) AS a) x
= 0
SELECT CAST(var_pop(x) * 16 AS SIGNED), CAST(stddev_pop(x * x) * 1000 AS SIGNED), octet_length('é'), length(curtime()) FROM (SELECT 1 AS x UNION ALL SELECT 2 UNION ALL SELECT 2 UNION ALL SELECT 4) q
= 19 | 5761 | 2 | 8
SELECT SUM(i / 3) OVER () * 1000000 FROM (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3) AS q
= 2000000.0000
= 2000000.0000
= 2000000.0000
SELECT (i + 1000000) / 9999999 AS x, SUM(i) FROM (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3) AS q GROUP BY x
= 0.1000 | 6
SELECT SUM(i / 3) * 1000000 FROM (SELECT 1 AS i UNION ALL SELECT 2 UNION ALL SELECT 3) AS q
= 1999999.9990

# functions of text
SELECT concat('a', 1, 2.5), concat('a', NULL), concat_ws(',', 'a', NULL, 'b'), length('é'), char_length('é'), upper('aé'), lcase('AÉ')
= a12.5 | ~ | a,b | 2 | 1 | AÉ | aé
SELECT substring('hello', 2, 3), substr('hello', -3), substring('hello', 0), substring('hello' FROM 2 FOR 2), mid('hello', 2, -1), left('abc', 2), left('abc', -1), right('abc', 2), right('abc', 0), substring('abc', -9)
= ell | llo |  | el |  | ab |  | bc |  | 
SELECT concat('[', trim('  a '), ']'), ltrim('  a'), rtrim('a  '), replace('aXbX', 'X', '-'), reverse('abc'), repeat('ab', 2)
= [a] | a | a | a-b- | cba | abab
SELECT locate('b', 'abcb'), locate('b', 'abcb', 3), locate('z', 'a'), instr('abc', 'c'), position('b' IN 'abc'), lpad('a', 3, 'xy'), lpad('abc', 2, 'x'), rpad(7, 3, '0')
= 2 | 4 | 0 | 3 | 2 | xya | ab | 700
SELECT hex('é'), hex(255), unhex('6162') = 'ab', md5('a'), sha1('a')
= C3A9 | FF | 1 | 0cc175b9c0f1b6a831c399e269772661 | 86f7e437faa5a7fce15d1ddcb9eaeaea377667b8
SELECT if(1 > 2, 'a', 'b'), ifnull(NULL, 'x'), nullif(1, 1), coalesce(NULL, NULL, 3), isnull(NULL), greatest(1, 3, 2), least(1, NULL), greatest('a', 'b')
= b | x | ~ | 3 | 1 | 3 | ~ | b
SELECT trim(LEADING 'x' FROM 'xxabxx'), trim(TRAILING 'x' FROM 'xxabxx'), trim(BOTH 'x' FROM 'xxabxx'), trim('ab' FROM 'ababcab'), trim(LEADING FROM '  a '), trim('' FROM 'a'), trim('.' FROM '.a.'), trim(NULL FROM 'a')
= abxx | xxab | ab | c | a  | a | a | ~
SELECT field('b', 'a', 'b', 'c'), field('z', 'a'), field(2, 1, 2), field(NULL, 'a'), elt(2, 'a', 'b'), elt(3, 'a', 'b'), elt(0, 'a'), elt(-1, 'a'), elt(NULL, 'a')
= 2 | 0 | 2 | 0 | b | ~ | ~ | ~ | ~
SELECT sha2(x'ff', 256) = 'a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89', field(NULL, 'a', NULL), trim('leading' FROM 'leadingfoo')
= 1 | 0 | foo
SELECT strcmp('a', 'b'), strcmp('b', 'a'), strcmp('a', 'a'), strcmp('a', NULL), concat('[', space(2), ']'), sha2('a', 256)
= -1 | 1 | 0 | ~ | [  ] | ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb
SELECT 'abc' REGEXP 'b', 'abc' REGEXP '^b', 'abc' NOT REGEXP '^b', NOT 'abc' RLIKE 'b', 'a1' REGEXP '[[:digit:]]$', 12 REGEXP '^1', NULL REGEXP 'a', 'a.b' REGEXP 'a\\.b', 'xyz' REGEXP concat('^', 'x')
= 1 | 0 | 1 | 0 | 1 | 1 | ~ | 1 | 1
SELECT id FROM t WHERE name REGEXP 'n+a$|^B' AND id + 1 > 1 ORDER BY id
= 1
= 2
SELECT regexp_like('Abc', 'a'), regexp_like('Abc', 'a', 'i'), regexp_substr('abc123', '[0-9]+'), regexp_substr('abc', '[0-9]'), regexp_replace('a1b22', '[0-9]+', '#')
= 0 | 1 | 123 | ~ | a#b#
SELECT str_to_date('2024-05-06', '%Y-%m-%d'), str_to_date('6.5.2024', '%d.%m.%Y'), str_to_date('2024-05-06 07:08:09 and more', '%Y-%m-%d'), str_to_date('May 6, 2024 7:08:09 PM', '%M %e, %Y %l:%i:%s %p'), str_to_date('20240506T070809', '%Y%m%dT%H%i%s'), str_to_date('nothing', '%Y-%m-%d'), str_to_date('2024-13-01', '%Y-%m-%d'), str_to_date(NULL, '%Y-%m-%d')
= 2024-05-06 | 2024-05-06 | 2024-05-06 | 2024-05-06 19:08:09 | 2024-05-06 07:08:09 | ~ | ~ | ~
SELECT str_to_date('May 1, 2013', '%M %d,%Y'), str_to_date('2013-05-01', '%Y-%m-%d %H:%i:%s'), str_to_date(' 1 12  2013', '%d %m %Y'), str_to_date('2013-05-01x', '%Y-%m-%d %H:%i'), str_to_date('100%2013-1-2', '100%%%Y-%m-%d')
= 2013-05-01 | 2013-05-01 00:00:00 | 2013-12-01 | ~ | ~
SELECT week('2024-01-07'), week('2024-01-07', 3), week('2024-01-07', 5), week('2024-12-31', 0), from_days(739251), from_days(to_days('2024-05-06')) = '2024-05-06'
= 1 | 1 | 1 | 52 | 2024-01-01 | 1
SELECT js->'$.a', js->>'$.a', x.js->>'$.c.f' + 1, json_extract(js, '$.c'), json_unquote(json_extract(js, '$.c."d e"')), js->>'$.none', js->>'$.nil', json_valid(js), json_valid('{') FROM (SELECT '{"a": "x", "b": [1, 2], "c": {"d e": 5, "f": 2}, "nil": null}' AS js) x WHERE js->>'$.a' = 'x'
= "x" | x | 3.0 | {"f": 2, "d e": 5} | 5 | ~ | null | 1 | 0
SELECT json_extract(v, '$.k') AS k FROM a GROUP BY k ORDER BY k
= ~
= [1, "x"]
SELECT DISTINCT v->'$.k' FROM a ORDER BY 1
= ~
= [1, "x"]
SELECT count(*) FROM (SELECT v->'$.k[0]' AS k FROM a) x WHERE x.k = 1
= 1
SELECT id FROM a WHERE v->'$.k[0]' IN (SELECT 1)
= 1
SELECT max(v->'$.k') FROM a
= [1, "x"]
SELECT id FROM a WHERE v->'$.k[0]' = 1 AND v->'$.k[1]' = 'x' AND v->>'$.k[1]' = 'x'
= 1
SELECT v->'$.k' AS k FROM a WHERE id = 1 ORDER BY id
= [1, "x"]
SELECT 1 FROM t WHERE json_extract(name, '$.a') = 'x'
! 3141 Invalid JSON text
SELECT name->'$.a' = 'x' FROM t
! 3141 Invalid JSON text
SELECT name->'$.*' FROM t
! 3141 Invalid JSON text
SELECT name->'$[0]' FROM t
! 3141 Invalid JSON text
SELECT name->'$.a' AS a FROM t ORDER BY a
! 3141
SELECT * FROM (SELECT name->'$.a' AS a FROM t) x WHERE a = 'x'
! 3141
SELECT DISTINCT name->'$.a' FROM t
! 3141
SELECT json_unquote(json_extract(name, '$.a') = 'x') FROM t
! 3141 Invalid JSON text
SELECT 'a' COLLATE utf8mb4_general_ci REGEXP 'A'
= 1
SELECT regexp_like('a' COLLATE utf8mb4_general_ci, 'A')
= 1
SELECT strcmp(strcmp(strcmp(strcmp(strcmp(strcmp(strcmp('a', 'b'), 'b'), 'b'), 'b'), 'b'), 'b'), 'b')
= -1
SELECT 1->'$.a'
! 1064
SELECT regexp_replace('a', '(a)', '$1')
= a
SELECT regexp_like('a', 'a', 'm')
= 1
SELECT 'a' REGEXP 'b' | 1
= 0
SELECT str_to_date('07:08', '%H:%i')
= 07:08:00

# functions that are computed outside of the engine (expected values: a real server's; where servers differ, MySQL's manual)
SELECT conv('a', 16, 2), conv('6E', 18, 8), conv(-17, 10, -18), conv(-17, 10, 16), conv(10 + '10' + 10 + 0x0a, 10, 10), conv(NULL, 10, 2), conv(5, 1, 2), bin(12), bin(-1), oct(12), hex(conv('ff', 16, 10)), bin(NULL)
= 1010 | 172 | -H | FFFFFFFFFFFFFFEF | 40 | ~ | ~ | 1100 | 1111111111111111111111111111111111111111111111111111111111111111 | 14 | 323535 | ~
SELECT ascii('2'), ascii(2), ascii('dx'), ascii(''), ascii(NULL), ord('2'), ord('é'), ord('€'), bit_count(29), bit_count(-1), bit_count('7'), bit_length('text'), bit_length('é')
= 50 | 50 | 100 | 0 | ~ | 50 | 50089 | 14844588 | 4 | 64 | 3 | 32 | 16
SELECT format(12332.123456, 4), format(12332.1, 4), format(12332.2, 0), format(-1234567.895, 2), format(999, 2), format(0.5, 0), format(NULL, 2), format(1e10, 1), format(12, -1)
= 12,332.1235 | 12,332.1000 | 12,332 | -1,234,567.90 | 999.00 | 1 | ~ | 10,000,000,000.0 | 12
SELECT inet_aton('10.0.5.9'), inet_aton('127.1'), inet_aton('127.2.1'), inet_aton('1.2.3.256'), inet_aton('x'), inet_ntoa(167773449), inet_ntoa(-1), inet_ntoa(4294967296), is_ipv4('10.0.5.9'), is_ipv4('10.0.5.256'), is_ipv4(NULL)
= 167773449 | 2130706433 | 2130837505 | ~ | ~ | 10.0.5.9 | ~ | ~ | 1 | 0 | ~
SELECT char(77, 121, 83, 81, '76'), char(77, NULL, '77.3'), char(50089), char(65 USING utf8mb4), concat('a', char(9), 'b'), length(char(0)), char(256) = concat(char(1), char(0))
= 4d7953514c | 4d4d | c3a9 | A | 610962 | 1 | 1
SELECT insert('Quadratic', 3, 4, 'What'), insert('Quadratic', -1, 4, 'What'), insert('Quadratic', 3, 100, 'What'), insert('äöü', 2, 1, 'x'), insert('abc', 4, 1, 'x'), insert('abc', 1, 0, 'x'), insert(NULL, 1, 1, 'x')
= QuWhattic | Quadratic | QuWhat | äxü | abc | xabc | ~
SELECT quote('Don''t!'), quote(NULL), quote('a\\b'), soundex('Hello'), soundex('Quadratically'), soundex(''), soundex('Robert'), soundex('Ashcraft'), soundex('Pfister'), soundex('  x-y z')
= 'Don\'t!' | NULL | 'a\\b' | H400 | Q36324 |  | R163 | A2613 | P236 | X000
SELECT make_set(1, 'a', 'b', 'c'), make_set(1 | 4, 'hello', 'nice', 'world'), make_set(1 | 4, 'hello', 'nice', NULL, 'world'), make_set(0, 'a'), make_set(NULL, 'a'), export_set(5, 'Y', 'N', ',', 4), export_set(6, '1', '0', ',', 10), length(export_set(5, 'Y', 'N'))
= a | hello,world | hello |  | ~ | Y,N,Y,N | 0,1,1,0,0,0,0,0,0,0 | 127
SELECT crc32('MariaDB'), crc32('mariadb'), crc32(''), crc32(NULL), crc32(x'ff00'), sha2('abc', 224), sha2('abc', 0), sha2('abc', 384) = sha2('abc', 385), left(sha2('abc', 512), 16), left(sha2('abc', 384), 16)
= 4227209140 | 2594253378 | 0 | ~ | 3539857293 | 23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7 | ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad | ~ | ddaf35a193617aba | cb00753f45a35e8b
SELECT to_base64('abc'), from_base64(to_base64('abc')) = 'abc', to_base64(x'ff00'), hex(from_base64('/wA=')), from_base64('a'), length(to_base64(repeat('a', 60))), to_base64('')
= YWJj | 1 | /wA= | FF00 | ~ | 81 | 
SELECT addtime('2007-12-31 23:59:59.999999', '1 1:1:1.000002'), addtime('01:59:59.999999', '01:00:01.000001'), subtime('2007-12-31 23:59:59', '1 1:1:1'), subtime('01:00:00', '02:00:00'), addtime('838:00:00', '10:00:00'), addtime('10:00', '00:00:01'), addtime(NULL, '1:1:1')
= 2008-01-02 01:01:01.000001 | 03:00:01 | 2007-12-30 22:58:58 | -01:00:00 | 838:59:59 | 10:00:01 | ~
SELECT makedate(2011, 31), makedate(2011, 32), makedate(2011, 365), makedate(2014, 365), makedate(2011, 0), makedate(70, 1), makedate(69, 1), maketime(12, 15, 30), maketime(-1, 59, 59), maketime(1, 60, 0), maketime(900, 0, 0), maketime(1, 2, 3.5)
= 2011-01-31 | 2011-02-01 | 2011-12-31 | 2014-12-31 | ~ | 1970-01-01 | 2069-01-01 | 12:15:30 | -01:59:59 | ~ | 838:59:59 | 01:02:03.5
SELECT sec_to_time(2378), sec_to_time(-3661), sec_to_time(10000000), sec_to_time(86400), time_to_sec('22:23:00'), time_to_sec('00:39:38'), time_to_sec('-100:00:01'), time_to_sec('2024-01-01 01:00:00'), time_to_sec(101112), time_to_sec('10:11:12.9')
= 00:39:38 | -01:01:01 | 838:59:59 | 24:00:00 | 80580 | 2378 | -360001 | 3600 | 36672 | 36672
SELECT period_add(200801, 2), period_add(200801, -2), period_add(9912, 1), period_diff(200802, 200703), period_diff(0801, 200702)
= 200803 | 200711 | 200001 | 11 | 11
SELECT timestamp('2003-12-31') = '2003-12-31 00:00:00', timestamp('2003-12-31 12:00:00', '12:00:00'), timestampadd(MINUTE, 1, '2003-01-02'), timestampadd(WEEK, 1, '2003-01-02'), timestampadd(MONTH, -1, '2024-03-31'), timestampadd(SECOND, 30, '2024-03-31 00:00:45'), to_seconds('2009-11-29'), to_seconds('2009-11-29 13:43:32'), to_seconds(NULL)
= 1 | 2004-01-01 00:00:00 | 2003-01-02 00:01:00 | 2003-01-09 | 2024-02-29 | 2024-03-31 00:01:15 | 63426672000 | 63426721412 | ~
SELECT week('2008-02-20'), week('2008-02-20', 0), week('2008-02-20', 1), week('2008-12-31', 1), week('2000-01-01', 0), week('2000-01-01', 2), week('2006-12-31', 4), week('2006-12-31', 6), week('2023-01-01', 7), week('2024-12-30', 6), week('2024-12-31', 2), week('2022-01-01', 4), week('2021-01-03', 7)
= 7 | 7 | 8 | 53 | 0 | 52 | 53 | 1 | 52 | 1 | 52 | 0 | 52
SELECT yearweek('1987-01-01'), yearweek('1987-01-01', 1), yearweek('2000-01-01'), yearweek('2024-12-30', 3), yearweek('2024-12-31', 5), yearweek('2023-01-01', 7), extract(WEEK FROM '2024-01-07'), extract(YEAR_MONTH FROM '2009-07-02')
= 198652 | 198701 | 199952 | 202501 | 202453 | 202252 | 1 | 200907
SELECT date_format('2009-10-04 22:23:00', '%W %M %Y'), date_format('1900-10-04 22:23:00', '%D %y %a %d %m %b %j'), date_format('1997-10-04 22:23:00', '%H %k %I %r %T %S %w'), date_format('1999-01-01', '%X %V'), date_format('1999-01-01', '%x %v %U %u'), date_format('2006-06-21', concat('%', 'd')), date_format('2024-01-02 03:04:05.6', '%f %D %h'), date_format('2024-01-11', '%D'), date_format('2024-01-01', '%%D %D %q')
= Sunday October 2009 | 4th 00 Thu 04 10 Oct 277 | 22 22 10 10:23:00 PM 22:23:00 00 6 | 1998 52 | 1998 53 00 00 | 21 | 600000 2nd 03 | 11th | %D 1st q
SELECT from_unixtime(1447430881, '%Y %D %M %h:%i:%s %x'), from_unixtime(0, '%Y')
= 2015 13th November 04:08:01 2015 | 1970
SELECT acos(1), acos(1.5), asin(0), asin(-2), atan(1, 0) > 1.57, bit_and(n), bit_or(n), bit_xor(n) FROM (SELECT 6 AS n UNION ALL SELECT 3) x
= 0.0 | ~ | 0.0 | ~ | 1 | 2 | 7 | 5
SELECT bit_and(n), bit_or(n), bit_xor(n), count(*) FROM (SELECT 6 AS n) x WHERE n > 9
= 18446744073709551615 | 0 | 0 | 0
SELECT json_length('[1, 2, {"a": 3}]'), json_length('{"a": 1, "b": {"c": 30}}'), json_length('{"a": 1, "b": {"c": 30}}', '$.b'), json_length('1'), json_length(NULL), json_length('[]'), json_length('{"a":1}', '$.x'), json_depth('{}'), json_depth('[10, {"a": 20}]'), json_depth('true')
= 3 | 2 | 1 | 1 | ~ | 0 | ~ | 1 | 3 | 1
SELECT json_type('{"a": [10, true]}'), json_type('[1]'), json_type('"s"'), json_type('1'), json_type('1.5'), json_type('true'), json_type('null'), json_type('-1'), json_keys('{"a": 1, "b": {"c": 30}}'), json_keys('{"a": 1, "b": {"c": 30}}', '$.b'), json_keys('[1]'), json_quote('null'), json_quote('"null"'), json_quote('[1, 2, 3]')
= OBJECT | ARRAY | STRING | INTEGER | DOUBLE | BOOLEAN | NULL | INTEGER | ["a", "b"] | ["c"] | ~ | "null" | "\"null\"" | "[1, 2, 3]"
SELECT json_contains('{"a": 1, "b": 2, "c": {"d": 4}}', '1', '$.a'), json_contains('{"a": 1, "b": 2, "c": {"d": 4}}', '1', '$.b'), json_contains('{"a": 1, "b": 2, "c": {"d": 4}}', '{"d": 4}', '$.c'), json_contains('[1, 2, 3]', '[3, 1]'), json_contains('[1, 2]', '4'), json_contains('[1, [2]]', '[2]'), json_contains('[1.0, 2]', '1'), json_contains('["a"]', '"a"'), json_contains('{"a": 1}', '{}'), json_contains('[1]', '1', '$.x')
= 1 | 0 | 1 | 1 | 0 | 1 | 1 | 1 | 1 | ~
SELECT json_contains_path('{"a": 1, "b": 2, "c": {"d": 4}}', 'one', '$.a', '$.e'), json_contains_path('{"a": 1, "b": 2, "c": {"d": 4}}', 'all', '$.a', '$.e'), json_contains_path('{"a": 1, "b": 2, "c": {"d": 4}}', 'one', '$.c.d'), json_contains_path('[1, [2]]', 'one', '$[1][0]')
= 1 | 0 | 1 | 1
SELECT json_overlaps('[1,3,5,7]', '[2,5,7]'), json_overlaps('[1,3,5,7]', '[2,6,8]'), json_overlaps('{"a":1,"b":10,"d":10}', '{"c":1,"e":10,"f":1,"d":10}'), json_overlaps('5', '5'), json_overlaps('[[1,2],[3,4],5]', '[1,[2,3],[4,5]]'), json_overlaps('[4,5,6,7]', '6')
= 1 | 0 | 1 | 1 | 0 | 1
SELECT json_merge_patch('[1, 2]', '[true, false]'), json_merge_patch('{"name": "x"}', '{"id": 47}'), json_merge_patch('{"a": 1, "b": 2}', '{"a": 3, "c": 4}', '{"a": null}'), json_merge_patch('{"a":{"x":1}}', '{"a":{"y":2}}'), json_merge_preserve('[1, 2]', '[true, false]'), json_merge_preserve('{"name": "x"}', '{"id": 47}'), json_merge_preserve('1', 'true'), json_merge_preserve('{"a": 1, "b": 2}', '{"a": 3, "c": 4}'), json_remove('["a", ["b", "c"], "d"]', '$[1]'), json_remove('{"a": 1, "b": 2}', '$.a', '$.z')
= [true, false] | {"id": 47, "name": "x"} | {"b": 2, "c": 4} | {"a": {"x": 1, "y": 2}} | [1, 2, true, false] | {"id": 47, "name": "x"} | [1, true] | {"a": [1, 3], "b": 2, "c": 4} | ["a", "d"] | {"b": 2}
SELECT json_keys('{"bb": 1, "a": 2, "c\\u00e9": {"x": 1.50, "y": 1e20, "z": 100000.0}}'), json_merge_patch('{}', '{"bb": 1, "a": 2, "x": 1.50, "y": 1e20, "w": 100000.0, "v": "a\\nb/é\\u0001"}')
= ["a", "bb", "cé"] | {"a": 2, "v": "a\nb/é\u0001", "w": 100000.0, "x": 1.5, "y": 1e20, "bb": 1}
SELECT concat_ws(',', conv('zz', 36, 10), conv('18446744073709551616', 10, 10), conv('-1', 10, 10), conv('8000000000000000', 16, -10), conv('', 10, 2), conv('12x', 10, 8))
= 1295,18446744073709551615,18446744073709551615,-9223372036854775808,14
SELECT utc_time() IS NOT NULL, utc_time IS NOT NULL, time_to_sec(NULL), quote(12), soundex(NULL), concat(bin(5), ''), bin(5) + 1, crc32('a') + 1
= 1 | 1 | ~ | '12' | ~ | 101 | 102.0 | 3904355908
SELECT hex(uuid_to_bin('6ccd780c-baba-1026-9564-5b8c656024db')), hex(uuid_to_bin('6ccd780c-baba-1026-9564-5b8c656024db', 1)), bin_to_uuid(uuid_to_bin('6ccd780c-baba-1026-9564-5b8c656024db', 1), 1), bin_to_uuid(x'6ccd780cbaba102695645b8c656024db'), is_uuid('6ccd780c-baba-1026-9564-5b8c656024db'), is_uuid('{6CCD780C-BABA-1026-9564-5B8C656024DB}'), is_uuid('x'), is_uuid(NULL)
= 6CCD780CBABA102695645B8C656024DB | 1026BABA6CCD780C95645B8C656024DB | 6ccd780c-baba-1026-9564-5b8c656024db | 6ccd780c-baba-1026-9564-5b8c656024db | 1 | 1 | 0 | ~
SELECT uuid_to_bin('x')
! 1411 Incorrect string value: 'x' for function uuid_to_bin
SELECT timestamp('2024-01-01 10:00:00'), timestamp('2024-01-01 10:00:00.5'), timestamp(d), sec_to_time(1.5) FROM t WHERE id = 1
= 2024-01-01 10:00:00 | 2024-01-01 10:00:00.5 | 2024-01-07 00:00:00 | 00:00:01.5
SELECT starts_with('abc', 'ab'), ends_with('abc', 'bc'), nvl(NULL, 2), null_or_empty(''), not_null_or_empty('a'), to_date('2024-01-01 10:00:00'), approx_count_distinct(id % 2), ndv(name) FROM t
= 1 | 1 | 2 | 1 | 1 | 2024-01-01 | 2 | 3
SELECT name, crc32(name) AS c, conv(id, 10, 2) FROM t WHERE length(bin(id)) > 1 ORDER BY c LIMIT 1
= ~ | ~ | 100
SELECT bin()
! 1582 Incorrect parameter count in the call to native function 'bin'
SELECT conv(1, 2)
! 1582 Incorrect parameter count in the call to native function 'conv'
SELECT json_length('{')
! 3141 Invalid JSON text
SELECT json_length('{}', 'x')
! 3143 Invalid JSON path expression: 'x'
SELECT json_length('{}', '$.*')
! 3149 In this situation, path expressions may not contain
SELECT json_contains_path('{}', 'any', '$.a')
! 3154 The oneOrAll argument
SELECT format(1, 2, 'de_DE')
! 1235 This version of Tributary doesn't yet support 'FORMAT with the locale de_DE'
SELECT bitmap_union(1)
! 1235 This version of Tributary doesn't yet support 'function bitmap_union'
SELECT aes_encrypt('a', 'b')
! 1235 This version of Tributary doesn't yet support 'function aes_encrypt'
SELECT CURRENT_USER
! 1235 This version of Tributary doesn't yet support 'function current_user'
SELECT JSON_ARRAY(1.50, JSON_ARRAY(2.50), 0.5), JSON_EXTRACT(JSON_ARRAY(1.50), '$[0]'), JSON_EXTRACT('[1.50]', '$[0]'), JSON_SET('[1.50]', '$[1]', 2.50)
= [1.50, [2.50], 0.5] | 1.50 | 1.5 | [1.5, 2.50]
SELECT CAST(JSON_ARRAY(1.50) AS CHAR), CAST('[1.50]' AS JSON), JSON_OBJECTAGG('a', price) FROM t WHERE id = 1
= [1.50] | [1.5] | {"a": 10.50}
SELECT JSON_ARRAY(MAX(id = 1)), JSON_ARRAY(MAX(id) = 4), JSON_ARRAY(JSON_VALID('x'), JSON_CONTAINS('[1]', '1'), TRUE) FROM t
= [1] | [true] | [false, true, true]

# what is no number of MySQL
SELECT 1e308 * 10
! 1690 DOUBLE value is out of range
SELECT x, exp(id * 1000) AS e FROM k
! 1690 DOUBLE value is out of range in 'EXP'
SELECT sum(x * 1e308) FROM k
! 1690 DOUBLE value is out of range
SELECT pow(0, -1)
! 1690

# functions of numbers
SELECT abs(-3), sign(-2), round(2.5), round(-2.5), round(1.255, 2), round(25, -1), truncate(1.567, 1), floor(-1.5), ceil(1.2), floor(3), ceiling(7)
= 3 | -1 | 3 | -3 | 1.26 | 30 | 1.5 | -2 | 2 | 3 | 7
SELECT power(2, 3), sqrt(9), sqrt(-1), ln(0), log(2, 8), log10(100), mod(7, 4), pi() > 3
= 8.0 | 3.0 | ~ | ~ | 3.0 | 2.0 | 3 | 1
SELECT cast('12' AS SIGNED), cast(2.5 AS SIGNED), cast('2024-01-05' AS DATE), cast(1.255 AS DECIMAL(10,2)), cast(5 AS CHAR), cast('hello' AS CHAR(2)), convert('7', SIGNED), convert('x' USING utf8mb4), cast('2024-01-05 03:04:05' AS DATETIME)
= 12 | 3 | 2024-01-05 | 1.26 | 5 | he | 7 | x | 2024-01-05 03:04:05
SELECT ROUND(18446744073709551615, -1), ROUND(18446744073709551604, -1)
! 1690
SELECT ROUND(18446744073709551604, -1), ROUND(u, -2), ABS(i) FROM (SELECT CAST(4294967295 AS UNSIGNED) AS u, CAST(-128 AS TINYINT) AS i) AS q
= 18446744073709551600 | 4294967300 | 128

# functions of time
SELECT year(d), month(d), day(d), hour(at), minute(at), second(at), dayofweek(d), weekday(d), dayofyear(d), quarter(d), dayname(d), last_day(d) FROM t WHERE id = 1
= 2024 | 1 | 7 | 3 | 4 | 5 | 1 | 6 | 7 | 1 | Sunday | 2024-01-31
SELECT year('2024-05-06'), date('2024-05-06 07:08:09'), extract(MONTH FROM '2024-05-06'), datediff('2024-02-01', '2024-01-01 23:00:00'), to_days('2024-01-01')
= 2024 | 2024-05-06 | 5 | 31 | 739251
SELECT date_format(at, '%Y-%m-%d %H:%i:%s %W %M %e %c %k %% %T') FROM t WHERE id = 1
= 2024-01-07 03:04:05 Sunday January 7 1 3 % 03:04:05
SELECT date_add(d, INTERVAL 1 MONTH), date_sub(d, INTERVAL 2 DAY), date_add(d, INTERVAL 1 HOUR), date_add('2024-01-31', INTERVAL 1 MONTH), adddate(d, 3) FROM t WHERE id = 1
= 2024-02-07 | 2024-01-05 | 2024-01-07 01:00:00 | 2024-02-29 | 2024-01-10
SELECT at + INTERVAL 1 DAY, at - INTERVAL (1 + 1) HOUR FROM t WHERE id = 1
= 2024-01-08 03:04:05 | 2024-01-07 01:04:05
SELECT timestampdiff(MONTH, '2024-01-31', '2024-02-29'), timestampdiff(YEAR, '2020-02-29', '2021-02-28'), timestampdiff(YEAR, '2020-02-28', '2021-02-28'), timestampdiff(MONTH, '2024-03-01', '2024-01-31'), timestampdiff(QUARTER, '2024-01-15 10:00:00', '2024-07-15 09:59:59'), timestampdiff(MONTH, NULL, d) FROM t WHERE id = 1
= 0 | 0 | 1 | -1 | 1 | ~
SELECT !1 + 1, !0 + 1, !5 - 1, !NULL, !(1 = 2) * 3, !!1, !b FROM k WHERE id = 1
= 1 | 2 | -1 | ~ | 3 | 1 | 0
SELECT floor(floor(floor(floor(floor(floor(floor(ceil(ceil(ceil(ceil(1.5)))))))))))
= 2
SELECT round(round(round(round(round(round(2.345, 2), 2), 2), 2), 2), 1)
= 2.4
SELECT truncate(truncate(truncate(truncate(truncate(truncate(truncate(2.345, 1), 1), 1), 1), 1), 1), 1)
= 2.3
SELECT timestampdiff(MONTH, '2024-01-31', '2024-03-30'), timestampdiff(SECOND, '2024-01-01', '2024-01-01 00:01:00')
= 1 | 60
SELECT unix_timestamp('2024-07-01 12:00:00'), from_unixtime(1719828000)
= 1719835200 | 2024-07-01 10:00:00
SELECT now() = current_timestamp, curdate() = date(now()), now() >= '2026-01-01', database(), schema()
= 1 | 1 | 1 | shop | shop
SELECT d = '2024-01-07', at > '2024-01-01', at = '2024-01-07 03:04:05' FROM t WHERE id = 1
= 1 | 1 | 1
SELECT id FROM t WHERE at BETWEEN '2024-01-01' AND '2024-12-31' ORDER BY id
= 1
SELECT SEC_TO_TIME(2 / 3), MAKETIME(1, 1, 2 / 3), CAST(1e10 AS TIME), '2024-01-01' + INTERVAL 3.5 DAY, DATE '2024-01-01' + INTERVAL 1e20 DAY
= 00:00:00.6667 | 01:01:00.6667 | 00:00:00 | 2024-01-05 | ~
SELECT DATE '2024-02-29' <= '2024-02-31', DATE '2024-03-01' <= '2024-02-31', DATE '2024-02-29' = '2024-02-30', name > DATE '2024-02-29' FROM (SELECT '2024-02-30' AS name) AS q
= 1 | 0 | 0 | 1
SELECT DATE '2024-02-29' <= '2024-02-32'
! 1525 Incorrect DATE value: '2024-02-32'

# refusals
SELECT nosuch(1)
! 1305 FUNCTION shop.nosuch does not exist
SELECT `read_csv`('/etc/passwd')
! 1305 FUNCTION shop.read_csv does not exist
SELECT * FROM read_csv('/etc/passwd')
! 1235
SELECT * FROM range(3)
! 1235
SELECT getenv('HOME')
! 1305
SELECT version()
! 1235 This version of Tributary doesn't yet support 'function version'
SELECT shop.array_sort(1)
! 1305 FUNCTION shop.array_sort does not exist
SELECT shop.abs(1)
! 1305
SELECT system.main.abs(1)
! 1305
SELECT * FROM tributary.system
! 1109
SELECT * FROM `tributary`.`system`
! 1109
SELECT * FROM `$store`.tributary.system
! 1049
SELECT tributary.system.value FROM t
! 1054
SELECT * FROM memory.mysql.x
! 1049
SELECT * FROM information_schema.nothing
! 1109
SELECT * FROM mysql.nothing
! 1109
SELECT * FROM memory.`$information_schema`.x.y
! 1064
SELECT * FROM duckdb_secrets
! 1146
SELECT * FROM `DuckDB_tables` x
! 1146
SELECT * FROM sqlite_master
! 1146
SELECT * FROM pragma_database_list
! 1146
SELECT * FROM t, pg_tables
! 1146
SELECT * FROM t, system.pg_catalog.pg_tables
! 1049
SELECT * FROM t, temp.x
! 1049
SELECT * FROM (t, (e, memory.x))
! 1049
SELECT * FROM shop.tributary.system
! 1049
SELECT * FROM t JOIN e ON e.id = t.id, main.x
! 1049
SELECT * FROM BINARY pg_tables
! 1146
SELECT * FROM SQL_CACHE pg_tables
! 1146
SELECT * FROM USE INDEX (a) pg_tables
! 1064
SELECT * FROM t set, pg_tables
! 1064
SELECT * FROM LATERAL pg_tables
! 1064
SELECT (SELECT count(*) FROM t WHERE id IN (SELECT 1 FROM pg_tables))
! 1146
WITH x AS (FROM pg_tables) SELECT * FROM x
! 1064
SELECT * FROM (TABLE pg_tables) x
! 1146
SELECT * FROM (SHOW ALL TABLES)
! 1064
SELECT * FROM (DESCRIBE t)
! 1146
SELECT * FROM (DESC t)
! 1146
SELECT * FROM t, duckdb_tables() AS (a int)
! 1235
SELECT pg_t.id AS pg_id, system.id AS main FROM t pg_t, s AS system WHERE pg_t.id = system.id ORDER BY pg_id DESC LIMIT 1
= 2 | 2
SELECT 1 LIMIT
! 1064
SELECT * FROM '/etc/passwd'
! 1064
SELECT * FROM t, 'pg_tables'
! 1064
SELECT cast(1 AS DECIMAL('9,0)), (SELECT 2), CAST(1 AS DECIMAL(9,0'))
! 1064
SELECT cast(1 AS CHAR('1); DELETE FROM t; SELECT (1'))
! 1064
WITH x ('a) AS (SELECT 1) SELECT * FROM x -- ') AS (SELECT 1) SELECT 1
! 1064
SELECT * FROM `/etc/passwd`
! 1146
SELECT 1; SELECT 2
! 1064
SELECT 'open
! 1064
SELECT /* open
! 1064
SELECT 1::int
! 1064
SELECT {1}
! 1064
SELECT $1
! 1054
SELECT @x
! 1235
SELECT {'a': 1}
! 1064
COPY t TO '/tmp/x'
! 1064
SET threads = 1
! 1064
ATTACH ':memory:' AS x
! 1064
INSTALL json
! 1064
PRAGMA version
! 1064
SELECT nope FROM t
! 1054 Unknown column 'nope' in 'field list'
SELECT t.nope FROM t
! 1054
SELECT z.id FROM t
! 1054
SELECT * FROM nope
! 1146 Table 'shop.nope' doesn't exist
SELECT * FROM shop.nope
! 1146 Table 'shop.nope' doesn't exist
SELECT * FROM other.nope
! 1049 Unknown database 'other'
SELECT FROM t
! 1064
SELEC 1
! 1064
SELECT count(*) FROM t FOR UPDATE SKIP LOCKED
! 1235 This version of Tributary doesn't yet support 'SKIP LOCKED' of tables in the embedded engine, which has no row locks

# what MySQL refuses of groups and windows
SELECT SUM(id) FROM t GROUP BY 1
! 1056 Can't group on 'SUM(id)'
SELECT SUM(id) AS s FROM t GROUP BY s
! 1056 Can't group on 's'
SELECT SUM(id) OVER () AS w FROM t GROUP BY w
! 3594 You cannot use the alias 'w' of an expression containing a window function in this context.'
SELECT SUM(id) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED FOLLOWING AND CURRENT ROW) FROM t
! 3584 Window '<unnamed window>': frame start cannot be UNBOUNDED FOLLOWING.
SELECT SUM(id) OVER w FROM t WINDOW w AS (ORDER BY id ROWS BETWEEN CURRENT ROW AND UNBOUNDED PRECEDING)
! 3585 Window 'w': frame end cannot be UNBOUNDED PRECEDING.
SELECT SUM(id) OVER (ORDER BY id ROWS BETWEEN 1 FOLLOWING AND 1 PRECEDING) FROM t
! 3586 Window '<unnamed window>': frame start or end is negative, NULL or of non-integral type
SELECT SUM(id) OVER (ORDER BY id ROWS 1.5 PRECEDING) FROM t
! 3586 Window '<unnamed window>': frame start or end is negative
SELECT SUM(id) OVER (ORDER BY id ROWS -1 PRECEDING) FROM t
! 3586 Window '<unnamed window>': frame start or end is negative
SELECT SUM(id) OVER (ORDER BY id ROWS 1 FOLLOWING) FROM t
! 1064 You have an error in your SQL syntax
SELECT SUM(id) OVER (ORDER BY name RANGE 1 PRECEDING) FROM t
! 3587 Window '<unnamed window>' with RANGE N PRECEDING/FOLLOWING frame requires exactly one ORDER BY expression
SELECT SUM(id) OVER (ORDER BY id, price RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING) FROM t
! 3587 Window '<unnamed window>' with RANGE N PRECEDING/FOLLOWING frame
SELECT SUM(id) OVER (ORDER BY d RANGE 1 PRECEDING) FROM t
! 3588 Window '<unnamed window>' with RANGE frame has ORDER BY expression of datetime type. Only INTERVAL bound value allowed.
SELECT SUM(id) OVER (ORDER BY id RANGE INTERVAL 1 DAY PRECEDING) FROM t
! 3589 Window '<unnamed window>' with RANGE frame has ORDER BY expression of numeric type, INTERVAL bound value not allowed.
SELECT SUM(id) OVER (ORDER BY id ROWS id PRECEDING) FROM t
! 3590 Window '<unnamed window>' has a non-constant frame bound.
SELECT SUM(id) OVER (ORDER BY d ROWS INTERVAL 1 DAY PRECEDING) FROM t
! 3596 Window '<unnamed window>': INTERVAL can only be used with RANGE frames.
SELECT SUM(id) OVER (ORDER BY price RANGE 10.5 PRECEDING) FROM t ORDER BY id
= 1
= 3
= 5
= 4
SELECT SUM(id + RANK() OVER (ORDER BY id)) FROM t
! 3593 You cannot use the window function 'rank' in this context.'
SELECT SUM(SUM(id) OVER ()) OVER () FROM t
! 3593 You cannot use the window function 'sum' in this context.'
SELECT id FROM t WHERE RANK() OVER (ORDER BY id) = 1
! 3593 You cannot use the window function 'rank' in this context.'
SELECT RANK() OVER (ORDER BY RANK() OVER (ORDER BY id)) FROM t
! 3595 You cannot nest a window function in the specification of window '<unnamed window>'.
SELECT GROUPING(id) FROM t GROUP BY id
! 1111 Invalid use of group function
SELECT GROUPING(price) FROM t GROUP BY id WITH ROLLUP
! 3602 Argument #1 of GROUPING function is not in GROUP BY
SELECT id, GROUPING_ID(id, name) FROM t WHERE id = 1 GROUP BY id, name WITH ROLLUP ORDER BY 2
= 1 | 0
= 1 | 1
= ~ | 3
SELECT PERCENTILE(price, 0.5), PERCENTILE_APPROX(price, 1) FROM t
= 20.25 | 30.0
SELECT PERCENTILE(price, 12.5) FROM t
! 1210 Incorrect arguments to PERCENTILE: a share is between 0 and 1
SELECT PERCENTILE(price, id) FROM t
! 1235 This version of Tributary doesn't yet support 'PERCENTILE of a share that is no constant'
SELECT NTH_VALUE(id, 0) OVER (ORDER BY id) FROM t
! 1210 Incorrect arguments to nth_value

# rows and what a query of one row gives
SELECT (id, name) = (SELECT 1, 'anna'), (id, 5) <> (SELECT x.id, 5 FROM t x WHERE x.id = 1), (SELECT 2, 1) > (id, id), (id, 1) <=> (SELECT 1, 1), (id, 1) = (SELECT 1, 1 FROM e) FROM t WHERE id < 3 ORDER BY id
= 1 | 0 | 1 | 1 | ~
= 0 | 1 | 0 | 0 | ~
SELECT id FROM t WHERE (id, name) = (SELECT x.id, x.name FROM t x WHERE x.id = t.id + 0 AND x.id = 2)
= 2
SELECT (1, 2) = (SELECT id, id FROM t)
! 1242 Subquery returns more than 1 row
SELECT (1, 2) = (SELECT 1)
! 1241 Operand should contain 2 column(s)
SELECT (SELECT MAX(x.id) FROM t x WHERE x.id = MAX(t.id)) FROM t
! 1235 This version of Tributary doesn't yet support 'an aggregate within a subquery of columns of the query around it'
SELECT (SELECT SUM(t.id) FROM s LIMIT 1) FROM t
! 1235 This version of Tributary doesn't yet support 'an aggregate within a subquery of columns of the query around it'
SELECT (id, 1) = (SELECT MAX(id), 1 FROM s) FROM t WHERE id < 3 ORDER BY id
= 0
= 1
SELECT t.id, q.n FROM t, LATERAL (SELECT SUM(t.id) AS n) AS q
! 1235 This version of Tributary doesn't yet support 'an aggregate within a subquery of columns of the query around it'
SELECT t.id FROM t WHERE (SELECT SUM(t.id + 0 * s.id) FROM s) > 3 ORDER BY id
= 2
= 3
= 4
SELECT t.id FROM s RIGHT SEMI JOIN t ON s.id = t.id ORDER BY 1
= 1
= 2
SELECT * FROM s RIGHT ANTI JOIN k ON s.id = k.id AND s.id > 1
= 1 | 1 | 100 | 30000 | 5 | 0.25 | 1.5 | 7.5 | 2024-01-31
SELECT id FROM s RIGHT SEMI JOIN t USING (id) ORDER BY id
= 1
= 2
SELECT date_trunc('month', d), date_trunc(d, 'month'), date_trunc('hour', at) FROM t WHERE id = 1
= 2024-01-01 | 2024-01-01 | 2024-01-07 03:00:00
SELECT price * CAST(1e37 AS DECIMAL(38,0)) FROM t WHERE id = 1
! 1690 DECIMAL value is out of range

# information_schema, and what its readers need; without a catalog its tables are empty
SELECT count(*) FROM information_schema.TABLES
= 0
SELECT count(*) FROM `Information_Schema`.`columns` c JOIN INFORMATION_SCHEMA.TABLES USING (TABLE_SCHEMA, TABLE_NAME)
= 0
SELECT count(COLLATION), count(information_schema.statistics.TABLE_NAME) FROM information_schema.statistics
= 0 | 0
SELECT max(user) FROM mysql.user
= ~
SELECT id, CASE WHEN name = 'Bob' THEN 'B' ELSE name END AS name FROM t HAVING name IN ('B', 'anna') ORDER BY price DESC LIMIT 5
= 2 | B
= 1 | anna
SELECT count(*) AS n FROM t HAVING n > 1
= 4
SELECT 'Bob' COLLATE utf8mb4_general_ci = 'bob', 'é' COLLATE utf8mb4_0900_ai_ci = 'E', 'é' COLLATE utf8mb4_0900_as_ci = 'E'
= 1 | 1 | 0
SELECT name COLLATE utf8mb4_general_ci LIKE 'b%' FROM t ORDER BY id
= 0
= 1
= 0
= ~
SELECT substring_index('www.mysql.com', '.', 2), substring_index('www.mysql.com', '.', -2), substring_index('www', '.', -2), substring_index('a', '.', 0) = ''
= www.mysql | mysql.com | www | 1
SELECT find_in_set('b', 'a,b,c'), find_in_set('x', 'a,b'), find_in_set(NULL, 'a')
= 2 | 0 | ~
SELECT timediff('2024-01-01 00:00:00', '2024-01-02 01:02:03'), timediff('2024-01-01 10:00:00', '2024-01-01 08:30:00')
= -25:02:03 | 01:30:00
SELECT convert_tz('2024-01-01 12:00:00', '+00:00', '+08:00') = '2024-01-01 20:00:00', convert_tz('2024-07-01 12:00:00', 'Europe/Berlin', 'UTC') = '2024-07-01 10:00:00', convert_tz('2024-01-01', 'Nowhere', 'UTC')
= 1 | 1 | ~
SELECT time_format(timediff('2024-01-01 00:00:00', '2024-01-01 05:30:00'), '%H:%i'), time_format('09:05:07', '%T')
= -05:30 | 09:05:07
SELECT upper(CASE WHEN id = 1 THEN 19 ELSE id END), lower('ÄB'), ucase(NULL) FROM t ORDER BY id LIMIT 2
= 19 | äb | ~
= 2 | äb | ~
SELECT 1 /*!80036 + 1 */ /*!80037 + 10 */ /*!99999 + 100 */ /*! + 1000 */
= 1002
SELECT count(*) FROM t WHERE name <=> 'Bob' OR name <=> NULL
= 2
SELECT count(*) FROM t WHERE name <=> 'Bob' AND id IN (SELECT id FROM tributary.system)
! 1109

# arrays
SELECT i, s, dc, b FROM a ORDER BY id
= [1, 2, null] | ["a", "say \"b\"", "é\u000a"] | [1234567890123456789012345678901234.1234, 1.5000] | [1, 0, null]
= [] | [] | ~ | ~
= ~ | ~ | ~ | ~
SELECT d, at, x, li FROM a WHERE id = 1
= ["2024-01-31"] | ["2024-01-31 10:00:00"] | [1, 0.5, 1e20] | [-170141183460469231731687303715884105728]
SELECT size(i), cardinality(s), array_size(dc) FROM a ORDER BY id
= 3 | 3 | 2
= 0 | 0 | ~
= ~ | ~ | ~
SELECT array_contains(i, 2), array_contains(i, 9), array_contains(i, NULL), array_contains(s, 'a') FROM a ORDER BY id
= 1 | 0 | 1 | 1
= 0 | 0 | 0 | 0
= ~ | ~ | ~ | ~
SELECT i[1], i[-2], i[9], s[2], element_at(i, 2), element_at(s, 1), dc[2] FROM a WHERE id = 1
= 1 | 2 | ~ | say "b" | 2 | a | 1.5000
SELECT i[1] + 1, 1 + i[2], i[1 + 1] FROM a WHERE id = 1
= 2 | 3 | 2
SELECT id FROM a WHERE i = '[1, 2, null]'
= 1
SELECT id FROM a WHERE i = [1, 2, NULL] AND array_contains(s, 'a') AND d[1] = '2024-01-31'
= 1
SELECT id FROM a WHERE i = '[]'
= 2
SELECT [1, 2, NULL], array('a', 'b'), [], array(), size([1, 2])
= [1, 2, null] | ["a", "b"] | [] | [] | 2
SELECT array_contains([1, 2], 2), array_min([3, 1]), array_max([3, NULL, 1])
= 1 | 1 | 3
SELECT i, COUNT(*) FROM a WHERE id = 1 GROUP BY i
= [1, 2, null] | 1
SELECT v, JSON_UNQUOTE(JSON_EXTRACT(v, '$.k')) FROM a WHERE id = 1
= {"k": [1, "x"]} | [1, "x"]
SELECT array_sort(i) FROM a ORDER BY id
= [null, 1, 2]
= []
= ~
SELECT explode(i) FROM a
! 1235 This version of Tributary doesn't yet support 'EXPLODE outside of LATERAL VIEW'
SELECT id, e FROM a LATERAL VIEW explode(i) x AS e ORDER BY e
= 1 | ~
= 1 | 1
= 1 | 2
SELECT element_at(name, 1) FROM t
! 1235
SELECT size(name) FROM t
! 1235

# rows between parentheses
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) x
= 1 | a
= 2 | b
SELECT * FROM (VALUES (1), (2)) x, tributary.tables
! 1109

# texts of values
SELECT concat('v', 1=1), concat('x', b), concat_ws('-', b, NOT b, TRUE), length(b), cast(b AS CHAR), upper(true), left(1=1, 1), lpad(1=1, 3, '0') FROM k ORDER BY id
= v1 | x1 | 1-0-1 | 1 | 1 | 1 | 1 | 001
= v1 | x0 | 0-1-1 | 1 | 0 | 1 | 1 | 001
SELECT group_concat(b ORDER BY id), group_concat(DISTINCT b IS NULL), concat(max(b)), concat(if(1, b IS NULL, 1)), convert(any_value(1=1), CHAR) FROM k GROUP BY b IS NULL
= 1,0 | 0 | 1 | 0 | 1
SELECT concat(x, ':', f, ':', x * 2, ':', ti, ':', li) FROM k ORDER BY id
= 1.5:0.25:3:100:5
= 2.5:1.5:5:-1:6
SELECT concat(1e20), concat(1e0), concat(d), concat(at), concat(price), cast(price AS CHAR) FROM t WHERE id = 1
= 1e20 | 1 | 2024-01-07 | 2024-01-07 03:04:05 | 10.50 | 10.50
SELECT concat(x), upper(x), length(x) FROM (SELECT NULL AS x) q
= ~ | ~ | ~
SELECT substring(b FROM 1 FOR 1), trim(LEADING '0' FROM b), trim(b), concat(name, (SELECT 1 = 1)) FROM k, t WHERE k.id = 2 AND t.id = 1
= 0 |  | 0 | anna1
SELECT upper(name) AS u, count(*) FROM t GROUP BY upper(name) HAVING upper(name) > 'A' ORDER BY upper(name)
= ANNA | 1
= BOB | 1
= ÄRGER | 1
SELECT CONCAT(ROUND(2.5e0, 2)), CONCAT(FLOOR(1e20)), CONCAT(FLOOR(2.5e0) / 3), CONCAT(AVG(ROUND(2.5e0, 1))), CONCAT(COALESCE(ROUND(2.5e0, 2), 1.555)), CONCAT(1e20), CONCAT(ROUND(-0.001e0, 2))
= 2.50 | 100000000000000000000 | 0.6667 | 2.50000 | 2.500 | 1e20 | 0.00
SELECT CONCAT(c), CAST(c AS BINARY) = '0.25', CONCAT(-c) FROM (SELECT CAST(0.25 AS DECIMAL(2, 2)) AS c) AS q
= 0.25 | 1 | -0.25

# branches of several types
SELECT ifnull(price, 'none'), if(id > 2, id, 'low'), coalesce(price, '-'), CASE WHEN price IS NULL THEN 'none' ELSE price END, ifnull(d, ''), ifnull(at, 'never') FROM t ORDER BY id
= 10.50 | low | 10.50 | 10.50 | 2024-01-07 | 2024-01-07 03:04:05
= 20.25 | low | 20.25 | 20.25 |  | never
= 30.00 | 3 | 30.00 | 30.00 |  | never
= none | 4 | - | none |  | never
SELECT coalesce(NULL, 'a', 1), ifnull(d, '-'), coalesce(price, concat(name)), CASE id WHEN 3 THEN 1 = 1 WHEN 4 THEN 1.5e0 ELSE concat('i', id) END FROM t WHERE id > 2 ORDER BY id
= a | - | 30.00 | 1
= a | - | ~ | 1.5
SELECT sum(CASE WHEN id > 1 THEN '1' ELSE 0 END), sum(if(id > 1, id, '')) FROM t WHERE id > 1
= 3.0 | 9.0
SELECT sum(txt), avg(txt), sum('1') FROM k
= 9.5 | 4.75 | 2.0
SELECT ifnull(id, 'x') AS g, count(*) FROM t GROUP BY ifnull(id, 'x') ORDER BY g LIMIT 1
= 1 | 1
SELECT 1 AS c UNION ALL SELECT 1.50 UNION ALL SELECT 'x'
= 1
= 1.50
= x

# casts
SELECT CAST('1.9' AS SIGNED), CAST('1e2' AS SIGNED), CAST(' -7.5x' AS SIGNED), CAST('1.9' AS UNSIGNED), CAST(txt AS SIGNED), CAST(1.5 AS SIGNED) FROM k WHERE id = 1
= 1 | 1 | -7 | 1 | 7 | 2
SELECT CAST(d AS SIGNED), CAST(at AS SIGNED), CAST(name AS CHAR) FROM t WHERE id = 1
= 20240107 | 20240107030405 | anna
SELECT id FROM t WHERE d > 20240101
= 1
SELECT greatest(id, txt) FROM k ORDER BY id
= 7.5
= 2.0
SELECT CAST(id AS DATE) FROM t WHERE id = 1
= ~
SELECT cast('abc' AS SIGNED), cast('2024-02-30' AS DATE)
= 0 | ~
SELECT unix_timestamp('1960-01-01'), unix_timestamp('1970-01-02'), from_unixtime(1.5), '2024-01-01' + INTERVAL '1.5' DAY, DATE_ADD('2024-01-01', INTERVAL 1.5 DAY)
= 0 | 86400 | 1970-01-01 00:00:01.5 | 2024-01-02 | 2024-01-03
SELECT CAST('99' AS YEAR), CAST(70 AS YEAR), CAST('0' AS YEAR), CAST(0 AS YEAR), CAST('24' AS YEAR) = 2024, CAST(DATE '2024-05-05' AS YEAR), CAST(1900 AS YEAR), CAST(2156 AS YEAR), CAST('x' AS YEAR), CAST('' AS YEAR), CAST('1979aaa' AS YEAR), CAST(-1 AS YEAR)
= 1999 | 1970 | 2000 | 0 | 1 | 2024 | ~ | ~ | ~ | ~ | 1979 | ~
SELECT CAST(66.35 AS YEAR), CAST(66.50 AS YEAR), CAST(1944.5 AS YEAR), CAST(66.5e0 AS YEAR), CAST(TRUE AS YEAR), CAST(x'14' AS YEAR), CAST(18446744073709551615 AS YEAR), CAST(TIMESTAMP '1890-01-01' AS YEAR), CONVERT('11:35:00', YEAR), CAST(TIME '11:35:00' AS YEAR) = YEAR(CURDATE()), CAST(CAST('2024' AS JSON) AS YEAR)
= 2066 | 2067 | 1945 | 2066 | 2001 | 2020 | ~ | ~ | 2011 | 1 | 2024
SELECT CAST(id AS YEAR), CAST(name AS YEAR), CAST(price AS YEAR), CAST(d AS YEAR) + 1, CONCAT(CAST(at AS YEAR)), CAST(CAST(id AS CHAR) AS YEAR) FROM t WHERE id = 1
= 2001 | ~ | 2011 | 2025 | 2024 | 2001
SELECT CAST(TIMESTAMP '2024-12-31 23:59:59.5' AS SIGNED), TIMESTAMP '2024-12-31 23:59:59.5' | 0, CAST(TIMESTAMP '9999-12-31 23:59:59.5' AS SIGNED), CAST(TIME '10:11:59.5' AS SIGNED), CAST(TIME '-10:11:59.4' AS SIGNED), TIME '10:11:59.5' | 0
= 20250101000000 | 20250101000000 | 99991231235959 | 101200 | -101159 | 101200
SELECT CAST(m AS SIGNED), m & -1, CAST(m AS DECIMAL(20,1)), CAST(m AS BIGINT) FROM (SELECT at + INTERVAL 54.5 SECOND AS m FROM t WHERE id = 1) q
= 20240107030500 | 20240107030500 | 20240107030459.5 | 20240107030459
SELECT CAST(1.9 AS INT), CAST(-1.9 AS BIGINT), CAST(-1 AS TINYINT UNSIGNED), CAST(255 AS TINYINT UNSIGNED), CAST(256 AS TINYINT UNSIGNED), CAST(300 AS TINYINT), CAST('x' AS INT), CAST('12abc' AS INT), CAST('' AS INT), CAST(' -12.9 ' AS INT), CAST('5.' AS INT), CAST('.5' AS INT), CAST(1e30 AS BIGINT), CAST(-1 AS BIGINT UNSIGNED)
= 1 | -1 | ~ | 255 | ~ | ~ | ~ | ~ | ~ | -12 | 5 | ~ | ~ | ~
SELECT CAST('170141183460469231731687303715884105727' AS LARGEINT), CAST('170141183460469231731687303715884105728' AS LARGEINT), CAST(1 / 3 * 3 AS INT), CAST(2 / 3 AS INT), CAST(x'41' AS INT), CAST(TRUE AS INT), CAST(TIME '10:11:12.9' AS INT), CAST(CAST('true' AS JSON) AS INT), CAST(CAST('"7.9"' AS JSON) AS INT)
= 170141183460469231731687303715884105727 | ~ | 1 | 0 | 65 | 1 | 101112 | 1 | 7
SELECT CAST(txt AS INT), CAST(when_text AS INT), CAST(f AS INT), CAST(x AS TINYINT), CAST(ti AS TINYINT UNSIGNED), CAST(si AS TINYINT), CAST(li AS SMALLINT), CAST(b AS INT) FROM k ORDER BY id
= 7 | ~ | 0 | 1 | 100 | ~ | 5 | 1
= 2 | ~ | 1 | 2 | ~ | -1 | 6 | 0
SELECT CAST(d AS INT), CAST(at AS INT), CAST(at AS BIGINT), CAST(price AS INT) FROM t WHERE id = 1
= 20240107 | ~ | 20240107030405 | 10
SELECT CAST('yes' AS BOOLEAN), CAST('OFF' AS BOOL), CAST(' t ' AS BOOLEAN), CAST('x' AS BOOLEAN), CAST('0.0' AS BOOLEAN), CAST(2 AS BOOLEAN), CAST(txt AS BOOLEAN), CAST(when_text AS BOOLEAN) FROM k WHERE id = 1
= 1 | 0 | 1 | ~ | 0 | 1 | 1 | ~
SELECT CAST([1, 300] AS ARRAY<TINYINT>), CAST('[1,300]' AS ARRAY<TINYINT>), CAST([1.9, -1.9] AS ARRAY<INT>)
= [1, null] | [1, null] | [1, -1]
SELECT CAST(1 AS LARGEINT UNSIGNED)
! 1235 This version of Tributary doesn't yet support 'CAST to LARGEINT UNSIGNED'

# binary strings: their bytes where a function is of bytes, or refused; hexadecimal and bit literals are numbers to numeric functions
SELECT ascii(x'E9'), ascii('é'), bit_count(x'FF'), bit_count(b'101010'), hex(char(0x41, 66)), md5(x'00'), md5(1.50), sha1(x'ff'), length(x'ff00'), hex(x'ff00'), abs(0x0a), make_set(b'101', 'a', 'b', 'c'), md5(12)
= 233 | 195 | 8 | 3 | 4142 | 93b885adfe0da089cdf634904fd59f71 | a6acbd7fe3dcc4f4328712278f6da218 | 85e53271e14006f0265921d02d4d736cdc580b0b | 2 | FF00 | 10 | a,c | c20ad4d76fe97759aa27a0c99bff6710
SELECT concat(hex(x'ff'), 'a'), upper(hex(unhex('0a'))), left(md5(x'00'), 2), concat(name, length(x'ff')) FROM t WHERE id = 1
= FFa | 0A | 93 | anna1
SELECT hex(concat(x'FF', 'a'))
= FF61
SELECT hex(upper(x'FF61')), hex(lower(x'41'))
= FF61 | 41
SELECT hex(left(unhex('FF00FE'), 2)), hex(right(x'00FE', 5)), left(unhex('FF'), NULL)
= FF00 | 00FE | ~
SELECT hex(substring(x'FFFE' FROM 2)), hex(substring(x'FF00FE', -2, 1))
= FE | 00
SELECT hex(lpad(z, 3, 'x')), hex(rpad(z, 3, x'00')), hex(repeat(z, 2)) FROM (SELECT unhex('FF') AS z) x
= 7878FF | FF0000 | FFFF
SELECT trim(BOTH 'x' FROM cast('xax' AS BINARY)) = 'a', hex(trim(x'20FF20')), hex(ltrim(x'20FF20'))
= 1 | FF | FF20
SELECT group_concat(x'FF')
= ff
SELECT group_concat(y.name ORDER BY y.name DESC SEPARATOR ';'), hex(x'FF') FROM (SELECT name FROM t WHERE id < 3) y
= anna;Bob | FF
SELECT x'FF' LIKE '%xFF%', x'FF61' LIKE '_a', x'FF25' LIKE x'FF5C25', x'C3A4' LIKE '_', 'ä' LIKE x'C3A4', name LIKE x'616E25' FROM t WHERE id = 1
= 0 | 1 | 1 | 0 | 1 | 1
SELECT unhex('FF') NOT LIKE '%xFF%'
= 1
SELECT cast('a' AS BINARY) REGEXP 'a'
! 1235 This version of Tributary doesn't yet support 'REGEXP of binary strings'
SELECT hex(insert(x'FFFE', 1, 1, 'a')), hex(concat_ws(x'00', x'FF', NULL, 'a'))
= 61FE | FF0061
SELECT hex(make_set(1, x'FF')), left('abc', x'02')
= FF | ab
SELECT quote(x'FF')
! 1235 This version of Tributary doesn't yet support 'QUOTE of binary strings'
SELECT hex(reverse(x'FF00FE'))
= FE00FF
SELECT instr(x'FF', 'a'), instr(x'FF61', 'a'), locate(x'A4', 'ä'), position('A' IN x'61')
= 0 | 2 | 2 | 0
SELECT hex(replace(x'FF61', 'a', 'b'))
= FF62
SELECT CAST(_binary'abc' AS DECIMAL(20, 4)), CAST(_binary'12abc' AS SIGNED), CAST(0x41 AS DECIMAL(10, 2))
= 0.0000 | 12 | 65.00

# arguments of other types, and values at the edge
SELECT bit_and(NULL), bit_or(NULL), bin(1 = 1), conv(1 = 1, 10, 2), conv(1 = 0, 10, 2), bin(12)
= 18446744073709551615 | 0 | 1 | 1 | 0 | 1100
SELECT hex(2.5), interval(23, 1, 15), bit_or(1) OVER ()
= 3 | 2 | 1
SELECT date_add('9999-12-31', INTERVAL 1 DAY), date_add('9999-12-30', INTERVAL 1 DAY), date_sub('0001-01-01', INTERVAL 2 YEAR), date_add('9999-12-31 23:59:59', INTERVAL 1 SECOND), d + INTERVAL 9000 YEAR, at + INTERVAL 7000 YEAR FROM t WHERE id = 1
= ~ | 9999-12-31 | ~ | ~ | ~ | 9024-01-07 03:04:05
SELECT addtime('9999-12-31 23:59:59', '0:0:1'), subtime('0000-01-01 00:00:00', '1:0:0'), addtime('9999-12-31 23:59:58', '0:0:1'), yearweek(date_add('9999-12-31', INTERVAL 1 DAY)), from_unixtime(253402300800, '%X %V')
= ~ | ~ | 9999-12-31 23:59:59 | ~ | ~
SELECT json_valid('1e999'), json_valid('[1, 1e308]'), json_valid('x'), json_valid(NULL), json_valid('')
= 0 | 1 | 0 | ~ | 0
SELECT json_remove('[1e999,2]', '$[1]')
! 3141
SELECT json_contains('1e999', '1e999')
! 3141
SELECT json_contains_path('{"a": 1}', 'one', concat('$."', repeat('a', 20000), '"'), '$.a'), json_contains_path('{}', 'one', concat('$."', repeat('\\"', 20000), '"'))
= 1 | 0
SELECT conv(repeat('9', 400000), 10, 16), bin(concat(repeat('0', 400000), '5')), bit_count(repeat('9', 400000)), inet_ntoa(repeat('1', 400000)), length(format(repeat('1', 400000), 0)) > 100, makedate(repeat('0', 400000), 1), conv(concat('-', repeat('9', 100)), -10, -10)
= FFFFFFFFFFFFFFFF | 101 | 64 | ~ | 1 | 2000-01-01 | -9223372036854775808
SELECT count(*) FROM t JOIN s
= 8
SELECT count(*) FROM t INNER JOIN s
= 8
SELECT count(*) FROM t STRAIGHT_JOIN s
= 8
SELECT t.id FROM t STRAIGHT_JOIN s ON t.id = s.id ORDER BY 1
= 1
= 2
SELECT t.id FROM t CROSS JOIN s ON t.id = s.id ORDER BY 1
= 1
= 2
SELECT t.id FROM t CROSS JOIN s USING (id) ORDER BY 1
= 1
= 2
SELECT count(*) FROM t JOIN s JOIN s AS x ON x.id = s.id
= 8
SELECT count(*) FROM t JOIN s LEFT JOIN e ON e.id = t.id
= 8
SELECT count(*) FROM t LEFT JOIN s ON s.id = t.id JOIN s AS x, s AS y WHERE x.id = 1
= 8
SELECT count(*) FROM t NATURAL JOIN s
= 2
SELECT count(*) FROM (SELECT t.id FROM t JOIN s) AS x JOIN s ON s.id = x.id
= 4
SELECT STRAIGHT_JOIN count(*) FROM t JOIN s ON t.id = s.id
= 2
SELECT (SELECT count(*) FROM t JOIN s) + count(*) FROM t INNER JOIN s WHERE t.id > 2
= 12
SELECT ROW_NUMBER() OVER
! 1064
SELECT 1 + AVG(1) OVER
! 1064
SELECT AVG(id) OVER FROM t
! 1064

# texts compared with numbers, and rows with each other
SELECT 2 = '1.5', '1.5' = 2, 1 < '1.5', 2 > ' 1.5 ', '01' = 1, 2 <=> '1.5', 2 IN ('1.5', '2.0'), 2 NOT IN ('1.5', '2.5'), 2 BETWEEN '1.5' AND '1.9', -1 > '-1.5'
= 0 | 0 | 1 | 1 | 1 | 0 | 1 | 1 | 0 | 1
SELECT 2 = (SELECT '1.5'), (SELECT '1.5') = 2, 1 < (SELECT '1.5'), 2 = (SELECT MAX(name) FROM (SELECT '2.0' AS name) v), (SELECT '2.0') BETWEEN 1 AND 2, 2 = (SELECT NULL), 2 = (('1.5'))
= 0 | 0 | 1 | 1 | 1 | ~ | 0
SELECT ROW(1, 2) = ROW(1, 2), ROW(1, 2) IN ((1, 3), ROW(1, 2)), (1, 2) < ROW(1, 3)
= 1 | 1 | 1
SELECT 'value of the variable' := 5
! 1235 This version of Tributary doesn't yet support 'assignment to a variable
SELECT count(*) FROM (t, s)
= 8
SELECT t.id, count(s.id) FROM t LEFT JOIN (s x, s) ON x.id = t.id GROUP BY t.id ORDER BY 1
= 1 | 2
= 2 | 2
= 3 | 0
= 4 | 0
SELECT * FROM (SELECT 1,, 2) x
! 1064
SELECT 1 = '0x1', 0 = '0x1', 1 = '1_0', 10 = '1_0', 0 = '0b1', 10 IN ('1_0', '0x0a')
= 0 | 1 | 1 | 0 | 1 | 0
SELECT CASE 2 WHEN '1.5' THEN 'x' WHEN CASE 1 WHEN '1' THEN 9 END THEN 'y' WHEN '2e0' THEN 'z' END
= z
SELECT NULLIF(2, '1.5'), NULLIF('1.0', 1), LEAST(2, '1.5'), GREATEST(1, '1.5')
= 2 | ~ | 1.5 | 1.5
SELECT (NULL, 1) = (NULL, 1), (NULL, 1) <> (NULL, 2), (NULL, 1) IN ((NULL, 1)), (1, NULL) < (2, 0), (NULL, 1) > (1, 0), (1, 2) = (1, 3), (NULL, 1) = (NULL, 2), (1, NULL) <=> (1, NULL)
= ~ | 1 | ~ | 1 | ~ | 0 | 0 | 1
SELECT (NULL, 1) <> (NULL, 1), (1, 2) <> (1, NULL), (1, 2) NOT IN ((1, NULL)), (NULL, 1) NOT IN ((2, 2)), (1, 1) IN ((1, NULL), (1, 1)), (1, 2, 3) > (1, 2, 2), (1, 2, 3) <= (1, 2, 3)
= ~ | ~ | ~ | 1 | 1 | 1 | 1
SELECT length(repeat('ab', 3000000)), repeat('ab', 1000000000000), repeat('ab', 40000000), space(70000000), lpad('a', 1000000000, 'b'), rpad('a', 1000000000, 'b'), repeat(12, 2)
= 6000000 | ~ | ~ | ~ | ~ | ~ | 1212
SELECT left(NULL, 0), right(NULL, -1), substring(NULL, 0), substring(NULL, 0, 2), substring(NULL, 1, 0), left('a', 0) = ''
= ~ | ~ | ~ | ~ | ~ | 1
SELECT id FROM t ORDER BY NULL, id LIMIT 2, 18446744073709551615
= 3
= 4
SELECT id FROM t ORDER BY id DESC LIMIT 18446744073709551615
= 4
= 3
= 2
= 1
SELECT id, big FROM t, LATERAL (SELECT max(s.big) AS big FROM s WHERE s.id = t.id) AS x WHERE id < 3 ORDER BY id
= 1 | 9223372036854775807
= 2 | 2
SELECT id FROM t UNION SELECT id FROM s ORDER BY nope
! 1054 Unknown column 'nope' in 'order clause'
SELECT if(1), 2
! 1582 Incorrect parameter count in the call to native function 'if'
SELECT 1 INTO b FROM t
! 1235 This version of Tributary doesn't yet support 'INTO of a SELECT'
SELECT MAX(NULL) - 1, CAST(MAX(NULL) AS SIGNED), concat(MAX(NULL), 'a') FROM t
= ~ | ~ | ~
SELECT MAX(a) - 1 FROM (SELECT NULL AS a FROM t) q
= ~
SELECT MAX(CAST(NULL AS SIGNED)) - 1 FROM t
= ~
# rows apart from others that are too wide for 64 bits
SELECT SUM(a / b), AVG(a / b), COUNT(a / b), SUM(DISTINCT a / b), SUM(a * b), AVG(a) FROM (SELECT CAST(99999999999.99 AS DECIMAL(15,2)) a, CAST(7 AS DECIMAL(15,2)) b UNION ALL SELECT 1.50, 0 UNION ALL SELECT -2.25, 3 UNION ALL SELECT NULL, 1) q
= 14285714284.962857 | 7142857142.4814285714 | 2 | 14285714284.962857 | 699999999993.1800 | 33333333333.080000
SELECT SUM(a / b), AVG(a / b), SUM(a * b) FROM (SELECT CAST(NULL AS DECIMAL(15,2)) a, CAST(7 AS DECIMAL(15,2)) b UNION ALL SELECT 1.50, 0) q
= ~ | ~ | 0.0000
SELECT SUM(a / b), AVG(a / b), SUM(a * b), AVG(a) FROM (SELECT CAST(NULL AS DECIMAL(15,2)) a, CAST(7 AS DECIMAL(15,2)) b) q WHERE b > 8
= ~ | ~ | ~ | ~
SELECT b, SUM(a / b) + 1, AVG(a / b), AVG(a) / 2, COUNT(*) FROM (SELECT CAST(10 AS DECIMAL(15,2)) a, CAST(7 AS DECIMAL(15,2)) b UNION ALL SELECT 1.50, 7 UNION ALL SELECT -2.25, 3) q GROUP BY b WITH ROLLUP HAVING COUNT(*) > 1
= 7.00 | 2.642857 | 0.8214285714 | 2.8750000000 | 2
= ~ | 1.892857 | 0.2976190476 | 1.5416666665 | 3
# what is stored in one type is compared as it is stored
SELECT id, price IN (SELECT price FROM t), id IN (SELECT max(id) FROM t), (id, name) IN (SELECT id, name FROM t), name NOT LIKE 'a%', NOT (name LIKE 'a\%'), price > (SELECT min(price) FROM t) FROM t WHERE id = 1
= 1 | 1 | 0 | 1 | 0 | 1 | 0
SELECT x.id, x.one, x.at FROM (SELECT id, 1 AS one, at FROM t WHERE id = 1) x, (SELECT k.id FROM k) y WHERE x.id = y.id AND x.one = 1
= 1 | 1 | 2024-01-07 03:04:05
SELECT DATEDIFF('2024-03-01', '2024-02-01'), DATEDIFF(NULL, '2024-01-01'), TO_DAYS('0000-02-01'), DATEDIFF('0001-01-01', '9999-12-31')
= 29 | ~ | 32 | -3652058
# texts by the collation of their column
SELECT id FROM c WHERE g = 'anna' ORDER BY id
= 1
= 2
= 3
SELECT id FROM c WHERE n = 'anna' ORDER BY id
= 1
= 3
SELECT COUNT(*) FROM c WHERE b = 'anna'
= 0
SELECT id FROM c WHERE g IN ('E', 'BOB') ORDER BY id
= 4
= 5
= 6
SELECT id FROM c WHERE g LIKE 'AN%' ORDER BY id
= 1
= 2
= 3
SELECT id FROM c WHERE g LIKE 'ANNA' ORDER BY id
= 1
= 3
SELECT id FROM c WHERE g BETWEEN 'B' AND 'F' ORDER BY id
= 4
= 5
= 6
SELECT UPPER(g), COUNT(*) FROM c GROUP BY UPPER(g) ORDER BY 2 DESC, 1 LIMIT 1
= ANNA | 3
SELECT COUNT(*), COUNT(DISTINCT g), COUNT(DISTINCT n), COUNT(DISTINCT b) FROM c
= 7 | 3 | 4 | 6
SELECT LOWER(TRIM(g)) x, COUNT(*), SUM(id) FROM c GROUP BY g HAVING COUNT(*) > 1 ORDER BY 3
= anna | 3 | 6
= é | 2 | 9
SELECT COUNT(*) FROM (SELECT g FROM c GROUP BY g WITH ROLLUP) q
= 5
SELECT COUNT(*) FROM (SELECT DISTINCT g FROM c) q
= 4
SELECT COUNT(*) FROM (SELECT DISTINCT n, 1 FROM c) q
= 5
SELECT COUNT(*) FROM (SELECT g FROM c UNION SELECT 'BOB') q
= 4
SELECT id FROM c ORDER BY g, id
= 7
= 1
= 2
= 3
= 6
= 4
= 5
SELECT id FROM c ORDER BY g DESC, id
= 4
= 5
= 6
= 1
= 2
= 3
= 7
SELECT id FROM c ORDER BY n, id
= 7
= 1
= 3
= 2
= 6
= 4
= 5
SELECT a.id, x.id FROM c a JOIN c x ON a.g = x.g AND a.id < x.id ORDER BY 1, 2
= 1 | 2
= 1 | 3
= 2 | 3
= 4 | 5
SELECT COUNT(*) FROM c a JOIN c x ON a.g = x.b AND a.id < x.id
= 0
SELECT id FROM c WHERE g IN (SELECT 'ANNA') ORDER BY id
= 1
= 2
= 3
SELECT id FROM c WHERE (g, id) IN (SELECT 'BOB', 6) ORDER BY id
= 6
SELECT id FROM c WHERE g = ANY (SELECT g FROM c WHERE id = 5) ORDER BY id
= 4
= 5
SELECT id, CASE g WHEN 'ANNA' THEN 1 WHEN 'Bob' THEN 2 ELSE 3 END FROM c ORDER BY id
= 1 | 1
= 2 | 1
= 3 | 1
= 4 | 3
= 5 | 3
= 6 | 2
= 7 | 3
SELECT id, NULLIF(g, 'BOB') IS NULL, STRCMP(g, 'ANNA'), FIELD(g, 'x', 'anna', 'É'), g <=> 'BOB' FROM c ORDER BY id
= 1 | 0 | 0 | 2 | 0
= 2 | 0 | 0 | 2 | 0
= 3 | 0 | 0 | 2 | 0
= 4 | 0 | 1 | 3 | 0
= 5 | 0 | 1 | 3 | 0
= 6 | 1 | 1 | 0 | 1
= 7 | 1 | ~ | 0 | 0
SELECT id, LOCATE('N', g), INSTR(g, 'NA'), POSITION('N' IN b), LOCATE('N', g, 3), FIND_IN_SET('E', g) FROM c ORDER BY id
= 1 | 2 | 3 | 0 | 3 | 0
= 2 | 2 | 3 | 0 | 3 | 0
= 3 | 2 | 3 | 2 | 3 | 0
= 4 | 0 | 0 | 0 | 0 | 1
= 5 | 0 | 0 | 0 | 0 | 1
= 6 | 0 | 0 | 0 | 0 | 0
= 7 | ~ | ~ | ~ | ~ | ~
SELECT MIN(g) = 'ANNA', MAX(g), MAX(b) FROM c WHERE id <> 4
= 1 | E | bob
SELECT id, g COLLATE utf8mb4_0900_bin = 'anna', b COLLATE utf8mb4_general_ci = 'anna' FROM c ORDER BY id
= 1 | 0 | 1
= 2 | 0 | 1
= 3 | 0 | 1
= 4 | 0 | 0
= 5 | 0 | 0
= 6 | 0 | 0
= 7 | ~ | ~
SELECT id, CONCAT(g, 'X') = 'annax', CONCAT(b, 'X') = 'annaX', UPPER(g) = 'anna', SUBSTR(g, 1, 2) = 'AN' FROM c ORDER BY id
= 1 | 1 | 0 | 1 | 1
= 2 | 0 | 0 | 1 | 1
= 3 | 1 | 0 | 1 | 1
= 4 | 0 | 0 | 0 | 0
= 5 | 0 | 0 | 0 | 0
= 6 | 0 | 0 | 0 | 0
= 7 | ~ | ~ | ~ | ~
SELECT id, COUNT(*) OVER (PARTITION BY g) x, DENSE_RANK() OVER (ORDER BY g) y FROM c ORDER BY id
= 1 | 3 | 2
= 2 | 3 | 2
= 3 | 3 | 2
= 4 | 2 | 4
= 5 | 2 | 4
= 6 | 1 | 3
= 7 | 1 | 1
SELECT id, GREATEST(g, 'C') = g, COALESCE(g, 'x') = 'BOB', IF(id = 6, g, '') = 'BOB' FROM c ORDER BY id
= 1 | 0 | 0 | 0
= 2 | 0 | 0 | 0
= 3 | 0 | 0 | 0
= 4 | 1 | 0 | 0
= 5 | 1 | 0 | 0
= 6 | 0 | 1 | 1
= 7 | ~ | 0 | 0
SELECT id FROM c WHERE g REGEXP '^AN' ORDER BY id
= 1
= 2
= 3
SELECT GROUP_CONCAT(id ORDER BY g DESC, id) FROM c
= 4,5,6,1,2,3,7
SELECT GROUP_CONCAT(DISTINCT id ORDER BY g) FROM c WHERE id IN (1, 5, 6)
= 1,6,5
SELECT DISTINCT g = 'anna', id < 4 FROM c ORDER BY 1, 2
= ~ | 0
= 0 | 0
= 1 | 1
SELECT COUNT(*) FROM (SELECT DISTINCT g, n FROM c LIMIT 9) q
= 5
SELECT COUNT(*) FROM (SELECT g FROM c UNION SELECT 'BOB' UNION ALL SELECT 'bob') q
= 5
SELECT COUNT(*) FROM c WHERE g NOT IN (SELECT DISTINCT UPPER(g) FROM c WHERE id IN (1, 6) LIMIT 3)
= 2
SELECT id FROM c WHERE (g, id) IN (SELECT UPPER(x.g), x.id FROM c x WHERE x.id < c.id + 1 AND x.g <> 'BOB') ORDER BY id DESC LIMIT 2
= 5
= 4
SELECT id FROM c WHERE NOT g = 'anna' ORDER BY id
= 4
= 5
= 6
SELECT id FROM c WHERE g NOT LIKE 'AN%' ORDER BY id
= 4
= 5
= 6
SELECT id FROM c WHERE g > ALL (SELECT g FROM c WHERE g LIKE 'A%') ORDER BY id
= 4
= 5
= 6
SELECT REPLACE(g, 'n', 'x'), SUBSTRING_INDEX(g, 'N', 1) FROM c WHERE id IN (1, 3) ORDER BY id
= Axxa | Anna
= ANNA | A
SELECT COUNT(*) FROM c a JOIN (SELECT 'ANNA' g) x USING (g)
= 3
SELECT COUNT(*) FROM c a NATURAL JOIN (SELECT 'ANNA' g, 1 id) x
= 1
SELECT COUNT(*) FROM c WHERE EXISTS (SELECT 1 FROM c x WHERE x.g = c.b AND x.id <> c.id)
= 0
SELECT COUNT(*) FROM (SELECT g FROM c EXCEPT SELECT 'BOB') q
! 1235
SELECT GROUP_CONCAT(DISTINCT g) FROM c
! 1235
SELECT 'a' = 'A', 'a' COLLATE nope_ci = 'A'
! 1273 Unknown collation: 'nope_ci'
EXPLAIN SELECT nope FROM t
! 1054 Unknown column 'nope' in 'field list'
# rows of one group may differ in the digits that a quotient carries
SELECT a * 3, COUNT(*) FROM (SELECT n / 3 AS a FROM (SELECT 10 AS n UNION ALL SELECT 10) v) q GROUP BY a
= 10.0000 | 2
SELECT COUNT(*), MIN(n) FROM (SELECT 10 AS n, 3 AS m UNION ALL SELECT 333333, 100000) v GROUP BY n / m
= 2 | 10
SELECT g, corr(a, b), corr(b, b) FROM (SELECT 1 AS g, 20 AS a, 22 AS b UNION ALL SELECT 1, 10, 20 UNION ALL SELECT 3, 25, NULL UNION ALL SELECT 4, 25, 21 UNION ALL SELECT 4, 25, 22) x GROUP BY g ORDER BY g
= 1 | 1.0 | 1.0
= 3 | ~ | ~
= 4 | 0.0 | 1.0
SELECT NULLIF(a DIV 100000, b - a) FROM (SELECT 5 AS a, CAST(9 AS UNSIGNED) AS b UNION ALL SELECT 0, 0) x ORDER BY a
= ~
= 0

# what Doris' manual has, and its texts of a VARIANT
SELECT v['k'][1], v['k'][2], v['k'][-1], v['k'][0], v['k'][3], v['k'][id] IS NULL, v['k'][1][1], cast(v['k'][2] AS string), cast(v['k'][2] AS char(1)) = 'x', upper(v['k'][2]), concat(v['k'][2], '!'), v['k'][2] LIKE 'x%', v['k'][2] = 'x', hex(v['k'][2]) FROM a WHERE id = 1
= 1 | "x" | "x" | ~ | ~ | 0 | ~ | x | 1 | X | x! | 1 | 1 | 78
SELECT id FROM a WHERE cast(v['k'][2] AS text) = 'x'
= 1
SELECT cast(v AS string), cast(v->'$.k[1]' AS char), concat(json_extract(v, '$.k[1]')), v->>'$.k[1]' FROM a WHERE id = 1
= {"k": [1, "x"]} | "x" | "x" | x
SELECT c, upper(c), coalesce(c, '-'), CASE WHEN id = 1 THEN c ELSE 'q' END FROM (SELECT id, v['k'][2] AS c FROM a) x ORDER BY id LIMIT 1
= "x" | X | x | x
SELECT cast(cast('"a\\"b"' AS variant) AS string), cast('{"a": null}' AS variant)['a'], cast(cast('{"a": null}' AS variant)['a'] AS string), length(cast('{"a": [1]}' AS variant)['a']), cast('{"a": "5"}' AS variant)['a'] + 1
= a"b | null | ~ | 3 | 6.0
SELECT cast(v['k'] AS array<string>), cast(v['k'] AS array<string>)[2], cast(v AS array<int>), cast(cast('{"a": [1, null, 3]}' AS variant)['a'] AS array<int>) FROM a WHERE id = 1
= ["1", "x"] | x | ~ | [1, null, 3]
SELECT [1, 2]['a']
! 1235 This version of Tributary doesn't yet support 'an element of an array by a name'
SELECT concat_ws('or', ['d', 'is']), concat_ws('or', ['d', NULL, 'is']), concat_ws(NULL, ['d']), concat_ws('-', i), concat_ws('-', 'a', 'b'), reverse(['a', NULL, 'b']), reverse(i), reverse('abc'), reverse(12) FROM a WHERE id = 1
= doris | doris | ~ | 1-2 | a-b | ["b", null, "a"] | [null, 2, 1] | cba | 21
SELECT strright('Hello doris', -7), strright('Hello doris', 5), strright('Hello', -20), strright('Hello', 0), strright('Hello', 99), strright(NULL, 1), strleft('Hello', -5), right('Hello', -2), strright(name, -2) FROM t WHERE id = 1
= doris | doris |  |  | Hello | ~ |  |  | nna
SELECT week_floor('2023-07-13 22:28:18', 2), week_ceil('2022-05-25', 2, '2022-01-02'), week_floor('2022-05-25', 4, '2022-01-02'), month_ceil('2022-05-15 12:30:45', 3, '2022-01-10'), year_ceil('2022-05-15 12:30:45', 10, '2020-06-15'), day_floor('2022-05-15 12:30:45', 7, '2022-05-10 06:00:00'), hour_ceil('2022-05-15 12:30:45', 3, '2022-05-15 06:15:00'), quarter_ceil('2023-06-15 08:30:45', 6, '2023-01-01'), second_floor('2023-06-15 08:30:45', 12, '2023-01-01'), week_ceil('2022-05-25', -1)
= 2023-07-10 00:00:00 | 2022-06-05 00:00:00 | 2022-05-22 00:00:00 | 2022-07-10 00:00:00 | 2030-06-15 00:00:00 | 2022-05-10 06:00:00 | 2022-05-15 15:15:00 | 2024-07-01 00:00:00 | 2023-06-15 08:30:36 | ~
SELECT week_ceil('2022-05-25', '2022-01-02'), day_floor(at, cast('2020-01-01 06:00:00' AS datetime)) IS NULL, hour_floor('2022-05-15 12:30:45', timestamp '2022-05-15 06:15:00') FROM t WHERE id = 1
= 2022-05-29 00:00:00 | 0 | 2022-05-15 12:15:00
SELECT str_to_date('2014-12-21', 'yyyy-MM-dd'), str_to_date('20141221', 'yyyyMMdd'), str_to_date('2014-12-21 12:34:56', 'yyyy-MM-dd HH:mm:ss'), str_to_date(name, 'yyyy-MM-dd') FROM t WHERE id = 1
= 2014-12-21 | 2014-12-21 | 2014-12-21 12:34:56 | ~
SELECT array_sum([]), array_avg([]), array_product([]), array_sum([NULL]), array_avg([NULL]), array_product([NULL]), array_sum(NULL), array_sum([1, NULL, 2]), array_avg([1, 2]), array_product([2, 3])
= ~ | ~ | ~ | ~ | ~ | ~ | ~ | 3 | 1.5 | 6.0
SELECT 'a' REGEXP '('
! 1139 Got error 'a parenthesis is not closed' from regexp
SELECT id FROM t WHERE name REGEXP concat('[', name)
! 1139 Got error 'a bracket is not closed' from regexp
SELECT regexp_replace('a', 'a{2,1}', '')
! 1139 Got error 'more than 1000 repetitions, or fewer at most than at least' from regexp
SELECT regexp_substr('a', '*'), 1
! 1139 Got error 'there is nothing to repeat' from regexp
SELECT regexp_replace('a', 'a', '$9')
! 1139 Got error 'a group is replaced that the pattern has not' from regexp
SELECT hex(char(200)), length(char(256)), hex(char(256)), char(77, 121) = 'My', concat('a', char(66)), upper(char(97)), hex(char(200 USING binary)), char(77, 121) LIKE 'M%', char(49) + 1, char(65) IN ('A', 'B'), hex(char(0)), replace('a\nb', char(10), '-'), concat_ws(char(44), 'a', 'b'), char(NULL), cast(char(65) AS char), char(id + 64) FROM t WHERE id = 1
= C8 | 2 | 0100 | 1 | 6142 | 61 | C8 | 1 | 2.0 | 1 | 00 | 612d62 | 612c62 |  | A | 41
SELECT group_concat(concat(id, char(45)) ORDER BY id SEPARATOR 'é'), hex(group_concat(char(200) SEPARATOR 'é')), group_concat(DISTINCT char(65)) FROM t
= 312dc3a9322dc3a9332dc3a9342d | C8C3A9C8C3A9C8C3A9C8 | 41
SELECT char(200 USING utf8mb4)
! 1300 Invalid utf8mb4 character string: 'C8'
SELECT ltrim('ababccaab', 'ab'), rtrim('ababccaab', 'ab'), trim('ababccaab', 'ab'), trim('xxaxx', 'x'), trim('a', ''), trim(NULL, 'a'), ltrim(name, name) FROM t WHERE id = 1
= ccaab | ababcca | cca | a | a | ~ | 
SELECT trim('a', 'b', 'c')
! 1582 Incorrect parameter count in the call to native function 'trim'
SELECT ceil(1.234, 1), floor(1.239, 2), ceil(-1.25, 1), floor(-1.25, 1), ceil(1234, -2), floor(1299, -2), ceil(1.21e0, 1), floor(-1.29e0, 1), ceil(NULL, 1), ceil(id / 3, 1), floor(2.5, id) FROM t WHERE id = 1
= 1.3 | 1.23 | -1.2 | -1.3 | 1300 | 1200 | 1.3 | -1.3 | ~ | 0.4 | 2.5
SELECT round_bankers(0.4), round_bankers(-3.5), round_bankers(2.5), round_bankers(10.755, 2), round_bankers(10.745, 2), round_bankers(1667.2725, -2), round_bankers(2.5e0), round_bankers(25, -1), round_bankers(id / 4, 1), even(3), even(-2.5), even(2) FROM t WHERE id = 1
= 0 | -4 | 2 | 10.76 | 10.74 | 1700 | 2.0 | 20 | 0.2 | 4.0 | -4.0 | 2.0
SELECT random(1, 3) BETWEEN 1 AND 3, count(DISTINCT random(-1, 0)) < 3 FROM t
= 1 | 1
SELECT random(3, 3)
! 1210 Incorrect arguments to random
SELECT random(id, 9) FROM t
! 1235 This version of Tributary doesn't yet support 'RANDOM between values that are no literals'
SELECT hour_from_unixtime(1196389819), minute_from_unixtime(1196389819), second_from_unixtime(1196389819), microsecond_from_unixtime(1.25), hour_from_unixtime(NULL), unix_timestamp('2007-11-30 10:30-19', '%Y-%m-%d %H:%i-%s') - unix_timestamp('2007-11-30 10:30:19'), unix_timestamp('x', '%Y'), unix_timestamp('2007-11-30 10:30:19.5', '%Y-%m-%d %H:%i:%s.%f') - unix_timestamp('2007-11-30', 'yyyy-MM-dd')
= 2 | 30 | 19 | 250000 | ~ | 0 | ~ | 37819.500000
SELECT dow('2026-11-29'), doy('2026-11-29'), ipv4_num_to_string(3232235521), ipv4_string_to_num('192.168.0.1'), ipv4_string_to_num_or_null('x'), is_ipv4_string('1.2.3.4'), xor(1, 0), xor(2, 1), xor(NULL, 1)
= 1 | 333 | 192.168.0.1 | 3232235521 | ~ | 1 | 1 | 0 | ~
SELECT ipv4_string_to_num('127.1')
! 1210 Incorrect arguments to ipv4_string_to_num
SELECT try_cast('12' AS int), try_cast('abc' AS int), try_cast('2020-13-01' AS date), try_cast('[1, 2]' AS array<int>)
= 12 | ~ | ~ | [1, 2]
SELECT try_cast('abc' AS decimal(10, 2))
! 1235 This version of Tributary doesn't yet support 'TRY_CAST to DECIMAL'
SELECT cast('{}' AS map<string, int>)
! 1235 This version of Tributary doesn't yet support 'CAST to MAP'
SELECT cast('{}' AS struct<f int>)
! 1235 This version of Tributary doesn't yet support 'CAST to STRUCT'
SELECT levenshtein('a', 'b')
! 1235 This version of Tributary doesn't yet support 'function levenshtein'
SELECT to_ipv4('1.2.3.4')
! 1235 This version of Tributary doesn't yet support 'function to_ipv4'
SELECT date_add('2024-01-30', 2), date_sub(d, 1) = d - INTERVAL 1 DAY, add_months('2024-01-31', 1), add_months(d, -1) = months_sub(d, 1) FROM t WHERE id = 1
= 2024-02-01 | 1 | 2024-02-29 00:00:00 | 1
