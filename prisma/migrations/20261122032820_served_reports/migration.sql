-- CreateEnum
CREATE TYPE "ReportColumn" AS ENUM ('free', 'free_with_fixes', 'pro', 'one_time');

-- AlterTable
ALTER TABLE "compliance_report" ADD COLUMN     "served_id" TEXT;

-- CreateTable
CREATE TABLE "served_report" (
    "id" TEXT NOT NULL,
    "scan_id" UUID NOT NULL,
    "column" "ReportColumn" NOT NULL,
    "owner" TEXT,
    "host" TEXT,
    "grade" TEXT NOT NULL,
    "score" INTEGER NOT NULL,
    "engine_version" TEXT NOT NULL,
    "scanned_at" TIMESTAMPTZ(3) NOT NULL,
    "body" BYTEA,
    "pdf" BYTEA,
    "prepared_for" TEXT,
    "prepared_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3),

    CONSTRAINT "served_report_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "scan_evidence" (
    "scan_id" UUID NOT NULL,
    "body" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "scan_evidence_pkey" PRIMARY KEY ("scan_id")
);

-- CreateTable
CREATE TABLE "report_signing_key" (
    "kid" TEXT NOT NULL,
    "jwk" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "report_signing_key_pkey" PRIMARY KEY ("kid")
);

-- CreateIndex
CREATE INDEX "served_report_scan_id_idx" ON "served_report"("scan_id");

-- CreateIndex
CREATE INDEX "served_report_owner_created_at_idx" ON "served_report"("owner", "created_at");

-- CreateIndex
CREATE INDEX "served_report_expires_at_idx" ON "served_report"("expires_at");

-- CreateIndex
CREATE INDEX "scan_evidence_created_at_idx" ON "scan_evidence"("created_at");
