import { test } from '@japa/runner'
import { bootApp, migratedDatabase } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { installed } from '../../../plugins.js'
import type { Config } from './signing_in.js'

const FIRST = 'the-first-application-key-of-this-test'
const SECOND = 'the-second-application-key-of-this-test'

// Red when client secrets stay sealed with the former key.
test('client secrets need a former APP_KEY for one start only', async ({ assert, cleanup }) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const boot = (keys: { APP_KEY: string; APP_KEY_PREVIOUS?: string[] }) =>
    bootApp({ database, settings: keys })
  const sealed = async (): Promise<string> => {
    const [row] = await asOperator('a test looks', async () => unscoped().from('oauth_configs'))
    return row.client_secret
  }

  let app = await boot({ APP_KEY: FIRST })
  const { admin } = await app.tenant('acme')
  const { id } = await app.ok<Config>('POST', '/api/oauth-configs', {
    as: admin,
    body: {
      name: 'Harbor ID',
      issuer: 'https://id.people.example',
      clientId: 'crossdock',
      clientSecret: 'k3pt',
      settings: { allowedDomains: ['people.example'] },
    },
  })
  const before = await sealed()
  await app.stop()

  app = await boot({ APP_KEY: SECOND, APP_KEY_PREVIOUS: [FIRST] })
  const after = await sealed()
  assert.notEqual(after, before)
  await app.stop()

  app = await boot({ APP_KEY: SECOND })
  assert.equal(await sealed(), after)
  const as = await app.signIn('admin@acme.example', 'acme')
  // Only opening it shows that it is the same.
  const body = { clientSecret: 'k3pt' }
  await app.ok('PUT', `/api/oauth-configs/${id}`, { as, body })
  assert.equal(await sealed(), after)
  await app.stop()

  // Red when a secret that cannot be opened causes a server error.
  app = await boot({ APP_KEY: FIRST })
  const again = await app.signIn('admin@acme.example', 'acme')
  const { checks } = await app.ok<{ checks: { message: string }[] }>(
    'POST',
    `/api/oauth-configs/${id}/test`,
    { as: again }
  )
  assert.match(checks[0]!.message, /cannot be opened with the present APP_KEY/)
  await app.ok('PUT', `/api/oauth-configs/${id}`, { as: again, body })
  assert.notEqual(await sealed(), after)
  await app.stop()
})
