# Sexton with its embedded PostgreSQL: docs/run/container.md says how it is run.
# Debian, not Alpine: the PostgreSQL that npm brings needs glibc.
FROM node:22-bookworm-slim

WORKDIR /opt/sexton
RUN chown node:node /opt/sexton && install -d -o node -g node -m 0700 /data
# PostgreSQL refuses root, and nothing here needs it.
USER node
# Packages first: a change of the sources leaves this layer as it is.
COPY --chown=node:node package.json package-lock.json ./
RUN npm ci --include=dev --include=optional --ignore-scripts --no-audit --no-fund --loglevel=error
COPY --chown=node:node . .
# Builds once: a start finds it done.
RUN node bin/sexton.mjs --version

ENV HOST=0.0.0.0 PORT=3000 SEXTON_DATA_DIR=/data/sexton SEXTON_NOTES_DIR=/data/notes
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.SEXTON_METRICS_PORT || process.env.PORT}/readyz`).then(r => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "bin/sexton.mjs"]
CMD ["serve"]
