// The daily job of go-sql-driver, with statements prepared by the server and with parameters put into the text
// (interpolateParams): batches in and out of transactions, every type, errors by number, a query that is cancelled.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

const table = `CREATE TABLE v (
    id INT NOT NULL, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE, active BOOLEAN,
    day DATE, moment DATETIME(6), name VARCHAR(100), raw VARBINARY(300)
) DUPLICATE KEY(id)`

var moment = time.Date(2024, 2, 29, 12, 34, 56, 789012000, time.UTC)

func main() {
	for _, options := range []string{"", "&interpolateParams=true", "&interpolateParams=true&multiStatements=true"} {
		if err := daily(options); err != nil {
			fmt.Printf("options '%s': %s\n", options, err)
			os.Exit(1)
		}
	}
	fmt.Println("ok")
}

func daily(options string) error {
	db, err := sql.Open("mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%s)/%s?parseTime=true&group_commit=%%27sync_mode%%27%s",
		os.Getenv("TEST_PORT"), os.Getenv("TEST_DB"), options))
	if err != nil {
		return err
	}
	defer db.Close()
	if err := db.Ping(); err != nil {
		return err
	}
	for _, text := range []string{"DROP TABLE IF EXISTS v", table} {
		if _, err := db.Exec(text); err != nil {
			return err
		}
	}
	before, err := loads(db)
	if err != nil {
		return err
	}
	if err := insert(db); err != nil {
		return err
	}
	if err := expectLoads(db, before, map[string]int{"Group_commit_sync_mode": 52}); err != nil {
		return err
	}
	if err := read(db); err != nil {
		return fmt.Errorf("read: %w", err)
	}
	if err := transactions(db); err != nil {
		return fmt.Errorf("transactions: %w", err)
	}
	if err := expectLoads(db, before, map[string]int{
		"Group_commit_sync_mode": 52, "Group_commit_fallback_IN_TRANSACTION": 2,
	}); err != nil {
		return err
	}
	if err := failures(db); err != nil {
		return fmt.Errorf("failures: %w", err)
	}
	if strings.Contains(options, "multiStatements") {
		if err := several(db); err != nil {
			return fmt.Errorf("several statements: %w", err)
		}
	}
	return cancelled(db)
}

// One statement of 50 rows, a prepared one 50 times, and one row of NULLs.
func insert(db *sql.DB) error {
	const row = "(?, ?, ?, ?, ?, ?, ?, ?, ?)"
	var values []interface{}
	for i := 0; i < 50; i++ {
		values = append(values, arguments(i)...)
	}
	result, err := db.Exec("INSERT INTO v VALUES "+row+strings.Repeat(", "+row, 49), values...)
	if err != nil {
		return err
	}
	if affected, err := result.RowsAffected(); err != nil || affected != 50 {
		return fmt.Errorf("%d rows affected, %v", affected, err)
	}
	statement, err := db.Prepare("INSERT INTO v VALUES " + row)
	if err != nil {
		return err
	}
	defer statement.Close()
	for i := 50; i < 100; i++ {
		if _, err := statement.Exec(arguments(i)...); err != nil {
			return err
		}
	}
	_, err = statement.Exec(100, nil, nil, nil, nil, nil, nil, nil, nil)
	return err
}

func arguments(i int) []interface{} {
	return []interface{}{i, int64(-1)<<63 + int64(i), fmt.Sprintf("12345678901234.%04d", i), float64(i) / 8, i%2 == 0,
		moment, moment, "it's \"quoted\" \\ ü 漢 😀 " + fmt.Sprint(i), []byte{0, 1, '\'', '\\', 0xFF, byte(i)}}
}

func read(db *sql.DB) error {
	rows, err := db.Query("SELECT * FROM v WHERE id >= ? ORDER BY id", 0)
	if err != nil {
		return err
	}
	defer rows.Close()
	expected := 0
	for ; rows.Next(); expected++ {
		var id int
		var big sql.NullInt64
		var amount, name sql.NullString
		var ratio sql.NullFloat64
		var active sql.NullBool
		var day, at sql.NullTime
		var raw []byte
		if err := rows.Scan(&id, &big, &amount, &ratio, &active, &day, &at, &name, &raw); err != nil {
			return err
		}
		found := fmt.Sprint(id, big.Int64, amount.String, ratio.Float64, active.Bool, day.Time, at.Time, name.String, raw)
		wanted := fmt.Sprint(expected, 0, "", 0.0, false, time.Time{}, time.Time{}, "", []byte(nil))
		if expected < 100 {
			a := arguments(expected)
			wanted = fmt.Sprint(a[0], a[1], a[2], a[3], a[4], moment.Truncate(24*time.Hour), a[6], a[7], a[8])
		}
		if found != wanted {
			return fmt.Errorf("row %d is %s, expected %s", expected, found, wanted)
		}
	}
	if expected != 101 {
		return fmt.Errorf("%d rows", expected)
	}
	return rows.Err()
}

