// Runs the statements in TEST_SCRIPT, one a line, in one session and prints each answer as a start-up script has it:
// "= " and a row, or "! " and the number of an error.
package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/go-sql-driver/mysql"
)

func main() {
	db, err := sql.Open("mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%s)/%s", os.Getenv("TEST_PORT"), os.Getenv("TEST_DB")))
	if err == nil {
		err = db.Ping()
	}
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, text := range strings.Split(os.Getenv("TEST_SCRIPT"), "\n") {
		fmt.Println("> " + text)
		if err := answer(db, text); err != nil {
			var failure *mysql.MySQLError
			if !errors.As(err, &failure) {
				fmt.Println(err)
				os.Exit(1)
			}
			fmt.Printf("! %d\n", failure.Number)
		}
	}
}

func answer(db *sql.DB, text string) error {
	rows, err := db.Query(text)
	if err != nil {
		return err
	}
	defer rows.Close()
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
		cells := make([]string, len(columns))
		for i, value := range values {
			cells[i] = "null"
			if value.Valid {
				cells[i] = value.String
			}
		}
		fmt.Println("= " + strings.ReplaceAll(strings.Join(cells, "|"), "\n", "\\n"))
	}
	return rows.Err()
}
