-- AlterTable
ALTER TABLE "purchase" ADD COLUMN     "logo_id" UUID;

-- AlterTable
ALTER TABLE "compliance_report" ADD COLUMN     "logo_id" UUID;

-- CreateTable
CREATE TABLE "client_logo" (
    "id" UUID NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "client_logo_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "client_logo_created_at_idx" ON "client_logo"("created_at");
