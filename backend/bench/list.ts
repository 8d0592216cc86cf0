import { join } from 'node:path'
import { call, testDatabase } from '@crossdock/kernel/testing'
import { fillFolder } from './fill.js'
import { listYardstick } from './list_yardstick.js'
import { load, paired } from './load.js'
import type { Line } from './report.js'
import { startSubject } from './subject.js'

const query = (parentId: string) =>
  `/api/assets?filter=${encodeURIComponent(JSON.stringify({ parentId, type: 'file' }))}` +
  `&sort=${encodeURIComponent('["name","ASC"]')}&range=[0,24]`

/** Directus on indexed tables did 379/s on SQLite and 454/s on PostgreSQL, on a machine like this. */
const mustReach = testDatabase === 'pg' ? 908 : 1895

/** One authenticated page of 25 out of 100,000, filtered by two fields and sorted. */
export async function benchList(): Promise<Line[]> {
  const subject = await startSubject()
  const { database, server, token, tenantId } = subject
  const folder = await call<{ id: string }>(server.url, 'POST', '/api/assets', {
    as: token,
    body: { name: 'Archive', type: 'folder' },
  })
  await fillFolder(database, tenantId, folder.body.id, 100_000)
  const yardstick = await listYardstick(
    database.databaseUrl
      ? { databaseUrl: database.databaseUrl }
      : { sqliteFile: join(database.dataDir, 'crossdock.sqlite3') },
    folder.body.id
  )
  const { headers } = token
  const measured = await paired(
    async () => (await load({ url: server.url + query(folder.body.id), headers })).perSecond,
    async () => (await load({ url: yardstick.url, headers })).perSecond
  )
  await yardstick.close()
  await subject.close()
  return [
    {
      what: `list of 25 out of 100,000, two filters and a sort, c=10 (${testDatabase})`,
      ours: `${Math.round(measured.ours)}/s`,
      yardstick: `bare Fastify and Knex: ${Math.round(measured.yardstick)}/s`,
      ratio: measured.ratio.toFixed(2),
      target: `${mustReach}/s (${testDatabase === 'pg' ? 2 : 5}x Directus, seen elsewhere), aim ratio 0.70`,
      holds: measured.ours >= mustReach,
    },
  ]
}
