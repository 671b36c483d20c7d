-- AlterTable
ALTER TABLE "scan" ADD COLUMN     "live_key" TEXT,
ADD COLUMN     "waiters" INTEGER NOT NULL DEFAULT 1,
ALTER COLUMN "report" SET DATA TYPE JSON,
ALTER COLUMN "error" SET DATA TYPE JSON;

-- CreateIndex
CREATE UNIQUE INDEX "scan_live_key_key" ON "scan"("live_key");
