import { test } from '@japa/runner'
import {
  bootApp,
  freePort,
  migratedDatabase,
  ServerProcess,
  until,
} from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { Secrets } from '@crossdock/kernel/secrets'
import { asOperator } from '@crossdock/kernel/tenancy'
import { installed } from '../../../backend/plugins.js'
import { alter, minutesAgo } from '../../../backend/app/access/tests/support.js'
import { contextOf } from '../variables/sealing.js'

const path = '/api/environments/production/variables'
const first = 'the-first-application-key-of-this-test'
const second = 'the-second-application-key-of-this-test'

// Red when an operation loses its `proof`: an open screen could be used to send stored credentials to another
// host.
test('changing a host by a variable needs a fresh proof of a session', async ({
  assert,
  cleanup,
}) => {
  const app = await bootApp()
  cleanup(() => app.stop())
  const { admin: as } = await app.tenant('acme')
  const { id } = await app.ok<{ id: string }>('POST', path, {
    as,
    body: { name: 'HOST', value: 'partner.example' },
  })
  await app.ok('POST', '/api/integrations/systems', {
    as,
    body: {
      name: 'Partner',
      systemType: 'api',
      authType: 'bearer',
      capabilities: ['send'],
      baseUrl: 'https://{variables.HOST}/v1',
      authConfig: { accessToken: 'k3pt' },
    },
  })
  const email = 'left-open@acme.example'
  const person = await app.ok<{ id: string }>('POST', '/api/users', {
    as,
    body: { email, role: 'admin' },
  })
  const leftOpen = await app.signIn(email, 'acme')
  await alter('sessions', { user_id: person.id }, { proved_at: minutesAgo(15) })
  const replies = [
    await app.call<{ code: string }>('PUT', `${path}/${id}`, {
      as: leftOpen,
      body: { value: 'evil.example' },
    }),
    await app.call<{ code: string }>('POST', path, {
      as: leftOpen,
      body: { name: 'MISSING', value: 'evil.example' },
    }),
  ]
  for (const { status, body } of replies) {
    assert.equal(status, 403)
    assert.equal(body.code, 'E_FRESH_PROOF_NEEDED')
  }
  const { value } = await app.ok<{ value: string }>('GET', `${path}/${id}`, { as })
  assert.equal(value, 'partner.example')
})

// Red when rotateVariables() is not called, reports values it leaves alone, or loses a value.
test('secrets survive a change of APP_KEY, and need the former key for one start only', async ({
  assert,
  cleanup,
}) => {
  const database = await migratedDatabase(installed)
  cleanup(() => database.remove())
  const sealedOf = async (id: string): Promise<string> =>
    asOperator('test', async () => {
      const row = await unscoped().from('environment_variables').where({ id }).firstOrFail()
      return row.sealed
    })

  let app = await bootApp({ database, settings: { APP_KEY: first } })
  const { admin } = await app.tenant('acme')
  const { id } = await app.ok<{ id: string }>('POST', path, {
    as: admin,
    body: { name: 'KEY', value: 'k3pt-4740', isSecret: true },
  })
  await app.ok('POST', path, { as: admin, body: { name: 'PLAIN', value: 'plain' } })
  assert.equal(new Secrets(first).open(await sealedOf(id), contextOf(id)), 'k3pt-4740')
  await app.stop()

  const started = async () => {
    const keys = { APP_KEY: second, APP_KEY_PREVIOUS: first }
    const server = new ServerProcess(database, await freePort(), { ...keys, LOG_LEVEL: 'info' })
    cleanup(() => server.kill())
    await server.start()
    await until('the greeting', () => server.output.join('').includes('Crossdock is ready'))
    await server.stop()
    return server.output.join('')
  }
  const output = await started()
  const reported = output.split('\n').filter((line) => line.includes('variables_rotated'))
  assert.lengthOf(reported, 1)
  assert.equal((JSON.parse(reported[0]!) as { count: number }).count, 1)
  for (const secret of [first, second, 'k3pt-4740']) assert.notInclude(output, secret)
  assert.notInclude(await started(), 'variables_rotated')

  app = await bootApp({ database, settings: { APP_KEY: second } })
  cleanup(() => app.stop())
  assert.equal(new Secrets(second).open(await sealedOf(id), contextOf(id)), 'k3pt-4740')
})
