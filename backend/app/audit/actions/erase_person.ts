import { accounts } from '@crossdock/backend/users'
import { clock, ask, change, dialect } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import type { RunningJob } from '@crossdock/kernel/jobs'
import { parseJson, parseObject } from '@crossdock/kernel/json'
import { asOperator } from '@crossdock/kernel/tenancy'
import { erasure } from '../chain/index.js'
import { tenantOf } from '../chains.js'
import { auditErased } from '../event_types.js'
import { hasAddress } from '../policies/has_address.js'
import { isSealed } from '../queries/is_sealed.js'

type Job = RunningJob<{ chain: string; userId: string; askedAt: string }>

const reason = 'erase a person from the audit'
const atATime = 500
/** How many entries are looked through at a time for an address. */
const width = 2_000
/** A person has had few addresses. */
const mostRead = 1_000
/** What was recorded before it was asked for is sealed first; so long later it is looked again. */
const patienceMs = 1_000

/**
 * Erases who did what of a person, all that was done to them, and whatever else has an address of theirs that is nobody's by
 * now. The hashes stay, and so does the chain. Nothing is kept of how far it has come: who was killed begins anew and finds less.
 */
export async function eraseFromAudit(job: Job): Promise<void> {
  const { chain, userId, askedAt } = job.payload
  const asAll = <T>(work: () => Promise<T>) => asOperator(reason, work)
  if (!(await asAll(() => isSealed(tenantOf(chain), askedAt)))) {
    return job.resumeAt(new Date(clock.now() + patienceMs))
  }
  const isThere = (await accounts.use().find(userId)) !== null
  const addresses = isThere ? [] : await asAll(() => addressesOf(chain, userId))
  // An entry is one, whichever of its parts were erased: so does the verification count.
  const entries = new Set<number>()
  const clear = async (part: Part, found: Found[]) => {
    if (found.length === 0) return
    const ids = found.map(({ id }) => id)
    await job.commit(() => asAll(() => change(clearThose(part, ids.length), ids)), {
      progress: true,
    })
    for (const { seq } of found) entries.add(Number(seq))
  }
  const clearAll = async (part: Part) => {
    for (;;) {
      const found = await asAll(() => firstOf(part, chain, userId))
      if (found.length === 0) return
      await clear(part, found)
    }
  }
  const highest = await asAll(() => highestOf(chain))
  for (const address of addresses) {
    for (let after = 0; after < highest; after += width) {
      for (const part of parts) {
        await clear(part, await asAll(() => naming(part, address, userId, chain, after)))
      }
    }
  }
  // Last: these name the addresses to who begins anew.
  if (!isThere) for (const part of parts) await clearAll(part)
  await job.finish(async () => {
    const target = { type: 'user', id: userId }
    await recordEvent(auditErased, { target, payload: { entries: entries.size } })
  })
}

type Part = keyof typeof theirs
const parts = ['person', 'details'] as const

/**
 * Which entries have a part that is about a person. Only what was done to a person: by its id, whatever is told of a file could
 * be erased as well. How much was erased stays.
 */
const theirs = {
  person: 'user_id = ?',
  details: `target_id = ? and target_type = 'user' and event_type <> '${erasure}'`,
}

interface Found {
  id: string
  seq: number | string
}

/** Some of those whose part is about a person and is still there. */
const firstOf = (part: Part, chain: string, userId: string) =>
  ask<Found>(
    `select id, seq from audit_entries
     where chain = ? and ${theirs[part]} and ${part} is not null limit ?`,
    [chain, userId, atATime]
  )

const clearThose = (part: Part, count: number) =>
  `update audit_entries set ${part} = null, ${part}_salt = null
   where id in (${Array.from({ length: count }, () => '?').join()})`

/** Others' entries, of some behind a number, whose part has the address as a whole: one may end with another. */
async function naming(part: Part, address: string, userId: string, chain: string, after: number) {
  const found = dialect() === 'postgres' ? 'strpos' : 'instr'
  const rows = await ask<Found & { text: string }>(
    `select id, seq, ${part} as text from audit_entries
     where chain = ? and seq > ? and seq <= ? and not coalesce(${theirs[part]}, false)
       and ${found}(lower(${part}), ?) > 0`,
    [chain, after, after + width, userId, JSON.stringify(address).slice(1, -1)]
  )
  return rows.filter(({ text }) => hasAddress(parseJson(text), address))
}

/** In lower case; none that somebody has who is there, of this organization or for the operator: it is theirs. */
async function addressesOf(chain: string, userId: string): Promise<string[]> {
  const rows = await ask<{ text: string }>(
    `select distinct text from (
       select person as text from audit_entries
       where chain = ? and user_id = ? and person is not null
       union all
       select details as text from audit_entries
       where chain = ? and target_id = ? and target_type = 'user' and details is not null
     ) as told limit ?`,
    [chain, userId, chain, userId, mostRead]
  )
  const told = rows.map(({ text }) => parseObject(text)?.email)
  const emails = told.filter((email) => typeof email === 'string' && email !== '') as string[]
  const free: string[] = []
  for (const email of new Set(emails.map((one) => one.toLowerCase()))) {
    if (!(await isSomebodys(email, tenantOf(chain)))) free.push(email)
  }
  return free
}

async function isSomebodys(email: string, tenant: string | null): Promise<boolean> {
  for (const place of new Set([tenant, null])) {
    if ((await accounts.use().resolve(email, place)).account) return true
  }
  return false
}

async function highestOf(chain: string): Promise<number> {
  const [row] = await ask<{ seq: number | string }>('select seq from audit_chains where id = ?', [
    chain,
  ])
  return Number(row?.seq ?? 0)
}
