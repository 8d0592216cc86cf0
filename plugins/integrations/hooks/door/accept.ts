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

/** A request as its row keeps it: without secrets. */
export interface Message {
  method: string
  headers: Record<string, string>
  query: Record<string, string | string[]>
  body: Buffer
  /** Bytes of the body as it came. */
  size: number
  /** Of a form that is run again: its files, which are there. Its body holds the fields as JSON then. */
  files: ReceivedFile[] | null
  /** Whether the body is there as a whole. */
  isKept: boolean
  ip: string | null
  replayOf: string | null
}

/** What is to be done for a request, together with its acceptance. */
export interface Deed {
  /** Of the endpoint, where the address is one's. */
  systemId: string | undefined
  /** The fields of its body, where files came with them. */
  fields: unknown
  /** To be put into the folder of the address. */
  files: readonly SentFile[]
  /** What need not be looked at in the transaction. @throws Refused */
  check(): void
  start(requestId: string, files: readonly ReceivedFile[]): Promise<StartedRun[]>
}

/** What became of a request that was taken. */
export interface Received {
  /** Of a repetition: that of the first. */
  requestId: string
  runs: StartedRun[]
  /** How its sender is answered. */
  address: Address
}

const rows = tenantRows(WebhookRequest.table)
const accepted = 202

/**
 * Stores a request, puts its files and starts its runs: all of it is there or none. The same message again starts nothing, and is answered as
 * the first was.
 */
export async function accept(
  address: Address,
  message: Message,
  { message: known }: Verified,
  { systemId, fields, files, check, start }: Deed
): Promise<Received> {
  const hasFiles = files.length > 0
  // Nothing of a message that comes again is written.
  const first = hasFiles && known && (await repeated(address, message, known))
  if (first) return first
  // Its files are kept where they are put, and not once more.
  const kept = hasFiles ? Buffer.from(JSON.stringify(fields)) : message.body
  const { body, stored } = await keepBody(kept)
  const name = await targetName(address)
  const record = async (put?: () => Promise<ReceivedFile[]>): Promise<Received> => {
    const requestId = newId()
    const told = { id: requestId, outcome: 'accepted', status: accepted } as const
    const about = { name, ...(systemId === undefined ? {} : { systemId }) }
    const causeId = await tell(webhookReceived, address, message, { ...told, ...about })
    const lineage = { causeId, rootId: currentContext().rootId ?? causeId }
    const done = await withContext(lineage, async () => {
      const received = put ? await put() : message.files
      return { files: received, runs: await start(requestId, received ?? []) }
    })
    if (stored) await contentStore.use().record(stored)
    await insert(address, message, {
      ...{ ...told, ...done, body },
      ...{ contentId: stored?.id ?? null, messageKey: known?.key ?? null },
    })
    countUse('webhookTriggers')
    return { requestId, runs: done.runs, address }
  }
  const once = () => (hasFiles ? putFiles(address, files, record) : transaction(() => record()))
  try {
    check()
    // Most messages come once: the unique index tells of the others.
    return await once()
  } catch (error) {
    const isTaken = isUniqueViolation(error, 'webhook_requests_message', 'message_key')
    if (!known || !(isTaken || error instanceof Refused)) throw error
    const again = await repeated(address, message, known)
    if (again) return again
    if (!isTaken) throw error
    return await once()
  }
}

/** What the request that brought this message first has heard, with a row that it came again; undefined for the first. */
function repeated(
  address: Address,
  message: Message,
  known: NonNullable<Verified['message']>
): Promise<Received | undefined> {
  return transaction(async () => {
    const first = await sameMessage(address, known)
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

/** The request that brought this message first, unless that is too long ago. */
async function sameMessage(
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

/** Bodies that were never verified: many of them are nobody's. */
const mostRefusedBytes = bytesInRow

/** The row of a refused request; of those that come too often there is none. */
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
  const told = { id: newId(), outcome, status: problem.status }
  const name = await targetName(address)
  await transaction(async () => {
    if (stored) await contentStore.use().record(stored)
    await tell(webhookRefused, address, message, { ...told, name })
    await insert(address, message, {
      ...{ ...told, reason: problem.message, runs: [] },
      ...{ body: small ? body : null, contentId: stored?.id ?? null },
    })
  })
}

/** Tells the log what became of a request, with the commit that stores it. @returns the id of the event */
function tell(
  type: typeof webhookReceived,
  { id: addressId, workflowId, endpointId }: Address,
  { replayOf }: Message,
  {
    id: requestId,
    outcome,
    status,
    name,
    systemId,
  }: Told & { name: string | null; systemId?: string }
): Promise<string> {
  return recordEvent(type, {
    target: { type: 'webhook', id: addressId },
    source:
      workflowId === null
        ? { type: 'api_endpoint', id: endpointId! }
        : { type: 'workflow', id: workflowId },
    payload: {
      ...{ requestId, outcome, status, replayOf },
      ...(name === null ? {} : { name }),
      ...(systemId ? { systemId } : {}),
    },
  })
}

interface Told {
  id: string
  outcome: WebhookOutcome
  status: number
}

interface End extends Told {
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
