-- CreateIndex
CREATE INDEX "compliance_report_served_id_idx" ON "compliance_report"("served_id");
