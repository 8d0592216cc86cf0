import { bootApp } from '@crossdock/backend/testing'
import { roles } from '@crossdock/backend/access'
import { pluginHost } from '@crossdock/kernel/plugin'
import { endApp } from '../end_app.js'

/*
 * The server of `people/checks.ts`, in a process of its own: the whole application, with a person who holds a role of the
 * organization's own. Told so it takes the checks away from the list of people, or puts them back, and tells the processor
 * time it has used so far. No switch for that is in the product: what the operation declares is taken off its declaration,
 * and what a role may do is looked up no more.
 */
const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
const acme = await app.tenant('acme')
for (let at = 0; at < 15; at++) {
  const body = { email: `person-${at}@acme.example` }
  const operator = await app.superAdmin()
  // Theirs are not counted by the limit of invitations.
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
if (!list?.permission) throw new Error('GET /api/users asks for no permission.')
const { permission } = list
const known = await app.inside(async () => roles.use())
const held = new Set(['users.read'])
const unasked = { ...known, permissionsOf: async () => held }

async function answer({ checks }: { checks: boolean }) {
  if (checks) list!.permission = permission
  else delete list!.permission
  await app.inside(async () => roles.provide(checks ? known : unasked))
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000 }
}

process.on('message', (asked: { checks: boolean }) => {
  void answer(asked).then((told) => process.send!(told))
})
process.on('disconnect', () => void endApp(app))
process.send!({ url: app.url, headers: acme.viewer.headers })
