import { Problem, text } from '@crossdock/kernel/http'
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
import { fitting } from './run_data.js'
import { targetOf } from './target.js'

export const noAddress = (): Problem =>
  new Problem(404, 'E_NOT_FOUND', text('There is no webhook at this address.'))

interface Way {
  /** Reads the body. @throws Problem when it is longer, or does not come */
  read(maxBytes: number): Promise<Buffer>
  /** Where the token leads once the body is there: meanwhile it may be revoked, or the tenant suspended. */
  again?(): Promise<Place | null>
  /** The stored request that is run again: nobody signs it anew, and it counts as no call. */
  replayOf?: string
  /** Of a stored form whose files were put into a folder: what it brought, and how long it was. */
  form?: { body: unknown; files: ReceivedFile[]; size: number }
}

/**
 * Takes a request to an address: verified over the bytes as they came, read by its type, stored and its runs recorded in one
 * transaction. What is refused is stored, too, with the reason.
 * @param answer is waited for as part of the call: until then it keeps its seat among those that run at once
 * @throws Problem for what is refused
 */
export async function receive<T>(
  place: Place,
  head: Head,
  way: Way,
  answer: (received: Received) => Promise<T>
): Promise<T> {
  const { tenantId, environmentId, address } = place
  const actor = { type: 'webhook', id: address.id, userId: null, label: 'Webhook' } as const
  const permissions = new Set<string>()
  const context = { environmentId, actor, permissions }
  const releases: (() => void)[] = []
  try {
    return await answer(await inTenant(tenantId, () => take(place, head, way, releases), context))
  } finally {
    for (const release of releases) release()
  }
}

async function take(
  found: Place,
  head: Head,
  way: Way,
  releases: (() => void)[]
): Promise<Received> {
  let place = found
  const message: Message = {
    ...{ method: head.method, ip: head.ip, replayOf: way.replayOf ?? null },
    ...shownOf(place, head),
    ...{ body: Buffer.alloc(0), isKept: false, size: 0, files: way.form?.files ?? null },
  }
  try {
    if (!way.replayOf) refusing('refused_signature', () => verifyHead(found.address, head))
    const arrived = await arrive(found.address, head, way)
    if (way.again) {
      const now = await way.again()
      if (!now) throw noAddress()
      place = now
      Object.assign(message, shownOf(place, head))
    }
    const { address } = place
    const size = way.form?.size ?? arrived.body.length
    Object.assign(message, { body: arrived.body, isKept: true, size })
    const verified = way.replayOf ? { message: null } : verifiedOf(address, arrived)
    if (!way.replayOf) await admit(place, releases)
    return await start(place, arrived, message, { verified, form: way.form })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await logRefused(place.address, message, error)
    throw error.problem
  }
}

/** What is seen of a request. */
function shownOf({ address }: Place, head: Head): Pick<Message, 'headers' | 'query'> {
  const hidden = hiddenOf(address)
  return { headers: keptHeaders(head, hidden), query: keptQuery(head, hidden) }
}

const unread: Record<number, 'too_large' | 'limit'> = { 413: 'too_large', 503: 'limit' }

async function arrive({ maxBytes }: Address, head: Head, way: Way): Promise<Arrived> {
  try {
    return { ...head, body: await way.read(maxBytes) }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refused(unread[error.status] ?? 'incomplete', error)
  }
}

function verifiedOf(address: Address, arrived: Arrived): Verified {
  return refusing('refused_signature', () => verify(address, arrived))
}

/** A request counts as a call of its environment, once it is known that its sender may make one. */
async function admit({ tenantId, environmentId }: Place, releases: (() => void)[]): Promise<void> {
  try {
    const admission = { hasSeat: true, counts: true }
    await ledger.use().admit({ tenantId, environmentId }, admission, (one) => releases.push(one))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    throw new Refused('limit', error)
  }
}

async function start(
  { address, isOpen }: Place,
  arrived: Arrived,
  message: Message,
  { verified, form }: { verified: Verified; form: Way['form'] }
): Promise<Received> {
  if (!isOpen) throw suspended()
  const target = await targetOf(address)
  const { body, files: sent } = form ? { ...form, files: [] } : await read(arrived, address)
  const { method, headers, query, size } = message
  return await accept(address, message, verified, {
    ...{ systemId: target.systemId, fields: body, files: sent },
    check: () => target.check({ method, headers, query, body }),
    async start(requestId, received) {
      const files = [...received]
      const data = target.take({
        ...{ requestId, method, query, headers, body, files, size },
        contentType: arrived.headers['content-type'] ?? null,
      })
      const fits = refusing('refused_body', () => fitting(data))
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
