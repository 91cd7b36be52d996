#!/bin/sh
# Copies the primary when there is no copy yet, then follows it.
set -eu
secrets=${SECRETS:-/run/secrets}
primary="host=${PRIMARY_HOST:-primary} port=${PRIMARY_PORT:-5432} user=replication"

if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # What a copy that was cut off has left.
  find "$PGDATA" -mindepth 1 -delete
  chmod 700 "$PGDATA"
  pg_basebackup --dbname="$primary password=$(cat "$secrets/replication_password")" --pgdata="$PGDATA" \
    --slot=replica --checkpoint=fast --write-recovery-conf
fi
exec "$@"
