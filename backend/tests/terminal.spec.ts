// onOneDatabase: no database takes part
import { once } from 'node:events'
import { chmod, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { countMails, nextMail, signIn, until } from '@crossdock/backend/testing'
import { call, sessionOf } from '@crossdock/kernel/testing'
import { ownServers } from './own_servers.js'

const signInLink = /\/login\?token=([\w-]+)/

test.group('Terminal output of the server', (group) => {
  const { database, server } = ownServers(group)

  test('the first start prints a link that signs the super administrator in once', async ({
    assert,
  }) => {
    const first = await server({ ADMIN_EMAIL: 'operator@crossdock.example' })
    await first.start()
    const printed = await until('the link', () => signInLink.exec(first.output.join('')))
    const body = { token: printed[1], confirm: true }
    const reply = await call(first.url, 'POST', '/api/auth/verify-link', { body })
    assert.equal(reply.status, 200)
    const as = sessionOf(reply)
    const me = await call<{ user: object }>(first.url, 'GET', '/api/auth/me', { as })
    assert.containSubset(me.body.user, { email: 'operator@crossdock.example', isSuperAdmin: true })
    const again = await call(first.url, 'POST', '/api/auth/verify-link', { body })
    assert.equal(again.status, 401)
    await first.stop()

    const second = await server({ ADMIN_EMAIL: 'operator@crossdock.example' })
    await second.start()
    await until('the greeting', () => second.output.join('').includes('Crossdock is ready'))
    assert.notMatch(second.output.join(''), signInLink)
    assert.equal((await call(second.url, 'GET', '/api/auth/me', { as })).status, 200)
  })
  // Red when the file mailer prints links in production, or when the missing mail server is not reported.
  test('production reports a missing mail server, and prints no links of mails', async ({
    assert,
  }) => {
    const env = { NODE_ENV: 'production', ADMIN_EMAIL: 'operator@crossdock.example' }
    const production = await server(env)
    await production.start()
    const output = () => production.output.join('')
    await until('the warning', () => output().includes('Set SMTP_URL to your mail server'))
    const greeting = await until('the link', () => signInLink.exec(output()))
    const seen = await countMails(database().dataDir, env.ADMIN_EMAIL)
    const body = { email: env.ADMIN_EMAIL }
    await call(production.url, 'POST', '/api/auth/magic-link', { body })
    const mail = await nextMail(database().dataDir, env.ADMIN_EMAIL, seen)
    await until('the line', () => output().includes(`Mail to ${env.ADMIN_EMAIL}`))
    assert.notInclude(output(), signInLink.exec(mail.text)![1]!)
    assert.notInclude(output(), /^\d{6}$/m.exec(mail.text)![0])
    assert.lengthOf([...output().matchAll(/token=/g)], 1, greeting[0])
    assert.equal((await stat(join(database().dataDir, 'mail'))).mode & 0o777, 0o700)
    const health = await call<{ status: string }>(production.url, 'GET', '/api/health')
    assert.equal(health.body.status, 'degraded')
  }).tags(['long'])
  test('outside production the terminal shows code and link', async ({ assert }) => {
    const email = 'operator@crossdock.example'
    const development = await server({ NODE_ENV: 'development', ADMIN_EMAIL: email })
    await development.start()
    const body = { email }
    await call(development.url, 'POST', '/api/auth/magic-link', { body })
    const { text } = await nextMail(database().dataDir, email, 0)
    const line = await until(
      'the line',
      () => /^Mail to .*$/m.exec(development.output.join(''))?.[0]
    )
    assert.include(line, ` ${/^\d{6}$/m.exec(text)![0]} `)
    assert.include(line, signInLink.exec(text)![1]!)
  })
  // Red when the demo's own requests are logged between the link and the demo's line.
  test('the first start prints a greeting, and the demo prints one line', async ({ assert }) => {
    const first = await server({ DEMO: 'true', LOG_LEVEL: 'info', NODE_ENV: 'development' })
    await first.start()
    const output = () => first.output.join('')
    await until('the demo', () => output().includes('The demo organization'))
    assert.notInclude(output(), '"level":30')
    const seen = output().length
    const as = await signIn(first, 'admin@localhost')
    await call(first.url, 'POST', '/api/auth/logout', { as, body: {} })
    await until('the sign-in to be logged', () => output().slice(seen).includes('user_signed_in'))
  }).tags(['long'])
  // Red when the demo signs in as the super administrator to create its organization.
  test('the link is printed until a person has signed in, regardless of the demo', async ({
    assert,
  }) => {
    const demo = { DEMO: 'true', NODE_ENV: 'development' }
    const first = await server(demo)
    await first.start()
    await until('the demo', () => first.output.join('').includes('The demo organization'))
    await first.stop()
    const second = await server(demo)
    await second.start()
    const [, token] = await until('the link', () => signInLink.exec(second.output.join('')))
    const body = { token, confirm: true }
    assert.equal((await call(second.url, 'POST', '/api/auth/verify-link', { body })).status, 200)
  }).tags(['long'])
  // Red without endWhenUncaught() in server.ts.
  test('an uncaught error is logged as fatal before the process ends', async ({ assert }) => {
    const faults = {
      thrown: `setImmediate(()=>{throw new Error('a thrown fault')})`,
      rejected: `Promise.reject(new Error('a rejected fault'))`,
    }
    for (const [kind, fault] of Object.entries(faults)) {
      const source = encodeURIComponent(`process.once('SIGUSR2',()=>{${fault}})`)
      const one = await server({ NODE_OPTIONS: `--import=data:text/javascript,${source}` })
      await one.start()
      process.kill(one.pid!, 'SIGUSR2')
      const line = await until(
        'the line',
        () => /^{.*"level":60.*$/m.exec(one.output.join(''))?.[0]
      )
      const { msg, err } = JSON.parse(line)
      assert.match(msg, /^Crossdock ends because of an uncaught error/)
      assert.equal(err.message, `a ${kind} fault`)
      assert.equal(await one.stop(), 1)
    }
  })
  // Red when uncaught.ts does not check whose code is in the stack.
  test('an uncaught error of an added package is logged with its plugin', async ({ assert }) => {
    const folder = join(database().dataDir, 'plugins')
    const at = join(folder, 'node_modules', '@acme', 'cd-late')
    await mkdir(at, { recursive: true })
    const manifest = {
      name: '@acme/cd-late',
      version: '1.0.0',
      type: 'module',
      exports: './index.js',
    }
    const files = {
      [join(folder, 'package.json')]: JSON.stringify({
        dependencies: { '@acme/cd-late': '1.0.0' },
      }),
      [join(at, 'package.json')]: JSON.stringify({ ...manifest, crossdock: { kernel: '^0.1' } }),
      [join(at, 'index.js')]: `import { definePlugin } from '@crossdock/kernel/plugin'
export default definePlugin({ name: 'late', ready() {
  process.once('SIGUSR2', () => { throw new Error('too late') })
  console.log('late waits')
} })`,
    }
    for (const [file, text] of Object.entries(files)) await writeFile(file, text)
    const one = await server({ CROSSDOCK_PLUGINS_DIR: folder })
    await one.start()
    // The server answers a moment before its plugins are notified that it is ready.
    await until('the plugin', () => one.output.join('').includes('late waits'))
    process.kill(one.pid!, 'SIGUSR2')
    await until('the line', () =>
      one.output.join('').includes('an uncaught error of the plugin \\"late\\" (@acme/cd-late).')
    )
    assert.equal(await one.stop(), 1)
  }).tags(['long'])
  test('a wrong variable stops the start with its name and the expected value', async ({
    assert,
  }) => {
    const wrong = await server({ EGRESS_ALLOW: 'everything', LOG_LEVEL: 'loud' })
    const [status] = await once(wrong.spawn(), 'close')
    assert.equal(status, 1)
    assert.include(
      wrong.output.join(''),
      'EGRESS_ALLOW is "everything" but must be comma-separated'
    )
    assert.include(wrong.output.join(''), 'LOG_LEVEL is "loud" but must be one of')
    assert.notMatch(wrong.output.join(''), /at .*:\d+:\d+/)
  })
  // Red when server.ts does not check the folder (warnOfOpenFolder()).
  test('a folder that other accounts can read is reported', async ({ assert }) => {
    if (process.platform === 'win32') return
    await chmod(database().dataDir, 0o755)
    const one = await server()
    await one.start()
    assert.include(one.output.join(''), `can read ${database().dataDir}, which holds`)
  }).tags(['long'])
})
