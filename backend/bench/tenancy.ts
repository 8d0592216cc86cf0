import pg from 'pg'
import { bootApp } from '@crossdock/backend/testing'
import { testDatabase } from '@crossdock/kernel/testing'
import { modelScope } from '../kernel/tenancy/model_scope.js'
import { tagging } from '../kernel/database/patches.js'
import { load, median } from './load.js'
import type { Line } from './report.js'

const rounds = 5

/** Takes both walls away from the table the list reads, or puts them back. */
async function walls(databaseUrl: string, up: boolean): Promise<void> {
  modelScope.enabled = up
  tagging.enabled = up
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`alter table assets ${up ? 'enable' : 'disable'} row level security`)
  await client.end()
}

/** What tenant scope and row-level security together cost a list request on PostgreSQL. */
export async function benchTenancy(): Promise<Line[]> {
  if (testDatabase !== 'pg') return []
  const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
  const acme = await app.tenant('acme')
  for (let index = 0; index < 50; index++) {
    const body = { name: `folder ${index}`, type: 'folder' }
    await app.ok('POST', '/api/assets', { as: acme.token, body })
  }
  const url = `${app.url}/api/assets?range=[0,24]`
  const measure = async () => (await load({ url, headers: acme.token.headers })).perSecond
  const ratios: number[] = []
  const withWalls: number[] = []
  const without: number[] = []
  for (let round = 0; round < rounds; round++) {
    withWalls.push(await measure())
    await walls(app.database.databaseUrl!, false)
    without.push(await measure())
    await walls(app.database.databaseUrl!, true)
    ratios.push(1 - withWalls.at(-1)! / without.at(-1)!)
  }
  await app.stop()
  const cost = median(ratios) * 100
  return [
    {
      what: 'tenant scope and row-level security, share of a list request (pg)',
      ours: `${Math.round(median(withWalls))}/s`,
      yardstick: `without both: ${Math.round(median(without))}/s`,
      ratio: `${cost.toFixed(1)} %`,
      target: 'under 15 %',
      holds: cost < 15,
    },
  ]
}
