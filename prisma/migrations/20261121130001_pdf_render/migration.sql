-- CreateEnum
CREATE TYPE "RenderState" AS ENUM ('queued', 'done', 'failed');

-- CreateTable
CREATE TABLE "pdf_render" (
    "id" UUID NOT NULL,
    "report" JSON NOT NULL,
    "prepared_for" TEXT,
    "prepared_by" TEXT,
    "state" "RenderState" NOT NULL DEFAULT 'queued',
    "pdf" BYTEA,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pdf_render_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "pdf_render_created_at_idx" ON "pdf_render"("created_at");
