import pg from 'pg'
import { bootApp } from '@crossdock/backend/testing'
import { modelScope } from '../kernel/tenancy/model_scope.js'
import { tagging } from '../kernel/database/connections/patches.js'
import { stopAndExit } from './end_app.js'

/*
 * The server of `tenancy.ts` in a separate process: the whole application with some folders of one tenant. On
 * request it switches tenant scope and row-level security of the listed table off or on.
 */
const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
const acme = await app.tenant('acme')
for (let index = 0; index < 50; index++) {
  const body = { name: `folder ${index}`, type: 'folder' }
  await app.ok('POST', '/api/assets', { as: acme.token, body })
}

async function setProtections(up: boolean): Promise<void> {
  modelScope.enabled = up
  tagging.enabled = up
  const client = new pg.Client({ connectionString: app.database.databaseUrl! })
  await client.connect()
  await client.query(`alter table assets ${up ? 'enable' : 'disable'} row level security`)
  await client.end()
}

process.on(
  'message',
  ({ up }: { up: boolean }) => void setProtections(up).then(() => process.send!({ up }))
)
process.on('disconnect', () => void stopAndExit(app))
process.send!({ url: app.url, headers: acme.token.headers })
