import { call } from '@crossdock/kernel/testing'
import type { Build } from '../builds.js'
import { dueAtStart } from '../due_at_start.js'
import { orderedId, random, time } from '../fill_tenant.js'
import { createObject } from '../flows.js'
import { startProcess } from '../start_process.js'
import { figureOf, type PairedLine } from '../paired/line.js'
import { copyRows } from '../row_copies.js'
import { quantile } from '../statistics.js'
import { startSubject, type Subject } from '../subject.js'

const rate = 50
/** The copies are 0 to 30 days old. */
const keptDays = 1
const path = '/api/tenant/retention'

interface Retention {
  lastRuns: { kind: string; endedAt: string | null; deleted: number }[]
}

/**
 * The effect on other requests when old feed entries are deleted, compared with the same requests without a
 * deletion.
 */
export const retention: PairedLine = {
  name: 'retention',
  about:
    'other requests, 50 a second, while 1,000,000 entries of the feed are deleted by their age',
  figures: {
    p50: { what: 'page of 25 files during a deletion, median', unit: 'ms', better: 'less' },
    p95: {
      what: 'requests during the deletion, P95',
      unit: 'ms',
      better: 'less',
      target: figureOf(50),
    },
    gone: { what: 'entries deleted during it', unit: '/s', better: 'more' },
  },
  async open(build, { quick }) {
    const rows = quick ? 20_000 : 1_000_000
    const seconds = quick ? 2 : 20
    const ours = await openSide('Crossdock', build, rows, seconds, true)
    const closing = [ours.close]
    return {
      ours,
      async startBaseline() {
        const still = await openSide('without a deletion', build, rows, seconds, false)
        closing.push(still.close)
        return still
      },
      async close() {
        for (const close of closing) await close()
      },
    }
  },
}

async function openSide(
  name: string,
  build: Build,
  rows: number,
  seconds: number,
  prunes: boolean
) {
  const subject = await startSubject({}, build)
  await copyEntries(subject, rows, prunes)
  const { server, token } = subject
  const url = `${server.url}/api/assets?limit=25`
  const asker = await startProcess('asker', { url, headers: token.headers })
  const deleted = async () => {
    const { body } = await call<Retention>(server.url, 'GET', path, { as: token })
    const run = body.lastRuns.find(({ kind }) => kind === 'activity')
    if (prunes && run?.endedAt) throw new Error('The deletion ended before the measurement.')
    return run?.deleted ?? 0
  }
  return {
    name,
    async measure() {
      const before = await deleted()
      const { latencies } = await asker.ask<{ latencies: number[] }>({ rate, seconds })
      const gone = (await deleted()) - before
      const at = (share: number) => quantile(latencies, share)
      return { p50: at(0.5), p95: at(0.95), gone: gone / seconds }
    },
    async close() {
      await asker.close()
      await subject.close()
    },
  }
}

/** Copies one entry a million times, with its search data. @throws when the product does not delete the copies */
async function copyEntries(subject: Subject, rows: number, prunes: boolean): Promise<void> {
  const { server, database, tenantId, token } = subject
  const id = await createObject(subject, '/api/assets', { name: 'Archive', type: 'folder' })
  const feed = `/api/activity?filter=${encodeURIComponent(JSON.stringify({ entityId: id }))}`
  while ((await call<unknown[]>(server.url, 'GET', feed, { as: token })).body.length === 0);
  if (prunes) {
    const rules = [{ kind: 'activity', days: keptDays }]
    const { status } = await call(server.url, 'PUT', path, { as: token, body: { rules } })
    if (status !== 200) throw new Error(`PUT ${path} answered ${status}.`)
  }
  await server.stop()
  await copyRows(database, {
    table: 'activity_logs',
    of: { tenant_id: tenantId, entity_id: id },
    count: rows,
    differ: { id: orderedId(6, rows), entity_id: random, created_at: time(rows) },
  })
  if (prunes) await dueAtStart(database, 'retention.pruneAll')
  await server.start()
}
