#!/bin/sh
# Runs once, in the new database of the primary: Heddle's role and database, and what the replica needs.
set -eu
secrets=${SECRETS:-/run/secrets}

psql --username=postgres --set=ON_ERROR_STOP=1 \
  --set=heddle="$(cat "$secrets/heddle_password")" --set=replication="$(cat "$secrets/replication_password")" <<'END'
CREATE ROLE heddle LOGIN PASSWORD :'heddle';
CREATE DATABASE heddle OWNER heddle ENCODING 'UTF8' TEMPLATE template0;
CREATE ROLE replication LOGIN REPLICATION PASSWORD :'replication';
SELECT pg_create_physical_replication_slot('replica');
END

echo 'host replication replication samenet scram-sha-256' >>"$PGDATA/pg_hba.conf"
