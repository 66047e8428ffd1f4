// Connects and writes three rows with a prepared statement: what the packet captures show.
package main

import (
	"database/sql"
	"fmt"
	"os"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

func main() {
	if err := write(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

func write() error {
	db, err := sql.Open("mysql", fmt.Sprintf("root:@tcp(127.0.0.1:%s)/%s", os.Getenv("TEST_PORT"), os.Getenv("TEST_DB")))
	if err != nil {
		return err
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("SET group_commit = sync_mode"); err != nil {
		return err
	}
	moment := time.Date(2024, 2, 29, 12, 34, 56, 789012345, time.UTC)
	_, err = db.Exec("INSERT INTO c (id, name, amount, moment) VALUES (?, ?, ?, ?), (?, ?, ?, ?), (?, ?, ?, ?)",
		1, "Ann", "12.50", moment, 2, "Bob's", nil, nil, 3, "Zoë", 0.0, moment)
	return err
}
