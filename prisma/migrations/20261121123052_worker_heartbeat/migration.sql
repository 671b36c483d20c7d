-- CreateTable
CREATE TABLE "worker_heartbeat" (
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pid" INTEGER NOT NULL,
    "engine_version" TEXT NOT NULL,
    "running" JSON NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "event_loop_p99_ms" DOUBLE PRECISION NOT NULL,
    "resident_bytes" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "worker_heartbeat_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "worker_heartbeat_seen_at_idx" ON "worker_heartbeat"("seen_at");
