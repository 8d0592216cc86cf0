import { bootApp } from '@crossdock/backend/testing'
import { newId, now, transaction } from '@crossdock/kernel/database'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { asOperator } from '@crossdock/kernel/tenancy'
import { freshDatabase, testDatabase } from '@crossdock/kernel/testing'
import { sealEvents } from '../app/audit/actions/seal_events.js'
import { beginning, ChainVerifier } from '../app/audit/chain/index.js'
import { readEntries } from '../app/audit/queries/read_entries.js'
import { median } from './load.js'
import type { Line } from './report.js'

/** The batch size of the sealer. */
const batch = 200
const warm = 2_000
const measured = 20_000
const rounds = 5
const mostMicroseconds = 50
const leastPerSecond = 200_000

/** CPU time of this process during some work, in milliseconds. */
async function cpuOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** The cost of sealing and of verifying an audit entry. */
export async function benchAudit(): Promise<Line[]> {
  const database = await freshDatabase()
  const app = await bootApp({ database, settings: { LOG_LEVEL: 'silent', ROLE: 'web' } })
  const { id } = await app.tenant('acme')
  const person = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
    as: await app.superAdmin(),
  })
  const eventsFor = (count: number) =>
    Array.from({ length: count / batch }, () =>
      Array.from({ length: batch }, () => eventOf(id, person.user.id))
    )
  const seal = (batches: LoggedEvent[][]) =>
    asOperator('measure the sealer', async () => {
      for (const events of batches) await transaction(() => sealEvents(events))
    })
  const { sealing, verifying } = await app.inside(async () => {
    await seal(eventsFor(warm))
    const sealed: number[] = []
    for (let round = 0; round < rounds; round++) {
      const batches = eventsFor(measured)
      sealed.push((1000 * (await cpuOf(() => seal(batches)))) / measured)
    }
    const entries = await asOperator('read sealed entries', () =>
      readEntries(id, warm, warm + measured, measured)
    )
    const perSecond: number[] = []
    for (let round = 0; round < rounds; round++) {
      const verifier = new ChainVerifier({ ...beginning, seq: warm, hash: null })
      const ms = await cpuOf(() => {
        for (const entry of entries) verifier.push(entry)
        if (verifier.end().findings.length > 0) throw new Error('The chain is invalid.')
      })
      perSecond.push((1000 * entries.length) / ms)
    }
    return { sealing: median(sealed), verifying: median(perSecond) }
  })
  await app.stop()
  await database.remove()
  return [
    {
      what: `Audit: sealing, ${testDatabase === 'pg' ? 'PostgreSQL' : 'SQLite'}, with the rows written`,
      ours: `${sealing.toFixed(1)} µs of CPU an entry`,
      yardstick: '–',
      ratio: '–',
      target: `< ${mostMicroseconds} µs`,
      holds: sealing < mostMicroseconds,
    },
    {
      what: 'Audit: verifying, one core',
      ours: `${Math.round(verifying).toLocaleString('en')} entries/s`,
      yardstick: '–',
      ratio: '–',
      target: `≥ ${leastPerSecond.toLocaleString('en')}/s`,
      holds: verifying >= leastPerSecond,
    },
  ]
}

/** The event of an upload. */
function eventOf(tenantId: string, userId: string): LoggedEvent {
  const id = newId()
  const payload = {
    assetId: newId(),
    type: 'file',
    name: 'CMR-02211.pdf',
    path: ['2026', 'Invoices'],
    parentId: newId(),
    mimeType: 'application/pdf',
    size: 48_211,
    version: 1,
    versionId: newId(),
    hash: 'f'.repeat(64),
  }
  return {
    seq: 0,
    id,
    tenantId,
    environmentId: newId(),
    eventType: 'file_upload',
    actorType: 'user',
    actorId: userId,
    userId,
    sourceType: null,
    sourceId: null,
    targetType: 'asset',
    targetId: payload.assetId,
    payload,
    causeId: null,
    rootId: id,
    createdAt: now(),
  }
}
