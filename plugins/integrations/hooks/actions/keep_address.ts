import { randomBytes } from 'node:crypto'
import { ledger } from '@crossdock/kernel/ledger'
import { usualBytes } from '../limits.js'
import { WebhookAddress } from '../models/webhook_address.js'

type Target = { workflowId: string } | { endpointId: string }

/** Creates the secret token of a new address: 192 random bits. */
export const newToken = (): string => randomBytes(24).toString('base64url')

const columnOf = (target: Target) =>
  'workflowId' in target
    ? ({ workflow_id: target.workflowId } as const)
    : ({ endpoint_id: target.endpointId } as const)

/**
 * Ensures that a workflow or an endpoint has an address, in the transaction that saves it. An existing address
 * is kept.
 * @param listensTo for a workflow, the endpoint whose requests also start it
 * @throws Problem 409 if the environment may have no more
 */
export async function ensureAddress(
  target: Target,
  listensTo: string | null = null
): Promise<void> {
  const known = await WebhookAddress.query().where(columnOf(target)).first()
  if (!known?.isUsed) await ledger.use().reserve('maxWebhooks')
  if (known) {
    await known.merge({ isUsed: true, listensTo }).save()
    return
  }
  await WebhookAddress.create({
    workflowId: null,
    endpointId: null,
    ...target,
    token: newToken(),
    listensTo,
    isUsed: true,
    verification: 'none',
    verificationConfig: {},
    previousSecret: null,
    previousUntil: null,
    mode: 'accept',
    waitSeconds: 10,
    answerStepId: null,
    maxBytes: usualBytes,
    filesFolder: null,
    filesFolderBy: null,
  })
}

/**
 * Deactivates an address whose workflow has another trigger now, or whose endpoint has another type. Requests to
 * it are refused and logged.
 */
export async function deactivateAddress(target: Target): Promise<void> {
  const known = await WebhookAddress.query().where(columnOf(target)).first()
  if (known) await known.merge({ isUsed: false, listensTo: null }).save()
}
