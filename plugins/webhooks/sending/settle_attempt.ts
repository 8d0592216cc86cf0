import { clock, now } from '@crossdock/kernel/database'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { tenantRows } from '@crossdock/kernel/tenancy'
import { WebhookAttempt } from '../models/webhook_attempt.js'
import { WebhookDelivery } from '../models/webhook_delivery.js'
import { WebhookSubscription } from '../models/webhook_subscription.js'
import { countFailure } from './failing.js'
import { maxAttempts, waitAfter } from './schedule.js'
import type { Outcome } from './send.js'

const deliveries = tenantRows(WebhookDelivery.table)
const attempts = tenantRows(WebhookAttempt.table)
const subscriptions = tenantRows(WebhookSubscription.table)

interface Attempt extends Outcome {
  startedAt: string
  secretCreatedAt: string
}

/** Records an attempt. The same transaction schedules the next attempt or ends the delivery. */
export async function settleAttempt(
  job: RunningJob,
  delivery: WebhookDelivery,
  attempt: Attempt
): Promise<void> {
  const number = delivery.attempts + 1
  const isDone = attempt.error === null
  const isGone = attempt.statusCode === 410
  const isLast = delivery.isLast || delivery.isExample || number >= maxAttempts
  const isOver = isDone || isGone || isLast
  const next = isOver ? null : new Date(clock.now() + waitAfter(number, attempt.retryAfterMs))
  const record = async () => {
    if (!(await recordAttempt(delivery, attempt, { number, next }))) return
    // An example does not affect the failure count.
    if (delivery.isExample) return
    await countOnSubscription(delivery, attempt, { isOver, isGone })
  }
  if (next) await job.resumeAt(next, record)
  else await job.finish(record)
}

const statusOf = ({ error }: Outcome, isOver: boolean) =>
  error === null ? 'delivered' : isOver ? 'failed' : 'retrying'

/** @returns false when the delivery was deleted during the attempt */
async function recordAttempt(
  { id, isManual, jobId }: WebhookDelivery,
  attempt: Attempt,
  { number, next }: { number: number; next: Date | null }
): Promise<boolean> {
  const { statusCode: status_code, durationMs: duration_ms, secretCreatedAt } = attempt
  const error = attempt.error && JSON.stringify(attempt.error)
  const changed = await deliveries.update(
    { id },
    {
      status: statusOf(attempt, next === null),
      attempts: number,
      status_code,
      error,
      duration_ms,
      secret_created_at: secretCreatedAt,
      slot_at: null,
      is_manual: false,
      next_attempt_at: next && next.toISOString(),
      job_id: next && jobId,
      ended_at: next ? null : now(),
    }
  )
  if (changed === 0) return false
  await attempts.insert({
    delivery_id: id,
    number,
    status_code,
    error,
    duration_ms,
    answer: attempt.answer,
    is_manual: isManual,
    created_at: attempt.startedAt,
  })
  return true
}

async function countOnSubscription(
  { subscriptionId: id }: WebhookDelivery,
  attempt: Attempt,
  { isOver, isGone }: { isOver: boolean; isGone: boolean }
): Promise<void> {
  const { statusCode: lastStatusCode } = attempt
  const lastStatus = statusOf(attempt, isOver)
  if (attempt.error === null) {
    const last = {
      last_attempt_at: now(),
      last_status: lastStatus,
      last_status_code: lastStatusCode,
    }
    await subscriptions.update({ id }, { ...last, failures: 0, failing_since: null, warned: 0 })
    return
  }
  const subscription = await WebhookSubscription.query().where('id', id).forUpdate().first()
  if (!subscription) return
  await countFailure(subscription, { isOver, isGone })
  const { failures, failingSince, warned, isActive, disabledReason, updatedAt } = subscription
  // Update single columns: an attempt must not change `updatedAt`, which reports changes by people.
  await subscriptions.update(
    { id },
    {
      last_attempt_at: now(),
      last_status: lastStatus,
      last_status_code: lastStatusCode,
      failures,
      failing_since: failingSince,
      warned,
      is_active: isActive,
      disabled_reason: disabledReason,
      updated_at: updatedAt,
    }
  )
}
