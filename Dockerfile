# Heddle without a database: compose.yaml has both, deploy/cluster several nodes. docs/operations/containers.md says how to
# pin the base image by its digest.
ARG NODE_IMAGE=node:24.21.0-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /opt/heddle
COPY . .
# The base image brings Node, so the pinned one is not downloaded.
RUN npm ci --omit=dev --ignore-scripts && npm run build -w @heddle/portal
# Again, without what only builds the portal. (Without --legacy-peer-deps, optional peers of others would keep it.)
RUN npm ci --omit=dev --ignore-scripts --legacy-peer-deps --workspace=@heddle/server
# What Node does not read.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete \
  && rm -rf node_modules/@types node_modules/effect/src

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HEDDLE_HOST=0.0.0.0 HEDDLE_DATA_DIR=/var/lib/heddle HEDDLE_LOG_FORMAT=json
WORKDIR /opt/heddle
COPY --from=build /opt/heddle /opt/heddle
RUN mkdir -p /var/lib/heddle node_modules/.cache && chown 1000:1000 /var/lib/heddle node_modules/.cache
# A number, because Kubernetes cannot tell whether a name is root. It is the user `node` of the base image.
USER 1000:1000
# What Node would compile at each start, because it cannot store it in a read-only image.
RUN node scripts/fill-compile-cache.mjs
VOLUME /var/lib/heddle
EXPOSE 4000
# The operator's port, because a process without the role api does not open the other one.
HEALTHCHECK --start-period=120s --interval=10s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEDDLE_OPERATOR_PORT ?? 4001}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The list form: a shell would not pass signals on.
CMD ["node", "apps/server/bin/heddle.mjs", "serve"]
