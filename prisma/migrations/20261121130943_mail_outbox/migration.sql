-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('pending', 'sending', 'unknown', 'sent', 'failed');

-- CreateEnum
CREATE TYPE "ComplianceReportState" AS ENUM ('scanned', 'rendered', 'mailed', 'failed');

-- CreateTable
CREATE TABLE "mail_message" (
    "id" UUID NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "report_id" UUID,
    "rendered" JSONB,
    "state" "MailState" NOT NULL DEFAULT 'pending',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "ambiguous" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "first_attempt_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "lease_until" TIMESTAMPTZ(3),
    "last_error" TEXT,
    "provider_id" TEXT,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_message_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "compliance_report" (
    "id" UUID NOT NULL,
    "scan_id" UUID NOT NULL,
    "reservation" JSONB NOT NULL,
    "email" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "state" "ComplianceReportState" NOT NULL DEFAULT 'scanned',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "pdf" BYTEA,
    "file_name" TEXT,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "rendered_at" TIMESTAMPTZ(3),
    "mailed_at" TIMESTAMPTZ(3),
    "failed_at" TIMESTAMPTZ(3),

    CONSTRAINT "compliance_report_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_message_dedupe_key_key" ON "mail_message"("dedupe_key");

-- CreateIndex
CREATE INDEX "mail_message_state_next_attempt_at_idx" ON "mail_message"("state", "next_attempt_at");

-- CreateIndex
CREATE INDEX "compliance_report_state_created_at_idx" ON "compliance_report"("state", "created_at");

-- AddForeignKey
ALTER TABLE "mail_message" ADD CONSTRAINT "mail_message_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "compliance_report"("id") ON DELETE SET NULL ON UPDATE CASCADE;
