import { until, type TestApp } from '@crossdock/backend/testing'
import { newId, unscoped } from '@crossdock/kernel/database'
import { enqueue } from '@crossdock/kernel/jobs'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import type { Caller, Reply } from '@crossdock/kernel/testing'
import { pruneRecords } from '../job_refs.js'

export interface Kept {
  kind: string
  label: string
  days: number | null
  defaultDays: number | null
  keptDays: number | null
  environments: { name: string; logsRetentionDays: number; keptDays: number }[]
  least: { days: number; reason: string } | null
}
export interface Retention {
  records: Kept[]
  lastRuns: { kind: string; endedAt: string | null; deleted: number; failed: boolean }[]
  due: { kind: string; at: string; count: number }[]
}
export interface Refusal {
  code: string
  message: string
  errors: { field: string; message: string }[]
}

const path = '/api/tenant/retention'
const day = 24 * 60 * 60_000

export const daysAgo = (days: number) => new Date(Date.now() - days * day).toISOString()

export const look = <T>(work: () => Promise<T>): Promise<T> => asOperator('a test looks', work)

export const show = (app: TestApp, as: Caller): Promise<Retention> =>
  app.ok<Retention>('GET', path, { as })

/** Sets how long kinds are kept, without checking the answer. */
export const put = (
  app: TestApp,
  as: Caller,
  rules: Record<string, number | null>,
  more: { confirm?: boolean; headers?: Record<string, string> } = {}
): Promise<Reply<Retention & Refusal>> =>
  app.call<Retention & Refusal>('PUT', path, {
    as,
    ...(more.headers ? { headers: more.headers } : {}),
    body: {
      rules: Object.entries(rules).map(([kind, days]) => ({ kind, days })),
      ...(more.confirm === undefined ? {} : { confirm: more.confirm }),
    },
  })

/** Deletes expired records of a tenant, like the nightly job. */
export async function prune(tenantId: string): Promise<void> {
  await inTenant(tenantId, () => enqueue(pruneRecords, {}, { uniqueKey: pruneRecords.name }))
  await until('the deletion', async () => {
    const jobs = await look(async () =>
      unscoped().from('jobs').where({ name: pruneRecords.name, tenant_id: tenantId })
    )
    return jobs.length === 0
  })
}

/** Rows of a table as stored. */
export const rowsOf = (table: string, where: object): Promise<Record<string, unknown>[]> =>
  look(async () => unscoped().from(table).where(where))

/** Inserts rows into a table directly, and returns their ids. */
export async function insert(table: string, rows: readonly object[]): Promise<string[]> {
  const whole = rows.map((row) => ({ id: newId(), ...row }))
  for (let at = 0; at < whole.length; at += 100) {
    await look(async () =>
      unscoped()
        .insertQuery()
        .table(table)
        .multiInsert(whole.slice(at, at + 100))
    )
  }
  return whole.map(({ id }) => id)
}

/** Entries of a tenant's feed, with these ages in days. */
export const entries = (tenantId: string, ages: readonly number[]): Promise<string[]> =>
  insert(
    'activity_logs',
    ages.map((age) => ({
      tenant_id: tenantId,
      action: `Did something ${age} days ago`,
      metadata: '{}',
      created_at: daysAgo(age),
    }))
  )
