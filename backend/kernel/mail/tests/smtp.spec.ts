// onOneDatabase: no database takes part
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from '@japa/runner'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { bootApp, until, type TestApp } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import type { RetryPolicy } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import { sessionOf, soonMs } from '@crossdock/kernel/testing'
import { mailer } from '../index.js'
import jobs from '../send_job.js'

const operator = 'operator@crossdock.example'

/** A mail server that keeps all mails. */
class MailServer {
  readonly mails: Email[] = []
  /** Number of first deliveries to refuse, as a busy server does. */
  refusals = 0
  /** Whether it accepts sign-ins. */
  isOpen = true
  signIns = 0
  readonly #server = new SMTPServer({
    authMethods: ['PLAIN'],
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) => {
      this.signIns++
      if (this.isOpen && username === 'crossdock' && password === 'p@ss')
        return done(null, { user: username })
      done(new Error(`Wrong password: ${password}`))
    },
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('unknown@')
        ? done(Object.assign(new Error('No such mailbox'), { responseCode: 550 }))
        : done(),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      if (this.refusals-- > 0) return done(Object.assign(new Error('Busy'), { responseCode: 451 }))
      this.mails.push(await PostalMime.parse(Buffer.concat(chunks)))
      done()
    },
  })

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const { port } = this.#server.server.address() as AddressInfo
    return `smtp://crossdock:p%40ss@127.0.0.1:${port}`
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

