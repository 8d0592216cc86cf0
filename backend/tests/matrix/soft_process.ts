import { bootApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { freshDatabase } from '@crossdock/kernel/testing'
import { asOperator } from '@crossdock/kernel/tenancy'
import { furnishedTenant, startSystem } from './furnished_tenant.js'
import { planted, sharedKeys } from './payloads.js'

/**
 * Runs the application in a process whose prototypes are not hardened, on rows and answers that contain the
 * payload. Shows that neither our code nor its dependencies copy data to a prototype. Prints its result as one
 * line of JSON.
 */
const before = sharedKeys()
const database = await freshDatabase()
const settings = { EGRESS_ALLOW: ['127.0.0.1/32'] }
let app = await bootApp({ database, settings })
const root = await app.ok<{ user: { id: string } }>('GET', '/api/auth/me', {
  as: await app.superAdmin(),
})
const payload = JSON.stringify({
  constructor: { prototype: { [planted]: '1', user_id: root.user.id } },
  ['__proto__']: { [planted]: '1' },
})
const system = await startSystem(payload.replace('{', '{"order":"answered","__proto__":{"x":"1"},'))
const own = await furnishedTenant(app, 'acme', system.url)

await plant('assets', 'metadata', own.ids.asset!)
await plant('api_endpoints', 'request_schema', own.ids.endpoint!, `{"body":${payload}}`)
await plant('api_endpoints', 'response_schema', own.ids.endpoint!, `{"body":${payload}}`)
const step = `"type":"metadata_update","systemId":"${own.ids.system}","endpointId":"${own.ids.endpoint}"`
await plant(
  'integration_workflows',
  'steps',
  own.ids.workflow!,
  `[{"id":"one","order":1,${step},"config":{"metadata":${payload}}}]`
)
const first = await use()
await app.stop()
app = await bootApp({ database, settings })
const second = await use()
const session = await staleSession()
await app.stop()
await database.remove()
system.close()

const polluted = sharedKeys() !== before || planted in {}
console.log(JSON.stringify({ polluted, runs: [first, second], session }))
process.exit(0)

function plant(table: string, column: string, id: string, json = payload): Promise<unknown> {
  return asOperator('plant the payload', () =>
    unscoped()
      .from(table)
      .where('id', id)
      .update({ [column]: json })
  )
}

/** Reads and writes every row that contains the payload. Returns the partner's answer as shown. */
async function use(): Promise<string> {
  const { admin: as, ids } = own
  for (const path of [
    `/api/assets/${ids.asset}`,
    '/api/assets',
    `/api/integrations/systems/${ids.system}/endpoints`,
    '/api/integrations/workflows',
    '/api/integrations/logs',
    '/api/activity',
  ]) {
    await app.ok('GET', path, { as })
  }
  const name = `renamed-${crypto.randomUUID()}`
  await app.ok('PUT', `/api/assets/${ids.asset}`, { as, body: { name } })
  await app.ok('PUT', `/api/integrations/endpoints/${ids.endpoint}`, { as, body: { name } })
  await app.ok('PUT', `/api/integrations/workflows/${ids.workflow}`, { as, body: { name } })
  return JSON.stringify(await app.ok('GET', `/api/flow-executions/${ids.execution}`, { as }))
}

/** The session guard records the use of a session. Its owner must not change. */
async function staleSession(): Promise<{ before: string; after: string }> {
  const stale = new Date(Date.now() - 120_000).toISOString()
  const me = () => app.ok<{ user: { id: string } }>('GET', '/api/auth/me', { as: own.editor })
  const { user } = await me()
  await asOperator('let the session grow old', () =>
    unscoped().from('sessions').update({ last_seen_at: stale })
  )
  await me()
  return { before: user.id, after: (await me()).user.id }
}
