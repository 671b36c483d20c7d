-- CreateEnum
CREATE TYPE "ListedBy" AS ENUM ('operator', 'owner');

-- AlterTable
ALTER TABLE "served_report" ADD COLUMN     "provisional" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "listed_host" (
    "host" TEXT NOT NULL,
    "listed_by" "ListedBy" NOT NULL,
    "listed_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "opted_out_at" TIMESTAMPTZ(3),
    "next_scan_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "scan_id" UUID,
    "scan_since" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "listed_host_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "host_result" (
    "id" UUID NOT NULL,
    "host" TEXT NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "grade" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "engine_version" TEXT NOT NULL,
    "body" BYTEA NOT NULL,

    CONSTRAINT "host_result_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "listed_host_next_scan_at_idx" ON "listed_host"("next_scan_at");

-- CreateIndex
CREATE UNIQUE INDEX "host_result_host_scanned_at_key" ON "host_result"("host", "scanned_at");
