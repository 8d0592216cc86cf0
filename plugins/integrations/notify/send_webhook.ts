import { createHash } from 'node:crypto'
import { StepFailed, type CallingContext } from '@crossdock/flows/contracts'
import { clock, now } from '@crossdock/kernel/database'
import { egress } from '@crossdock/kernel/egress'
import type { Output } from '@crossdock/kernel/shapes'
import { currentContext } from '@crossdock/kernel/tenancy'
import { failureOf } from '../calls/failure.js'
import { retryAfter, shownStatus } from '../connectors/rest/outcome.js'
import { signHmac } from '../hooks/verification/hmac.js'
import { standardWebhooks } from '../hooks/verification/scheme.js'
import type { config } from './notification_config.js'
import type { WorkflowMessage } from './notify_people.js'

type Context = CallingContext<Output<typeof config>>

const longestMs = 30_000
/** Maximum number of bytes of the answer that are read. The content is ignored. */
const mostBytes = 64 * 1024
const retryable = new Set([408, 425, 429])

/**
 * Calls the webhook of a step, with the same id for every attempt.
 * @throws StepFailed for a status outside 200 to 299
 */
export async function sendWebhook(
  { step, signal, outside }: Context,
  message: WorkflowMessage & { idempotencyKey: string }
): Promise<{ statusCode: number; duration: number }> {
  const { webhookUrl = '', webhookSecret } = step.config
  const body = Buffer.from(JSON.stringify(bodyOf(message)))
  const id = `msg_${createHash('sha256').update(message.idempotencyKey).digest('hex').slice(0, 32)}`
  const proof = webhookSecret
    ? signHmac(standardWebhooks, { body }, webhookSecret, clock.now(), id)
    : { headers: { 'webhook-id': id } }
  const headers = {
    'content-type': 'application/json',
    'idempotency-key': message.idempotencyKey,
    ...proof.headers,
  }
  const request = { method: 'POST', url: webhookUrl, headers, body, signal }
  const answer = await outside(() =>
    egress.use().request({ ...request, timeoutMs: longestMs, maxResponseBytes: mostBytes })
  ).catch((error: unknown) => {
    signal.throwIfAborted()
    const failure = failureOf(error)
    throw new StepFailed(failure.message, { retryable: failure.retryable, cause: error })
  })
  const { status: statusCode, durationMs: duration } = answer
  if (statusCode >= 200 && statusCode < 300) return { statusCode, duration }
  const again = retryable.has(statusCode) || statusCode >= 500
  const retryAfterMs = again ? retryAfter(answer.headers['retry-after']) : undefined
  throw new StepFailed(
    `The webhook answered ${shownStatus(statusCode)}; expected a status from 200 to 299.`,
    {
      retryable: again,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
      output: { webhook: { statusCode, duration } },
    }
  )
}

function bodyOf({ subject, text, executionId, flowId, flowName, assetId }: WorkflowMessage) {
  const { tenantId, environmentId } = currentContext()
  return {
    type: 'workflow.notification',
    timestamp: now(),
    data: {
      subject,
      text,
      executionId,
      workflowId: flowId,
      workflowName: flowName,
      fileId: assetId,
      tenantId,
      environmentId,
    },
  }
}
