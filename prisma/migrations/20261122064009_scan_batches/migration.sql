-- CreateEnum
CREATE TYPE "BatchScanState" AS ENUM ('waiting', 'running', 'done', 'failed');

-- CreateEnum
CREATE TYPE "CallbackState" AS ENUM ('pending', 'signed', 'sending', 'delivered', 'failed');

-- CreateTable
CREATE TABLE "scan_batch" (
    "id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "callback_url" TEXT,
    "key_version" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "deadline" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "scan_batch_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "batch_scan" (
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "reservation_id" UUID NOT NULL,
    "state" "BatchScanState" NOT NULL DEFAULT 'waiting',
    "fence" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "report_id" TEXT,
    "grade" TEXT,
    "score" INTEGER,
    "provisional" BOOLEAN,
    "status" INTEGER,
    "error" TEXT,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "batch_scan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback" (
    "id" UUID NOT NULL,
    "batch_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "state" "CallbackState" NOT NULL DEFAULT 'pending',
    "body" TEXT,
    "signature" TEXT,
    "signed_at" TIMESTAMPTZ(3),
    "fence" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "callback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "callback_attempt" (
    "callback_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" INTEGER,
    "error" TEXT,
    "duration_ms" INTEGER NOT NULL,

    CONSTRAINT "callback_attempt_pkey" PRIMARY KEY ("callback_id","number")
);

-- CreateIndex
CREATE INDEX "scan_batch_key_id_created_at_idx" ON "scan_batch"("key_id", "created_at");

-- CreateIndex
CREATE INDEX "scan_batch_created_at_idx" ON "scan_batch"("created_at");

-- CreateIndex
CREATE INDEX "batch_scan_state_due_at_idx" ON "batch_scan"("state", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "batch_scan_batch_id_position_key" ON "batch_scan"("batch_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "callback_batch_id_key" ON "callback"("batch_id");

-- CreateIndex
CREATE INDEX "callback_state_due_at_idx" ON "callback"("state", "due_at");

-- AddForeignKey
ALTER TABLE "batch_scan" ADD CONSTRAINT "batch_scan_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "scan_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback" ADD CONSTRAINT "callback_batch_id_fkey" FOREIGN KEY ("batch_id") REFERENCES "scan_batch"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "callback_attempt" ADD CONSTRAINT "callback_attempt_callback_id_fkey" FOREIGN KEY ("callback_id") REFERENCES "callback"("id") ON DELETE CASCADE ON UPDATE CASCADE;
