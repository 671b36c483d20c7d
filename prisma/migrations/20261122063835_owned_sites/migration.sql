-- CreateTable
CREATE TABLE "owned_site" (
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "challenge" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "verified_at" TIMESTAMPTZ(3),
    "asked_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "owned_site_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "owned_site_host_idx" ON "owned_site"("host");

-- CreateIndex
CREATE UNIQUE INDEX "owned_site_email_host_key" ON "owned_site"("email", "host");
