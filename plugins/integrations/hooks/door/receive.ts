import { Problem, text } from '@crossdock/kernel/ground'
import { ledger } from '@crossdock/kernel/ledger'
import { inTenant } from '@crossdock/kernel/tenancy'
import type { Verified } from '../../contracts/index.js'
import type { ReceivedFile } from '../models/webhook_request.js'
import type { Address, Place } from '../queries/addresses.js'
import { hiddenOf, verify, verifyHead } from '../verification/verify.js'
import { accept, logRefused, type Message, type Received } from './accept.js'
import { keptHeaders, keptQuery, type Arrived, type Head } from './arrived.js'
import { contentOf, type Content } from './content.js'
import { Refused } from './refused.js'
import { fitRunData } from './run_data.js'
import { targetOf } from './target.js'

export const noAddress = (): Problem =>
  new Problem(404, 'E_NOT_FOUND', text('There is no webhook at this address.'))

interface RequestSource {
  /**
   * Reads the body.
   * @throws Problem if it is too long or incomplete
   */
  read(maxBytes: number): Promise<Buffer>
  /**
   * Looks up the token again after the body was read. By then it may have been revoked, or the tenant suspended.
   */
  again?(): Promise<Place | null>
  /** The stored request that is replayed. A replay needs no signature, and does not count as a call. */
  replayOf?: string
  /** For a replayed form: its stored content, its stored files and its original size. */
  form?: { body: unknown; files: ReceivedFile[]; size: number }
}

/**
 * Processes a request to an address. Verifies the received bytes and reads them by type. Then stores the request
 * and its runs in one transaction. Refused requests are also stored, with the reason.
 * @param answer runs before the call releases its concurrency slot
 * @throws Problem for a refused request
 */
export async function receive<T>(
  place: Place,
  head: Head,
  source: RequestSource,
  answer: (received: Received) => Promise<T>
): Promise<T> {
  const { tenantId, environmentId, address } = place
  const actor = { type: 'webhook', id: address.id, userId: null, label: 'Webhook' } as const
  const permissions = new Set<string>()
  const context = { environmentId, actor, permissions }
  const releases: (() => void)[] = []
  try {
    return await answer(
      await inTenant(tenantId, () => take(place, head, source, releases), context)
    )
  } finally {
    for (const release of releases) release()
  }
}

async function take(
  found: Place,
  head: Head,
  source: RequestSource,
  releases: (() => void)[]
): Promise<Received> {
  let place = found
  const message: Message = {
    method: head.method,
    ip: head.ip,
    replayOf: source.replayOf ?? null,
    ...shownOf(place, head),
    body: Buffer.alloc(0),
    isKept: false,
    size: 0,
    files: source.form?.files ?? null,
  }
  try {
    if (!source.replayOf) refusing('refused_signature', () => verifyHead(found.address, head))
    const arrived = await arrive(found.address, head, source)
    if (source.again) {
      const now = await source.again()
      if (!now) throw noAddress()
      place = now
      Object.assign(message, shownOf(place, head))
    }
    const { address } = place
    const size = source.form?.size ?? arrived.body.length
    Object.assign(message, { body: arrived.body, isKept: true, size })
    const verified = source.replayOf ? { message: null } : verifiedOf(address, arrived)
    if (!source.replayOf) await countCall(place, releases)
    return await start(place, arrived, message, { verified, form: source.form })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await logRefused(place.address, message, error)
    throw error.problem
  }
}

/** Returns the parts of a request that may be logged. */
function shownOf({ address }: Place, head: Head): Pick<Message, 'headers' | 'query'> {
  const hidden = hiddenOf(address)
  return { headers: keptHeaders(head, hidden), query: keptQuery(head, hidden) }
}

const unread: Record<number, 'too_large' | 'limit'> = { 413: 'too_large', 503: 'limit' }

async function arrive({ maxBytes }: Address, head: Head, source: RequestSource): Promise<Arrived> {
  try {
    return { ...head, body: await source.read(maxBytes) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refused(unread[error.status] ?? 'incomplete', error)
  }
}

function verifiedOf(address: Address, arrived: Arrived): Verified {
  return refusing('refused_signature', () => verify(address, arrived))
}

/** Counts a request as a call in its environment, after its sender was verified. */
async function countCall(
  { tenantId, environmentId }: Place,
  releases: (() => void)[]
): Promise<void> {
  try {
    const admission = { hasSeat: true, counts: true }
    await ledger.use().admit({ tenantId, environmentId }, admission, (one) => releases.push(one))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refused('limit', error)
  }
}

async function start(
  { address, isTenantActive }: Place,
  arrived: Arrived,
  message: Message,
  { verified, form }: { verified: Verified; form: RequestSource['form'] }
): Promise<Received> {
  if (!isTenantActive) throw suspended()
  const target = await targetOf(address)
  const { body, files: sent } = form ? { ...form, files: [] } : await read(arrived, address)
  const { method, headers, query, size } = message
  return await accept(address, message, verified, {
    systemId: target.systemId,
    fields: body,
    files: sent,
    check: () => target.check({ method, headers, query, body }),
    async start(requestId, received) {
      const files = [...received]
      const data = target.take({
        requestId,
        method,
        query,
        headers,
        body,
        files,
        size,
        contentType: arrived.headers['content-type'] ?? null,
      })
      const fits = refusing('refused_body', () => fitRunData(data))
      return await target.start(fits, files.length === 1 ? files[0]!.assetId : null)
    },
  })
}

async function read(arrived: Arrived, { maxBytes }: Address): Promise<Content> {
  return await contentOf(arrived, maxBytes).catch((error: unknown) => {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    throw new Refused('refused_body', error)
  })
}

function refusing<T>(outcome: 'refused_signature' | 'refused_body', work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refused(outcome, error)
  }
}

const suspended = () =>
  new Refused(
    'inactive_environment',
    new Problem(409, 'E_SUSPENDED', text('The organization of this address is not active.'))
  )
