-- CreateEnum
CREATE TYPE "ScanState" AS ENUM ('queued', 'running', 'done', 'failed', 'cancelled');

-- CreateTable
CREATE TABLE "scan" (
    "id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "tier" TEXT NOT NULL,
    "state" "ScanState" NOT NULL DEFAULT 'queued',
    "report" JSONB,
    "error" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "scan_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "scan_finished_at_idx" ON "scan"("finished_at");

-- CreateIndex
CREATE INDEX "scan_state_created_at_idx" ON "scan"("state", "created_at");
