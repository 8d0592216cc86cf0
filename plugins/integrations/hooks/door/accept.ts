import { clock, isUniqueViolation, newId, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { countUse } from '@crossdock/kernel/ledger'
import { contentStore } from '@crossdock/kernel/storage'
import { parseJson } from '@crossdock/kernel/json'
import { currentContext, tenantRows, withContext } from '@crossdock/kernel/tenancy'
import type { Verified, WebhookOutcome } from '../../contracts/index.js'
import { WebhookRequest, type ReceivedFile, type StartedRun } from '../models/webhook_request.js'
import { webhookReceived, webhookRefused } from '../event_types.js'
import { bytesInRow, refusalsPerAddress } from '../limits.js'
import type { Address } from '../queries/addresses.js'
import { keepBody } from '../queries/stored_body.js'
import { targetName } from '../queries/target_name.js'
import { queryTextOf } from './arrived.js'
import type { SentFile } from './content.js'
import { putFiles } from './put_files.js'
import { Refused } from './refused.js'

/** A request as its row stores it, without secrets. */
export interface Message {
  method: string
  headers: Record<string, string>
  query: Record<string, string | string[]>
  body: Buffer
  /** Size of the received body in bytes. */
  size: number
  /** Files of a replayed form, which are already stored. The body then holds the fields as JSON. */
  files: ReceivedFile[] | null
  /** Whether the body was read completely. */
  isKept: boolean
  ip: string | null
  replayOf: string | null
}

/** What to check, store and start when a request is accepted. */
export interface AcceptedWork {
  /** The id of the system, for the address of an endpoint. */
  systemId: string | undefined
  /** The fields of the body, if files came with them. */
  fields: unknown
  /** Files to store in the folder of the address. */
  files: readonly SentFile[]
  /**
   * Makes the checks that need no transaction.
   * @throws Refused
   */
  check(): void
  start(requestId: string, files: readonly ReceivedFile[]): Promise<StartedRun[]>
}

/** The result of an accepted request. */
export interface Received {
  /** The id of the request; for a repetition, the id of the first request. */
  requestId: string
  runs: StartedRun[]
  /** The address of the request; it determines the answer. */
  address: Address
}

const rows = tenantRows(WebhookRequest.table)
const accepted = 202

/**
 * Stores a request with its files and starts its runs, in one transaction. A repetition of a message starts
 * nothing and gets the answer of the first request.
 */
export async function accept(
  address: Address,
  message: Message,
  { message: known }: Verified,
  { systemId, fields, files, check, start }: AcceptedWork
): Promise<Received> {
  const hasFiles = files.length > 0
  // If the message is a repetition, store none of its content.
  const first = hasFiles && known && (await recordRepetition(address, message, known))
  if (first) return first
  // Files are stored in the folder only. The request stores the fields.
  const kept = hasFiles ? Buffer.from(JSON.stringify(fields)) : message.body
  const { body, stored } = await keepBody(kept)
  const name = await targetName(address)
  const record = async (put?: () => Promise<ReceivedFile[]>): Promise<Received> => {
    const requestId = newId()
    const outcomeFacts = { id: requestId, outcome: 'accepted', status: accepted } as const
    const about = { name, ...(systemId === undefined ? {} : { systemId }) }
    const causeId = await recordOutcome(webhookReceived, address, message, {
      ...outcomeFacts,
      ...about,
    })
    const lineage = { causeId, rootId: currentContext().rootId ?? causeId }
    const done = await withContext(lineage, async () => {
      const received = put ? await put() : message.files
      return { files: received, runs: await start(requestId, received ?? []) }
    })
    if (stored) await contentStore.use().record(stored)
    await insert(address, message, {
      ...outcomeFacts,
      ...done,
      body,
      contentId: stored?.id ?? null,
      messageKey: known?.key ?? null,
    })
    countUse('webhookTriggers')
    return { requestId, runs: done.runs, address }
  }
  const once = () => (hasFiles ? putFiles(address, files, record) : transaction(() => record()))
  try {
    check()
    // Try to store first: most messages are new, and the unique index detects repetitions.
    return await once()
  } catch (error) {
    const isTaken = isUniqueViolation(error, 'webhook_requests_message', 'message_key')
    if (!known || !(isTaken || error instanceof Refused)) throw error
    const again = await recordRepetition(address, message, known)
    if (again) return again
    if (!isTaken) throw error
    return await once()
  }
}

/** Records a repetition and returns the result of the first request; undefined for a new message. */
function recordRepetition(
  address: Address,
  message: Message,
  known: NonNullable<Verified['message']>
): Promise<Received | undefined> {
  return transaction(async () => {
    const first = await findFirstRequest(address, known)
    if (!first) return undefined
    const end = { outcome: 'duplicate', status: accepted } as const
    await insert(address, message, { ...end, id: newId(), runs: first.runs })
    return first
  })
}

interface FirstRow {
  id: string
  created_at: string | Date
  runs: string
}

/**
 * Returns the result of the first request with this message; undefined if there is none, or if its time has
 * passed.
 */
async function findFirstRequest(
  address: Address,
  { key, seconds }: NonNullable<Verified['message']>
): Promise<Received | undefined> {
  const where = { address_id: address.id, message_key: key }
  const [row] = await rows.find<FirstRow>(where, ['id', 'created_at', 'runs'])
  if (!row) return undefined
  if (clock.now() - new Date(row.created_at).getTime() < seconds * 1_000) {
    return { requestId: row.id, runs: parseJson(row.runs) as StartedRun[], address }
  }
  await rows.update({ id: row.id }, { message_key: null })
  return undefined
}

/** Bodies of unverified requests are stored only up to this size, because anyone may send them. */
const mostRefusedBytes = bytesInRow

/** Stores the row of a refused request, up to a number per minute. */
export async function logRefused(
  address: Address,
  message: Message,
  { outcome, problem }: Refused
): Promise<void> {
  if (!(await refusalsPerAddress.tryUse(address.id))) return
  const { body, isKept } = message
  const small = isKept && body.length > 0 && body.length <= mostRefusedBytes
  const isVerified = outcome !== 'refused_signature' && outcome !== 'limit'
  const { stored } = isKept && isVerified && !small ? await keepBody(body) : { stored: null }
  const outcomeFacts = { id: newId(), outcome, status: problem.status }
  const name = await targetName(address)
  await transaction(async () => {
    if (stored) await contentStore.use().record(stored)
    await recordOutcome(webhookRefused, address, message, { ...outcomeFacts, name })
    await insert(address, message, {
      ...outcomeFacts,
      reason: problem.message,
      runs: [],
      body: small ? body : null,
      contentId: stored?.id ?? null,
    })
  })
}

/**
 * Records the event of a request, in the transaction that stores the request.
 * @returns the id of the event
 */
function recordOutcome(
  type: typeof webhookReceived,
  { id: addressId, workflowId, endpointId }: Address,
  { replayOf }: Message,
  {
    id: requestId,
    outcome,
    status,
    name,
    systemId,
  }: OutcomeFacts & { name: string | null; systemId?: string }
): Promise<string> {
  return recordEvent(type, {
    target: { type: 'webhook', id: addressId },
    source:
      workflowId === null
        ? { type: 'api_endpoint', id: endpointId! }
        : { type: 'workflow', id: workflowId },
    payload: {
      requestId,
      outcome,
      status,
      replayOf,
      ...(name === null ? {} : { name }),
      ...(systemId ? { systemId } : {}),
    },
  })
}

interface OutcomeFacts {
  id: string
  outcome: WebhookOutcome
  status: number
}

interface End extends OutcomeFacts {
  reason?: string
  runs: StartedRun[]
  files?: ReceivedFile[] | null
  body?: Buffer | null
  contentId?: string | null
  messageKey?: string | null
}

async function insert(address: Address, message: Message, end: End): Promise<void> {
  const { method, headers, query, size, ip, replayOf } = message
  await rows.insert({
    id: end.id,
    address_id: address.id,
    workflow_id: address.workflowId,
    endpoint_id: address.endpointId,
    method: method.slice(0, 10),
    query: queryTextOf(query),
    headers: JSON.stringify(headers),
    content_type: headers['content-type']?.slice(0, 255) ?? null,
    size,
    files: end.files ? JSON.stringify(end.files) : null,
    body: end.body ?? null,
    content_id: end.contentId ?? null,
    ip,
    outcome: end.outcome,
    status: end.status,
    reason: end.reason ?? null,
    message_key: end.messageKey ?? null,
    runs: JSON.stringify(end.runs),
    execution_id: end.runs[0]?.executionId ?? null,
    replay_of: replayOf,
  })
}