test.group('a server that does not speak SMTP', () => {
  for (const [name, answer] of Object.entries({
    garbage: '\0\xff no mail here\r\n',
    silence: '',
  })) {
    test(`${name} leads to a retry`, async ({ assert, cleanup }) => {
      const sockets = new Set<Socket>()
      const server = createServer((socket) => {
        sockets.add(socket.on('error', () => undefined))
        socket.write(answer)
        socket.on('data', () => socket.write(answer))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=${soonMs}&socketTimeout=${soonMs}`
      const app = await bootApp({ settings: { SMTP_URL, LOG_LEVEL: 'silent' } })
      cleanup(async () => {
        for (const socket of sockets) socket.destroy()
        server.close()
        await app.stop()
      })
      const reply = await app.call('POST', '/api/auth/magic-link', { body: { email: operator } })
      assert.equal(reply.status, 200)
      const waiting = await until('the job to wait', () =>
        asOperator('look at the job', () =>
          unscoped().from('jobs').where({ name: 'mail.sendSoon', state: 'scheduled' }).first()
        )
      )
      assert.isAbove(waiting.attempts, 0)
    })
  }
})

/** Minutes from the first to the last attempt of a job. */
function minutesOfRetries(name: string): number {
  const { attempts, delayMs, maxDelayMs } = jobs.find((job) => job.name === name)!
    .retry as RetryPolicy
  const waits = Array.from({ length: attempts - 1 }, (_, at) =>
    Math.min(delayMs * 2 ** at, maxDelayMs)
  )
  return waits.reduce((sum, wait) => sum + wait, 0) / 60_000
}

test.group('Mail health', () => {
  const boot = async (server: MailServer, cleanup: (work: () => Promise<void>) => void) => {
    const SMTP_URL = await server.listen()
    const app = await bootApp({ settings: { SMTP_URL, LOG_LEVEL: 'silent' } })
    cleanup(async () => {
      await app.stop()
      await server.close()
    })
    return app
  }
  const detailsOf = async (app: TestApp) =>
    app.ok<{
      status: string
      components: Record<string, { status: string; message?: string }>
    }>('GET', '/api/health/details', { as: await app.superAdmin() })

  // Red when the mail server is not checked before the first mail, or only once.
  test('shows after the start, and later, whether the mail server accepts the sign-in', async ({
    assert,
    cleanup,
  }) => {
    const server = new MailServer()
    server.isOpen = false
    const app = await boot(server, cleanup)
    const refused = await until('the refusal', async () => {
      const { components } = await detailsOf(app)
      return components.mail!.status === 'degraded' && components.mail!
    })
    assert.match(refused.message!, /^The mail server cannot be used: .*Wrong password/)
    assert.notInclude(refused.message!, 'p@ss')
    assert.equal((await detailsOf(app)).status, 'degraded')
    server.isOpen = true
    await app.clock.advance(5 * 60_000)
    await until(
      'mail to be healthy',
      async () => (await detailsOf(app)).components.mail!.status === 'ok'
    )
    assert.lengthOf(server.mails, 0)
  })

  // Red when an unchecked mail server counts as healthy, or as unhealthy.
  test('is unknown until the mail server has answered', async ({ assert, cleanup }) => {
    const server = createServer()
    cleanup(() => void server.close())
    const sockets: Socket[] = []
    server.on('connection', (socket) => sockets.push(socket.on('error', () => undefined)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const app = await bootApp({
      settings: { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'silent' },
    })
    cleanup(async () => {
      for (const socket of sockets) socket.destroy()
      await app.stop()
    })
    await until('the check', () => sockets.length > 0)
    const { status, components } = await detailsOf(app)
    assert.equal(components.mail!.status, 'unknown')
    assert.equal(status, 'ok')
    const as = await app.superAdmin()
    const plugins = await app.ok<{ name: string; health: { status: string } }[]>(
      'GET',
      '/api/plugins',
      { as }
    )
    assert.equal(plugins.find(({ name }) => name === 'mail')!.health.status, 'unknown')
  })
})

test.group('mail over SMTP', (group) => {
  let app: TestApp
  let server: MailServer
  group.each.setup(async () => {
    server = new MailServer()
    const SMTP_URL = await server.listen()
    app = await bootApp({
      settings: { SMTP_URL, MAIL_FROM: 'Acme Post <post@acme.example>', LOG_LEVEL: 'silent' },
    })
    return async () => {
      await app.stop()
      await server.close()
    }
  })
  const ask = () => app.call('POST', '/api/auth/magic-link', { body: { email: operator } })
  const received = () => until('a mail', () => server.mails[0])
  const signInOverSmtp = async () => {
    await ask()
    const token = /token=(\w+)/.exec((await received()).text!)![1]
    return sessionOf(
      await app.call('POST', '/api/auth/verify-link', { body: { token, confirm: true } })
    )
  }
  const mailHealth = async () => {
    const { components } = await app.ok<{ components: Record<string, { status: string }> }>(
      'GET',
      '/api/health'
    )
    return components.mail!.status
  }

  test('a mail has both parts, a sender, and is marked as generated', async ({ assert }) => {
    const asked = await ask()
    const mail = await received()
    assert.equal(mail.from?.address, 'post@acme.example')
    assert.equal(mail.from?.name, 'Acme Post')
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [operator]
    )
    assert.equal(mail.headers.find(({ key }) => key === 'auto-submitted')?.value, 'auto-generated')
    const [code] = /\b\d{6}\b/.exec(mail.text!)!
    const [link] = /http:\/\/\S+\/login\?token=\w+/.exec(mail.text!)!
    assert.include(mail.html!, code)
    assert.include(mail.html!, `href="${link}"`)
    const reply = await app.call('POST', '/api/auth/verify-code', {
      as: sessionOf(asked),
      body: { email: operator, code },
    })
    assert.equal(reply.status, 200)
  })

  test('a mail that the server refused once is sent again, and works', async ({ assert }) => {
    server.refusals = 1
    await ask()
    const mail = await received()
    const token = /token=(\w+)/.exec(mail.text!)![1]
    const reply = await app.call('POST', '/api/auth/verify-link', {
      body: { token, confirm: true },
    })
    assert.equal(reply.status, 200)
    assert.lengthOf(server.mails, 1)
  })

  // Red when all mails have the retries of those that people wait for: an invitation would be lost within the
  // hour.
  test('an invitation is retried for days, a sign-in mail for a quarter of an hour', async ({
    assert,
  }) => {
    const as = await signInOverSmtp()
    server.refusals = Infinity
    const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'admin@acme.example' }
    await app.ok('POST', '/api/tenants', { as, body: tenant })
    await ask()
    const waiting = await until('both attempts', async () => {
      const tried = await asOperator('look at the jobs', () =>
        unscoped().from('jobs').whereLike('name', 'mail.%').where('attempts', '>', 0)
      )
      return tried.length === 2 && tried
    })
    assert.sameMembers(
      waiting.map(({ name }) => name),
      ['mail.send', 'mail.sendSoon']
    )
    assert.isAbove(minutesOfRetries('mail.send'), 24 * 60)
    assert.isBelow(minutesOfRetries('mail.sendSoon'), 30)
    server.refusals = 0
    await until('both mails', () => server.mails.length === 3)
  })

  test('an address that the server refuses permanently appears in the feed and is not retried', async ({
    assert,
  }) => {
    const as = await signInOverSmtp()
    const tenant = { name: 'Acme Freight', subdomain: 'acme', adminEmail: 'unknown@acme.example' }
    await app.ok('POST', '/api/tenants', { as, body: tenant })
    await until('the refusal in the feed', async () => {
      const feed = await app.ok<{ action: string }[]>('GET', '/api/activity', { as })
      return feed.some(({ action }) =>
        action.startsWith('Mail to unknown@acme.example was refused')
      )
    })
    assert.equal(await mailHealth(), 'ok')
  })

  // Red when the mailer does not check headers.
  test('no line break gets into a header', async ({ assert }) => {
    const message = { to: 'a@acme.example', subject: 'Hello', text: '', html: '' }
    for (const bad of ['\r\nBcc: b@acme.example', '\nX: y', '\rX: y', '\0']) {
      for (const name of ['to', 'subject'] as const) {
        const sent = { ...message, [name]: `${message[name]}${bad}` }
        await assert.rejects(() => mailer.use().send(sent), /contains a line break or NUL/)
      }
    }
    assert.lengthOf(server.mails, 0)
  })

  test('while mail cannot be sent, sign-in answers as usual and health is degraded', async ({
    assert,
  }) => {
    server.refusals = Infinity
    await until('the first check of the mail server', async () => (await mailHealth()) === 'ok')
    await ask()
    await until('mail to be degraded', async () => (await mailHealth()) === 'degraded')
    // Red when a mail server that accepts the sign-in counts as one that accepts mails.
    const { signIns } = server
    await app.clock.advance(5 * 60_000)
    await until('the next check of the mail server', () => server.signIns > signIns)
    assert.equal(await mailHealth(), 'degraded')
    server.refusals = 0
    await received()
    await until('mail to be healthy again', async () => (await mailHealth()) === 'ok')
  })
})