func transactions(db *sql.DB) error {
	for _, commit := range []bool{true, false} {
		tx, err := db.BeginTx(context.Background(), &sql.TxOptions{Isolation: sql.LevelReadCommitted})
		if err != nil {
			return err
		}
		if _, err := tx.Exec("INSERT INTO v (id) VALUES (?), (?)", 200, 201); err != nil {
			return err
		}
		var own int
		if err := tx.QueryRow("SELECT count(*) FROM v WHERE id >= ?", 200).Scan(&own); err != nil {
			return err
		}
		if commit {
			err = tx.Commit()
		} else {
			err = tx.Rollback()
		}
		if err != nil {
			return err
		}
		var all int
		if err := db.QueryRow("SELECT count(*) FROM v WHERE id >= 200").Scan(&all); err != nil {
			return err
		}
		if all != 2 || own != all && commit || own != 4 && !commit {
			return fmt.Errorf("commit=%t: %d rows inside, %d after", commit, own, all)
		}
	}
	return nil
}

func failures(db *sql.DB) error {
	for text, number := range map[string]uint16{
		"SELECT * FROM nowhere":                       1146,
		"SELEC 1":                                     1064,
		"INSERT INTO v (id) VALUES (NULL)":            1048,
		"INSERT INTO v (id, day) VALUES (1, 'never')": 1292,
		"INSERT INTO v (id, name) VALUES (1, '" + strings.Repeat("x", 101) + "')": 1406,
	} {
		_, err := db.Exec(text)
		var failure *mysql.MySQLError
		if !errors.As(err, &failure) || failure.Number != number {
			return fmt.Errorf("%s: %v, expected %d", text, err, number)
		}
	}
	return nil
}

func several(db *sql.DB) error {
	rows, err := db.Query("SELECT 1; SELECT ?", "two")
	if err != nil {
		return err
	}
	defer rows.Close()
	var first int
	var second string
	if !rows.Next() || rows.Scan(&first) != nil || first != 1 {
		return fmt.Errorf("first result: %d", first)
	}
	if !rows.NextResultSet() || !rows.Next() || rows.Scan(&second) != nil || second != "two" {
		return fmt.Errorf("second result: '%s'", second)
	}
	return nil
}

// The driver closes the connection; the server must notice, and others go on.
func cancelled(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	start := time.Now()
	var sum float64
	err := db.QueryRowContext(ctx, "SELECT sum(a.id * b.id + c.id) FROM v a, v b, v c, v d, v e, v f").Scan(&sum)
	if !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("not cancelled: %v", err)
	}
	if time.Since(start) > 10*time.Second {
		return fmt.Errorf("cancelled after %s", time.Since(start))
	}
	deadline := time.Now().Add(20 * time.Second)
	for {
		var running int
		rows, err := db.Query("SHOW FULL PROCESSLIST")
		if err != nil {
			return err
		}
		columns, err := rows.Columns()
		if err != nil {
			return err
		}
		for rows.Next() {
			values := make([]sql.NullString, len(columns))
			pointers := make([]interface{}, len(columns))
			for i := range values {
				pointers[i] = &values[i]
			}
			if err := rows.Scan(pointers...); err != nil {
				return err
			}
			if strings.Contains(fmt.Sprint(values), "sum(a.id") {
				running++
			}
		}
		rows.Close()
		if running == 0 {
			return nil
		}
		if time.Now().After(deadline) {
			return errors.New("the query of a closed connection still runs")
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// Loads of all sessions since the server started, by how they were committed.
func loads(db *sql.DB) (map[string]int, error) {
	rows, err := db.Query("SHOW STATUS LIKE 'Group_commit_%'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	values := map[string]int{}
	for rows.Next() {
		var name string
		var value int
		if err := rows.Scan(&name, &value); err != nil {
			return nil, err
		}
		values[name] = value
	}
	return values, rows.Err()
}

// What has risen since, by which numbers, and nothing else.
func expectLoads(db *sql.DB, before, expected map[string]int) error {
	after, err := loads(db)
	if err != nil {
		return err
	}
	risen := map[string]int{}
	for name, value := range after {
		if value != before[name] {
			risen[name] = value - before[name]
		}
	}
	if !reflect.DeepEqual(risen, expected) {
		return fmt.Errorf("loads %v, expected %v", risen, expected)
	}
	return nil
}
