#!/usr/bin/env bash
# Runs a node of the cluster GALERA_NODES (names with commas, the first makes it) under the name of its host. GALERA_LOGIN, USER:PASSWORD,
# is made an account for everything. A node finds its cluster again by itself after a crash of all of them, and after a stop of all
# of them the one that ended last begins.
set -euo pipefail
data=/var/lib/mysql
name=$(hostname)
first=${GALERA_NODES%%,*}
login=${GALERA_LOGIN:?USER:PASSWORD}
options=()
mkdir -p "$data" /run/mysqld
chown mysql: "$data" /run/mysqld
if [ ! -d "$data/mysql" ]; then
  mariadb-install-db --no-defaults --user=mysql --datadir="$data" --skip-test-db >/dev/null
  if [ "$name" = "$first" ]; then
    options+=(--wsrep-new-cluster "--init-file=/run/mysqld/init.sql")
    quoted=${login#*:}
    quoted=${quoted//\\/\\\\}
    quoted=${quoted//\'/\'\'}
    echo "CREATE USER IF NOT EXISTS '${login%%:*}'@'%' IDENTIFIED BY '$quoted'; GRANT ALL ON *.* TO '${login%%:*}'@'%';" \
      | sed 's/; GRANT/;\nGRANT/' >/run/mysqld/init.sql
    chown mysql: /run/mysqld/init.sql
    chmod 400 /run/mysqld/init.sql
  fi
elif grep -q '^safe_to_bootstrap: 1' "$data/grastate.dat" 2>/dev/null; then
  options+=(--wsrep-new-cluster)
elif [ ! -f "$data/gvwstate.dat" ]; then
  position=$(mariadbd --no-defaults --user=mysql --datadir="$data" --skip-networking --wsrep-on=ON --binlog-format=ROW \
    --wsrep-provider=/usr/lib/galera/libgalera_smm.so --wsrep-recover 2>&1 | sed -n 's/.*Recovered position: *//p' | tail -1) || true
  [ -z "$position" ] || options+=("--wsrep-start-position=$position")
fi
exec mariadbd --no-defaults --user=mysql --datadir="$data" --socket=/run/mysqld/mysqld.sock --bind-address=0.0.0.0 \
  --skip-name-resolve --innodb-flush-log-at-trx-commit=1 --innodb-autoinc-lock-mode=2 --binlog-format=ROW \
  --max-allowed-packet=64M --wsrep-on=ON --wsrep-provider=/usr/lib/galera/libgalera_smm.so --wsrep-cluster-name=tributary \
  --wsrep-cluster-address="gcomm://$GALERA_NODES" --wsrep-node-name="$name" --wsrep-node-address="$name" \
  --wsrep-sst-method=rsync "${options[@]}" "$@"
