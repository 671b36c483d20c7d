-- Of events that still wait, only the ids that say where to look are kept, as of new ones.
UPDATE "provider_event"
SET "payload" = jsonb_build_object('data', jsonb_build_object('object', jsonb_strip_nulls(jsonb_build_object(
  'object', "payload" #> '{data,object,object}',
  'id', "payload" #> '{data,object,id}',
  'invoice', "payload" #> '{data,object,invoice}',
  'payment_intent', "payload" #> '{data,object,payment_intent}'))))
WHERE "processed_at" IS NULL AND "provider" = 'stripe';

UPDATE "provider_event"
SET "payload" = jsonb_build_object('payload', coalesce((
  SELECT jsonb_object_agg(name, jsonb_build_object('entity', jsonb_strip_nulls(jsonb_build_object(
    'id', about #> '{entity,id}', 'payment_id', about #> '{entity,payment_id}'))))
  FROM jsonb_each(CASE jsonb_typeof("payload" -> 'payload') WHEN 'object' THEN "payload" -> 'payload' END) AS e (name, about)
  WHERE name IN ('payment', 'order', 'subscription', 'refund', 'dispute')), '{}'))
WHERE "processed_at" IS NULL AND "provider" = 'razorpay';
