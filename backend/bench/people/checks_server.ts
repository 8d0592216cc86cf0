import { bootApp } from '@crossdock/backend/testing'
import { roles } from '@crossdock/backend/access'
import { pluginHost } from '@crossdock/kernel/plugin'
import { stopAndExit } from '../end_app.js'

/*
 * The server of `people/checks.ts` in a separate process: the whole application, with a person who has a custom
 * role. On request it removes or restores the permission checks of the list of people, and reports its
 * processor time. The product has no switch for that: this removes the permission from the operation's
 * declaration, and the role lookup.
 */
const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
const acme = await app.tenant('acme')
for (let at = 0; at < 15; at++) {
  const body = { email: `person-${at}@acme.example` }
  const operator = await app.superAdmin()
  // Their invitations are not counted by the invitation limit.
  const as = { headers: { ...operator.headers, 'x-tenant': acme.id } }
  await app.ok('POST', '/api/users', { as, body })
}
const body = { name: 'Reader of people', permissions: ['users.read'] }
const { key } = await app.ok<{ key: string }>('POST', '/api/roles', { as: acme.admin, body })
const [viewer] = await app.ok<{ id: string }[]>('GET', '/api/users?search=viewer@', {
  as: acme.admin,
})
await app.ok('PUT', `/api/users/${viewer!.id}`, { as: acme.admin, body: { role: key } })

const operations = await app.inside(() => pluginHost.use().operations())
const list = operations.find(({ method, path }) => method === 'GET' && path === '/api/users')
if (!list?.permission) throw new Error('GET /api/users requires no permission.')
const { permission } = list
const known = await app.inside(async () => roles.use())
const held = new Set(['users.read'])
const rolesWithoutLookup = { ...known, permissionsOf: async () => held }

async function answer({ checks }: { checks: boolean }) {
  if (checks) list!.permission = permission
  else delete list!.permission
  await app.inside(async () => roles.provide(checks ? known : rolesWithoutLookup))
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000 }
}

process.on('message', (asked: { checks: boolean }) => {
  void answer(asked).then((result) => process.send!(result))
})
process.on('disconnect', () => void stopAndExit(app))
process.send!({ url: app.url, headers: acme.viewer.headers })
