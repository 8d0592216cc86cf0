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
const batchSize = 500
/** Entries searched for an address in one statement. */
const width = 2_000
/** Maximum of texts in which the person's e-mail addresses are looked up. */
const maxTexts = 1_000
/** Delay before checking again whether all events from before the request are sealed. */
const recheckMs = 1_000

/**
 * Erases a person from all entries: `person` of their own actions, `details` of actions on them, and other
 * parts with an e-mail address of theirs. The hashes stay, so the chain still verifies. After a crash the job
 * starts again and finds fewer entries.
 */
export async function eraseFromAudit(job: Job): Promise<void> {
  const { chain, userId, askedAt } = job.payload
  const runAsOperator = <T>(work: () => Promise<T>) => asOperator(reason, work)
  if (!(await runAsOperator(() => isSealed(tenantOf(chain), askedAt)))) {
    return job.resumeAt(new Date(clock.now() + recheckMs))
  }
  const isThere = (await accounts.use().find(userId)) !== null
  const addresses = isThere ? [] : await runAsOperator(() => addressesOf(chain, userId))
  // The numbers of erased entries. The verification counts entries, too, not parts.
  const entries = new Set<number>()
  const clear = async (part: Part, found: Found[]) => {
    if (found.length === 0) return
    const ids = found.map(({ id }) => id)
    await job.commit(() => runAsOperator(() => change(clearSql(part, ids.length), ids)), {
      progress: true,
    })
    for (const { seq } of found) entries.add(Number(seq))
  }
  const clearAll = async (part: Part) => {
    for (;;) {
      const found = await runAsOperator(() => findBatch(part, chain, userId))
      if (found.length === 0) return
      await clear(part, found)
    }
  }
  const highest = await runAsOperator(() => findHighestNumber(chain))
  for (const address of addresses) {
    for (let after = 0; after < highest; after += width) {
      for (const part of parts) {
        await clear(
          part,
          await runAsOperator(() => findEntriesWithAddress(part, address, userId, chain, after))
        )
      }
    }
  }
  // Erase these parts last: a job that starts again reads the addresses from them.
  if (!isThere) for (const part of parts) await clearAll(part)
  await job.finish(async () => {
    const target = { type: 'user', id: userId }
    await recordEvent(auditErased, { target, payload: { entries: entries.size } })
  })
}

type Part = keyof typeof aboutPerson
const parts = ['person', 'details'] as const

/**
 * Conditions for parts about a person. `details` also checks the target's type, because other targets could
 * have the same id. Entries that record an erasure keep their details.
 */
const aboutPerson = {
  person: 'user_id = ?',
  details: `target_id = ? and target_type = 'user' and event_type <> '${erasure}'`,
}

interface Found {
  id: string
  seq: number | string
}

/** A batch of entries whose part is about the person and not yet erased. */
const findBatch = (part: Part, chain: string, userId: string) =>
  ask<Found>(
    `select id, seq from audit_entries
     where chain = ? and ${aboutPerson[part]} and ${part} is not null limit ?`,
    [chain, userId, batchSize]
  )

const clearSql = (part: Part, count: number) =>
  `update audit_entries set ${part} = null, ${part}_salt = null
   where id in (${Array.from({ length: count }, () => '?').join()})`

/** Other entries in a range of numbers whose part contains the address. */
async function findEntriesWithAddress(
  part: Part,
  address: string,
  userId: string,
  chain: string,
  after: number
) {
  const found = dialect() === 'postgres' ? 'strpos' : 'instr'
  const rows = await ask<Found & { text: string }>(
    `select id, seq, ${part} as text from audit_entries
     where chain = ? and seq > ? and seq <= ? and not coalesce(${aboutPerson[part]}, false)
       and ${found}(lower(${part}), ?) > 0`,
    [chain, after, after + width, userId, JSON.stringify(address).slice(1, -1)]
  )
  return rows.filter(({ text }) => hasAddress(parseJson(text), address))
}

/**
 * The person's e-mail addresses in lower case, without those that another person of the organization or an
 * operator has now.
 */
async function addressesOf(chain: string, userId: string): Promise<string[]> {
  const rows = await ask<{ text: string }>(
    `select distinct text from (
       select person as text from audit_entries
       where chain = ? and user_id = ? and person is not null
       union all
       select details as text from audit_entries
       where chain = ? and target_id = ? and target_type = 'user' and details is not null
     ) as addresses limit ?`,
    [chain, userId, chain, userId, maxTexts]
  )
  const addresses = rows.map(({ text }) => parseObject(text)?.email)
  const emails = addresses.filter((email) => typeof email === 'string' && email !== '') as string[]
  const free: string[] = []
  for (const email of new Set(emails.map((one) => one.toLowerCase()))) {
    if (!(await isInUse(email, tenantOf(chain)))) free.push(email)
  }
  return free
}

async function isInUse(email: string, tenant: string | null): Promise<boolean> {
  for (const place of new Set([tenant, null])) {
    if ((await accounts.use().resolve(email, place)).account) return true
  }
  return false
}

async function findHighestNumber(chain: string): Promise<number> {
  const [row] = await ask<{ seq: number | string }>('select seq from audit_chains where id = ?', [
    chain,
  ])
  return Number(row?.seq ?? 0)
}
