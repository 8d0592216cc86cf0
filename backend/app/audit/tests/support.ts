import type { AuditVerification } from '@crossdock/client'
import { until, type Caller, type TestApp } from '@crossdock/backend/testing'
import { ask, unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionAt, testDatabase } from '@crossdock/kernel/testing'
import { leftOut } from '../left_out.js'

export interface Entry {
  id: string
  seq: number
  eventType: string
  createdAt: string
  action: string | null
  person: { name: string; email: string } | null
  details: Record<string, unknown> | null
  erased: string[]
  targetId: string | null
  actorId: string | null
  hash: string
}

export interface Status {
  chain: string
  name: string | null
  sealedUpTo: number
  checkpoint: { seq: number; signature: string } | null
  lastHead: { seq: number } | null
}

export const look = <T>(app: TestApp, work: () => Promise<T>) =>
  app.inside(() => asOperator('look at the audit', work))

export const statusOf = (app: TestApp, as: Caller) =>
  app.ok<Status>('GET', '/api/audit/status', { as })

const behindCursor = {
  sqlite: 'events.seq > cursors.seq',
  pg: '(events."transaction", events.seq) > (cursors."transaction", cursors.seq)',
}

/** Waits until all events of the log are sealed, except for types that the audit leaves out. */
export const sealed = (app: TestApp) =>
  until('the audit to be sealed', () =>
    look(app, async () => {
      // The sealer ignores these types.
      const names = Object.keys(leftOut)
      const rows = await ask(
        `select 1 as one from event_cursors cursors
         join middleware_events events on ${behindCursor[testDatabase === 'pg' ? 'pg' : 'sqlite']}
         where cursors.name = 'audit.seal' and events.event_type not in (${names.map(() => '?').join()}) limit 1`,
        names
      )
      return rows.length === 0
    })
  )

export async function verify(app: TestApp, as: Caller, query = ''): Promise<AuditVerification> {
  return app.ok<AuditVerification>('GET', `/api/audit/verify${query}`, { as })
}

/** Kinds and numbers of the findings. */
export const findingsOf = ({ findings }: AuditVerification) =>
  findings.map(({ kind, seq, to }) => (to === null ? `${kind} ${seq}` : `${kind} ${seq}-${to}`))

/** Runs statements as the owner of the database, without the triggers that protect entries. */
export async function byHand(app: TestApp, ...statements: string[]): Promise<void> {
  const { databaseUrl } = app.database
  if (testDatabase === 'pg') {
    await sessionAt(databaseUrl!, async (client) => {
      await client.query('alter table audit_entries disable trigger user')
      for (const statement of statements) await client.query(statement)
      await client.query('alter table audit_entries enable trigger user')
    })
    return
  }
  await look(app, async () => {
    const triggers: { sql: string }[] = await ask(
      `select sql from sqlite_schema where type = 'trigger' and tbl_name = 'audit_entries'`
    )
    await unscoped().rawQuery('drop trigger audit_entries_kept')
    await unscoped().rawQuery('drop trigger audit_entries_stay')
    for (const statement of statements) await unscoped().rawQuery(statement)
    for (const { sql } of triggers) await unscoped().rawQuery(sql)
  })
}

/** Creates folders, each with an entry in the audit. */
export async function makeFolders(app: TestApp, as: Caller, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let at = 0; at < count; at++) {
    const body = { name: `folder ${crypto.randomUUID()}`, type: 'folder' }
    ids.push((await app.ok<{ id: string }>('POST', '/api/assets', { as, body })).id)
  }
  return ids
}
