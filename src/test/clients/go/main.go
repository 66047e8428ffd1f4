// The Group Commit manual's Go program; port, database, parameters and the number of rounds come from the environment.
package main

import (
	"database/sql"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	_ "github.com/go-sql-driver/mysql"
)

const (
	host     = "127.0.0.1"
	user     = "root"
	password = ""
	table    = "async_lineitem"

	threadCount = 20
	batchSize   = 100
)

var totalInsertedRows int64

func number(name string) int {
	value, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		fmt.Printf("%s: %s\n", name, err)
		os.Exit(1)
	}
	return value
}

func main() {
	dsn := fmt.Sprintf("%s:%s@tcp(%s:%d)/%s?parseTime=true&%s", user, password, host, number("TEST_PORT"),
		os.Getenv("TEST_DB"), os.Getenv("TEST_PARAMETERS"))
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		fmt.Printf("Error opening database: %s\n", err)
		os.Exit(1)
	}
	defer db.Close()

	statements := number("TEST_STATEMENTS")
	var wg sync.WaitGroup
	for i := 0; i < threadCount; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for j := 0; j < statements; j++ {
				insertBatch(db)
			}
		}()
	}
	wg.Wait()
	fmt.Printf("Total inserted rows: %d\n", totalInsertedRows)
}

func insertBatch(db *sql.DB) {
	valueStrings := make([]string, 0, batchSize)
	valueArgs := make([]interface{}, 0, batchSize*16)
	for i := 0; i < batchSize; i++ {
		valueStrings = append(valueStrings, "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
		for k := 0; k < 4; k++ {
			valueArgs = append(valueArgs, rand.Intn(1000))
		}
		for k := 0; k < 4; k++ {
			valueArgs = append(valueArgs, sql.NullFloat64{Float64: 1.0, Valid: true})
		}
		valueArgs = append(valueArgs, "N", "O")
		for k := 0; k < 3; k++ {
			valueArgs = append(valueArgs, time.Now())
		}
		valueArgs = append(valueArgs, "DELIVER IN PERSON", "SHIP", "N/A")
	}
	stmt := fmt.Sprintf("INSERT INTO %s VALUES %s", table, strings.Join(valueStrings, ","))
	if _, err := db.Exec(stmt, valueArgs...); err != nil {
		fmt.Printf("Error executing batch: %s\n", err)
		os.Exit(1)
	}
	atomic.AddInt64(&totalInsertedRows, int64(batchSize))
}
