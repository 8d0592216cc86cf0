import { keptEnvironments, keptRecords, type KeptRecords } from '../contracts/index.js'
import type { KeptEnvironment } from '../contracts/index.js'
import { RetentionRun } from '../models/retention_run.js'
import { countOlder } from './count_older.js'
import { rules } from './periods.js'

/** A kind of record and its retention in the context's tenant. */
export interface Kept {
  kind: string
  records: KeptRecords
  rule: number | null
  run: RetentionRun | null
  /** The next deletion, for kinds that announce it. */
  due: { at: string; count: number } | null
}

export interface Retention {
  kept: Kept[]
  environments: KeptEnvironment[]
}

const dayMs = 24 * 60 * 60_000

/** The retention of the context's tenant, kind by kind in the order of declaration. */
export async function findRetention(): Promise<Retention> {
  const given = await rules()
  const runs = new Map((await RetentionRun.query()).map((row) => [row.kind, row]))
  const kept: Kept[] = []
  for (const [kind, records] of keptRecords.entries()) {
    const run = runs.get(kind) ?? null
    const rule = given.get(kind)?.days ?? null
    kept.push({ kind, records, rule, run, due: await findNextDeletion(records, run) })
  }
  return { kept, environments: await keptEnvironments.use().all() }
}

async function findNextDeletion(
  records: KeptRecords,
  run: RetentionRun | null
): Promise<Kept['due']> {
  const { warnDays } = records
  if (!warnDays || !run?.warnedBefore || !run.warnedAt) return null
  const count = await countOlder(records, run.warnedBefore, null)
  const at = new Date(Date.parse(run.warnedAt) + warnDays * dayMs).toISOString()
  return count > 0 ? { at, count } : null
}
