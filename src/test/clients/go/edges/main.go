// What go-sql-driver writes at the edges of its types: integers beyond 63 bits, long data, the zero time, nine digits of
// a fraction, character sets of the DSN. Each with statements prepared by the server and, where it matters, without.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"time"

	"github.com/go-sql-driver/mysql"
)

func main() {
	for _, edge := range []struct {
		name string
		run  func() error
	}{
		{"unsigned integers", unsignedIntegers},
		{"long data", longData},
		{"times", times},
		{"character sets", characterSets},
	} {
		if err := edge.run(); err != nil {
			fmt.Printf("%s: %s\n", edge.name, err)
			os.Exit(1)
		}
	}
	fmt.Println("ok")
}

func open(options string) (*sql.DB, error) {
	return sql.Open("mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%s)/%s?%s",
		os.Getenv("TEST_PORT"), os.Getenv("TEST_DB"), options))
}

// Runs this on a table of its own, once for each set of options.
func with(columns string, options []string, run func(db *sql.DB, options string) error) error {
	for _, each := range options {
		db, err := open(each)
		if err != nil {
			return err
		}
		defer db.Close()
		for _, text := range []string{"DROP TABLE IF EXISTS e", "CREATE TABLE e (" + columns + ") DUPLICATE KEY(id)"} {
			if _, err := db.Exec(text); err != nil {
				return err
			}
		}
		if err := run(db, each); err != nil {
			return fmt.Errorf("with '%s': %w", each, err)
		}
	}
	return nil
}

func expect(err error, number uint16) error {
	var failure *mysql.MySQLError
	if !errors.As(err, &failure) || failure.Number != number {
		return fmt.Errorf("%v, expected %d", err, number)
	}
	return nil
}

func unsignedIntegers() error {
	return with("id INT, u BIGINT UNSIGNED, big BIGINT", []string{"", "interpolateParams=true"}, func(db *sql.DB, _ string) error {
		values := []uint64{0, math.MaxInt64, math.MaxInt64 + 1, math.MaxUint64}
		for i, value := range values {
			if _, err := db.Exec("INSERT INTO e (id, u) VALUES (?, ?)", i, value); err != nil {
				return err
			}
			var found, bound uint64
			if err := db.QueryRow("SELECT u FROM e WHERE id = ?", i).Scan(&found); err != nil {
				return err
			}
			if err := db.QueryRow("SELECT u FROM e WHERE u = ?", value).Scan(&bound); err != nil {
				return fmt.Errorf("u = %d: %w", value, err)
			}
			if found != value || bound != value {
				return fmt.Errorf("%d is read as %d and %d", value, found, bound)
			}
		}
		_, err := db.Exec("INSERT INTO e (id, big) VALUES (?, ?)", 9, uint64(math.MaxUint64))
		return expect(err, 1264)
	})
}

// Parameters of more than their share of maxAllowedPacket are sent ahead; 0 asks the server for it.
func longData() error {
	sizes := map[string]int{"maxAllowedPacket=1048576": 5 << 20, "maxAllowedPacket=0": 23 << 20}
	return with("id INT, note TEXT, raw BLOB", []string{"maxAllowedPacket=1048576", "maxAllowedPacket=0"}, func(db *sql.DB, options string) error {
		text := strings.Repeat("ü", sizes[options]/2)
		raw := []byte{0, 1, 0xFF}
		if _, err := db.Exec("INSERT INTO e VALUES (?, ?, ?)", 1, text, raw); err != nil {
			return err
		}
		if _, err := db.Exec("INSERT INTO e VALUES (?, ?, ?)", 2, "short", []byte(text)); err != nil {
			return err
		}
		for id, wanted := range map[int][2]string{1: {text, string(raw)}, 2: {"short", text}} {
			var note string
			var found []byte
			if err := db.QueryRow("SELECT note, raw FROM e WHERE id = ?", id).Scan(&note, &found); err != nil {
				return err
			}
			if note != wanted[0] || string(found) != wanted[1] {
				return fmt.Errorf("row %d holds %d and %d bytes", id, len(note), len(found))
			}
		}
		return nil
	})
}

func times() error {
	options := []string{"parseTime=true", "parseTime=true&interpolateParams=true"}
	return with("id INT, day DATE, moment DATETIME(6)", options, func(db *sql.DB, _ string) error {
		nine := time.Date(2024, 2, 29, 12, 34, 56, 123456789, time.UTC)
		carried := time.Date(2024, 12, 31, 23, 59, 59, 999999999, time.UTC)
		for i, value := range []time.Time{nine, carried} {
			if _, err := db.Exec("INSERT INTO e VALUES (?, ?, ?)", i, value, value); err != nil {
				return err
			}
			var day, moment time.Time
			if err := db.QueryRow("SELECT day, moment FROM e WHERE id = ?", i).Scan(&day, &moment); err != nil {
				return err
			}
			if rounded := value.Round(time.Microsecond); !moment.Equal(rounded) || !day.Equal(value.Truncate(24*time.Hour)) {
				return fmt.Errorf("%s is read as %s and %s, expected %s", value, day, moment, rounded)
			}
		}
		for _, column := range []string{"day", "moment"} {
			_, err := db.Exec("INSERT INTO e (id, "+column+") VALUES (?, ?)", 9, time.Time{})
			if err := expect(err, 1292); err != nil {
				return fmt.Errorf("the zero time as %s: %w", column, err)
			}
		}
		return nil
	})
}

func characterSets() error {
	options := []string{"charset=utf8mb4", "charset=utf8mb4,utf8", "charset=utf8mb4&collation=utf8mb4_unicode_ci",
		"collation=utf8mb4_bin", "charset=utf8"}
	return with("id INT, note VARCHAR(20)", options, func(db *sql.DB, options string) error {
		if _, err := db.Exec("INSERT INTO e VALUES (?, ?)", 1, "ü 漢"); err != nil {
			return err
		}
		var note, charset, collation string
		err := db.QueryRow("SELECT note FROM e WHERE note = ?", "ü 漢").Scan(&note)
		if err != nil || note != "ü 漢" {
			return fmt.Errorf("'%s', %v", note, err)
		}
		err = db.QueryRow("SELECT @@character_set_client, @@collation_connection").Scan(&charset, &collation)
		if err != nil {
			return err
		}
		if !strings.HasPrefix(charset, "utf8") || strings.HasSuffix(options, "unicode_ci") && collation != "utf8mb4_unicode_ci" {
			return fmt.Errorf("%s, %s", charset, collation)
		}
		return nil
	})
}
