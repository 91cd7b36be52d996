# Heddle without a database: see compose.yaml for both.
FROM node:24-slim AS build
WORKDIR /opt/heddle
COPY . .
# The base image brings Node, so the pinned one is not downloaded.
RUN npm ci --omit=dev --ignore-scripts
RUN npm run build -w @heddle/portal

FROM node:24-slim
ENV NODE_ENV=production HEDDLE_HOST=0.0.0.0 HEDDLE_DATA_DIR=/var/lib/heddle HEDDLE_LOG_FORMAT=json
WORKDIR /opt/heddle
COPY --from=build /opt/heddle /opt/heddle
RUN mkdir -p /var/lib/heddle && chown node:node /var/lib/heddle
USER node
VOLUME /var/lib/heddle
EXPOSE 4000
# The operator's port, because a process without the role api does not open the other one.
HEALTHCHECK --start-period=120s --interval=10s --timeout=5s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.HEDDLE_OPERATOR_PORT ?? 4001}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# The list form: a shell would not pass signals on.
CMD ["node", "apps/server/bin/heddle.mjs", "serve"]
