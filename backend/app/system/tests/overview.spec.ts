// onBothDatabases: the first spec of its domain
import { randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import { SMTPServer } from 'smtp-server'
import { bootApp, type TestApp } from '@crossdock/backend/testing'
import { Secrets } from '@crossdock/kernel/secrets'
import { unscoped } from '@crossdock/kernel/database'
import { contentStore } from '@crossdock/kernel/storage'
import { asOperator } from '@crossdock/kernel/tenancy'

interface System {
  version: string
  workers: number
  health: { status: string; components: Record<string, { status: string }> }
  database: { kind: string; version: string; bytes: number; migrations: number }
  queue: Record<string, number>
  storage: { kind: string; bytes: number; freeBytes: number } | null
  encryption: {
    keys: { id: string; use: string; firstUsedAt: string | null; sealed: number }[]
  }
  plugins: { name: string; status: string; contributions: { kind: string; count: number }[] }[]
  unanswered: { part: string; reason: string }[]
}

interface MailTest {
  writtenTo: string | null
  to: string
  accepted: boolean
  message: string | null
  server: string | null
}

const former = randomBytes(32).toString('base64url')

test.group('The system page', (group) => {
  let app: TestApp
  group.setup(async () => {
    app = await bootApp({ settings: { APP_KEY_PREVIOUS: [former] } })
    await app.tenant('acme')
    return () => app.stop()
  })

  const read = async () => app.ok<System>('GET', '/api/system', { as: await app.superAdmin() })

  test('one answer has the state of everything, for the super administrator only', async ({
    assert,
  }) => {
    const system = await read()
    assert.equal(system.health.status, 'ok')
    assert.includeMembers(Object.keys(system.health.components), ['database', 'mail', 'storage'])
    assert.match(system.database.version, /^\d+\./)
    assert.isAbove(system.database.migrations, 50)
    assert.isAbove(system.database.bytes, 100_000)
    assert.equal(system.workers, 1)
    assert.equal(system.queue.failed, 0)
    assert.isAbove(system.storage!.freeBytes, 0)
    const flows = system.plugins.find(({ name }) => name === 'flows')!
    assert.isAbove(flows.contributions.find(({ kind }) => kind === 'operation')!.count, 5)
    assert.deepEqual(system.unanswered, [])
    const { admin } = await app.tenant('globex')
    assert.equal((await app.call('GET', '/api/system', { as: admin })).status, 403)
    assert.equal(
      (await app.call('POST', '/api/system/mail-test', { as: admin })).status,
      403,
      'a tenant’s administrator cannot test the mail server'
    )
  })

  // Red when the parts are awaited together without separate time limits.
  test('a hanging storage does not hide the other parts', async ({ assert }) => {
    const store = contentStore.use()
    const check = store.check.bind(store)
    const hung = Promise.withResolvers<never>()
    Object.assign(store, { check: () => hung.promise })
    try {
      const system = await read()
      assert.isNull(system.storage)
      assert.deepEqual(system.unanswered, [
        { part: 'storage', reason: 'No answer within 4 seconds.' },
      ])
      assert.equal(system.health.components.database!.status, 'ok')
      assert.isAbove(system.database.bytes, 0)
    } finally {
      Object.assign(store, { check })
      hung.reject(new Error('over'))
    }
  })

  // Red when sealed values are counted without their key, or a column is missing in kernel.sealedColumns.
  test('keys are shown by id and age, with the number of values that need them', async ({
    assert,
  }) => {
    const { admin } = await app.tenant('initech')
    const add = (name: string) =>
      app.ok<{ id: string }>('POST', '/api/oauth-configs', {
        as: admin,
        body: {
          name,
          issuer: 'https://192.0.2.1',
          clientId: 'crossdock',
          clientSecret: 'hidden',
          settings: { allowedDomains: ['initech.example'] },
        },
      })
    await add('Own')
    const { id } = await add('Restored')
    const lost = new Secrets(randomBytes(32).toString('base64url'))
    await asOperator('a backup contains a value of another key', () =>
      unscoped()
        .from('oauth_configs')
        .where({ id })
        .update({ client_secret: lost.seal('gone', id) })
    )
    const { keys } = (await read()).encryption
    const of = (use: string) => keys.find((key) => key.use === use)!
    assert.isAtLeast(of('current').sealed, 1)
    assert.isNotNull(of('current').firstUsedAt)
    assert.equal(of('previous').id, new Secrets(former).keyIds.current)
    assert.deepEqual(of('missing'), {
      id: lost.keyIds.current,
      use: 'missing',
      firstUsedAt: null,
      sealed: 1,
    })
    assert.notInclude(JSON.stringify(keys), former)
  })
})

test.group('The mail test', () => {
  const serve = async (refuse: boolean) => {
    const letters: string[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (_auth, _session, done) => done(null, { user: 'x' }),
      onRcptTo: (_address, _session, done) =>
        done(
          refuse ? Object.assign(new Error('No such box s3cr3t-word'), { responseCode: 550 }) : null
        ),
      onData(stream, _session, done) {
        let text = ''
        stream.on('data', (bytes: Buffer) => (text += bytes.toString()))
        stream.on('end', () => (letters.push(text), done()))
      },
    })
    server.on('error', () => undefined)
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.server.address() as AddressInfo
    const app = await bootApp({
      settings: { SMTP_URL: `smtp://mailer:s3cr3t-word@127.0.0.1:${port}` },
    })
    const stop = async () => {
      await app.stop()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    }
    return { app, letters, port, stop }
  }
  const post = async (app: TestApp) =>
    app.call<MailTest>('POST', '/api/system/mail-test', { as: await app.superAdmin() })

  test('goes to the caller’s address, five times in ten minutes', async ({ assert, cleanup }) => {
    const { app, letters, port, stop } = await serve(false)
    cleanup(stop)
    const { status, body } = await post(app)
    assert.equal(status, 200)
    assert.isTrue(body.accepted)
    assert.equal(body.server, `127.0.0.1:${port}`)
    assert.isNull(body.writtenTo)
    assert.lengthOf(letters, 1)
    assert.include(letters[0]!, `To: ${body.to}`)
    for (let again = 0; again < 4; again++) assert.equal((await post(app)).status, 200)
    assert.equal((await post(app)).status, 429)
    assert.lengthOf(letters, 5)
  })

  // Red when the answer of the server is not masked, and when mailFacts() returns the address with its credentials.
  test('reports the answer of the server, without its credentials', async ({ assert, cleanup }) => {
    const { app, port, stop } = await serve(true)
    cleanup(stop)
    const { status, body } = await post(app)
    assert.equal(status, 200)
    assert.isFalse(body.accepted)
    assert.include(body.message!, '550 No such box')
    assert.notInclude(JSON.stringify(body), 's3cr3t-word')
    const system = await app.ok<object>('GET', '/api/system', { as: await app.superAdmin() })
    assert.containSubset(system, { mail: { server: `127.0.0.1:${port}` } })
    assert.notInclude(JSON.stringify(system), 's3cr3t-word')
  })
})
