import { randomBytes } from 'node:crypto'
import { accounts } from '@crossdock/backend/users'
import { ask } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { chainOf } from '../chains.js'
import { hashOf, hashOfPart, type Part, type SealedEntry } from '../chain/index.js'
import { lockHeads, moveHead } from './lock_heads.js'
import { insertEntries } from './insert_entries.js'
import { signHead } from './sign_head.js'

const saltBytes = 16

interface Tenant {
  id: string
  name: string
  subdomain: string
}

/**
 * Seals committed events, per chain and in the order of the log. Runs in operator scope and in the transaction that
 * moves the consumer's cursor, so a crash cannot seal an event twice. Skips events that are already sealed.
 */
export async function sealEvents(events: readonly LoggedEvent[]): Promise<void> {
  const known = await findSealed(events.map(({ id }) => id))
  const fresh = events.filter(({ id }) => !known.has(id))
  if (fresh.length === 0) return
  const chains = Map.groupBy(fresh, ({ tenantId }) => chainOf(tenantId))
  const ends = await lockHeads([...chains.keys()])
  const tenants = await findTenants([...chains.keys()])
  const personOf = await peopleOf(fresh)
  const salts = saltsFor(fresh.length * 2)
  for (const [id, own] of chains) {
    const end = ends.get(id)!
    // Another program moved the end. Continue the chain, but leave a permanent record.
    if (!end.isOwn) await signHead('broken', end)
    let { seq, hash } = end
    const entries: SealedEntry[] = []
    for (const event of own) {
      const entry = entryOf(event, id, ++seq, personOf(event), salts)
      hash = hashOf(hash, entry)
      entries.push({ ...entry, hash })
    }
    await insertEntries(entries)
    await moveHead({ id, seq, hash }, tenants.get(id))
  }
}

async function findSealed(ids: readonly string[]): Promise<Set<string>> {
  const rows = await ask<{ id: string }>(
    `select id from audit_entries where id in (${ids.map(() => '?').join()})`,
    ids
  )
  return new Set(rows.map(({ id }) => id))
}

async function findTenants(ids: readonly string[]): Promise<Map<string, Tenant>> {
  const rows = await ask<Tenant>(
    `select id, name, subdomain from tenants where id in (${ids.map(() => '?').join()})`,
    ids
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Names and addresses of people at the time of sealing. */
async function peopleOf(events: readonly LoggedEvent[]) {
  const texts = new Map<string, string>()
  for (const id of new Set(events.map(actingPerson))) {
    const account = id === null ? null : await accounts.use().known(id)
    if (!account) continue
    texts.set(account.id, JSON.stringify({ name: account.label, email: account.email }))
  }
  return (event: LoggedEvent): string | null => texts.get(actingPerson(event) ?? '') ?? null
}

/** Visitors of a link act with its creator's permissions, but the creator did nothing. */
const actingPerson = ({ actorType, userId }: LoggedEvent) => (actorType === 'link' ? null : userId)

/** Returns a function that gives the next of `count` random salts. Draws all bytes at once. */
function saltsFor(count: number): () => string {
  const bytes = randomBytes(count * saltBytes)
  let at = 0
  return () => bytes.toString('base64url', at, (at += saltBytes))
}

function entryOf(
  event: LoggedEvent,
  chain: string,
  seq: number,
  person: string | null,
  salt: () => string
): Omit<SealedEntry, 'hash'> {
  const { id, createdAt, eventType, actorType, actorId, userId, environmentId } = event
  const { sourceType, sourceId, targetType, targetId, causeId, rootId } = event
  const details = JSON.stringify(event.payload)
  return {
    chain,
    seq,
    id,
    createdAt,
    eventType,
    actorType,
    actorId,
    userId,
    environmentId,
    sourceType,
    sourceId,
    targetType,
    targetId,
    causeId,
    rootId,
    person: partOf(person, salt),
    details: partOf(details === '{}' ? null : details, salt),
  }
}

function partOf(text: string | null, next: () => string): Part {
  if (text === null) return { text, salt: null, hash: null }
  const salt = next()
  return { text, salt, hash: hashOfPart(salt, text) }
}
