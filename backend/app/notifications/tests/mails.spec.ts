import { createServer, type AddressInfo } from 'node:net'
import { test } from '@japa/runner'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { signInLinks } from '@crossdock/backend/access'
import { accounts } from '@crossdock/backend/users'
import { countMails, until } from '@crossdock/backend/testing'
import jobs from '../jobs/index.js'
import { Lab } from './lab.js'

const settings = /Choose what you get mails about|worüber Sie E-Mails bekommen/

test.group('Mails of notifications', (group) => {
  let lab: Lab
  group.setup(async () => {
    lab = await Lab.start()
    return () => lab.app.stop()
  })
  const mails = (to: string) => countMails(lab.app.database.dataDir, to, settings)

  // Red when each notification has its own job, and when read ones are not left out.
  test('unread notifications of some minutes go into one mail', async ({ assert }) => {
    const { acme, app } = lab
    const viewer = await lab.idOf(acme.viewer)
    const values = { values: { locale: 'de' } }
    await app.ok('PUT', '/api/me/preferences', { as: acme.viewer, body: values })
    await lab.call(viewer, 'Aurora', 'Borealis', 'Corona')
    const { id } = await lab.notified(acme.viewer, 'Borealis waits for you')
    await lab.settle()
    await app.ok('POST', '/api/notifications/read', { as: acme.viewer, body: { ids: [id] } })
    const to = 'viewer@acme.example'
    const mail = await app.mailTo(to, () => lab.mailed(), settings)
    assert.include(mail.subject, '2 Benachrichtigungen')
    assert.include(mail.text, '- Aurora wartet auf Sie')
    assert.include(mail.text, '- Corona wartet auf Sie')
    assert.notInclude(mail.text, 'Borealis')
    assert.include(mail.text, '/settings?tab=notifications')
    assert.equal(await mails(to), 1)
    // Each notification is mailed only once.
    await lab.call(viewer, 'Dorado')
    await lab.notified(acme.viewer, 'Dorado waits for you')
    await lab.settle()
    const next = await app.mailTo(to, () => lab.mailed(), settings)
    assert.equal(next.subject, 'Dorado wartet auf Sie')
    assert.notInclude(next.text, 'Aurora')
  })

  // Red when access.newDevice has no place: the mail would have no button to end the session.
  test('the mail about a new device has a button to end its session', async ({ assert }) => {
    const { app } = lab
    const link = await app.inside(async () => {
      const { account } = await accounts.use().resolve('editor@globex.example', 'globex')
      return signInLinks.use().create(account!.id)
    })
    const body = { token: new URL(link).searchParams.get('token'), confirm: true }
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    await app.ok('POST', '/api/auth/verify-link', { body, headers })
    await until('mail to be due', async () => (await lab.mailJobs()).length > 0)
    const mail = await app.mailTo('editor@globex.example', () => lab.mailed(), settings)
    assert.match(mail.text, /new device: Firefox, Linux.*end that session/)
    assert.include(mail.text, '/settings?tab=security')
  })

  test('disabled channels stay silent', async ({ assert }) => {
    const { acme } = lab
    const viewer = await lab.idOf(acme.viewer)
    const before = await mails('viewer@acme.example')
    await lab.set(acme.viewer, 'harbour.pilot', { mail: false })
    await lab.call(viewer, 'Electra')
    await lab.notified(acme.viewer, 'Electra waits for you')
    await lab.settle()
    await lab.mailed()
    assert.equal(await mails('viewer@acme.example'), before)
    await lab.set(acme.viewer, 'harbour.pilot', { console: false, mail: true })
    await lab.call(viewer, 'Fortuna')
    await until('mail to be due', async () => (await lab.mailJobs()).length > 0)
    const mail = await lab.app.mailTo('viewer@acme.example', () => lab.mailed(), settings)
    assert.include(mail.text, 'Fortuna')
    assert.notMatch((await lab.texts(acme.viewer)).join(), /Fortuna/)
    await lab.set(acme.viewer, 'harbour.pilot', { console: true })
  })

  // Red when the digest is not composed with the person's current permissions.
  test('a person who lost the permission gets no mail', async ({ assert }) => {
    const { acme, app } = lab
    await lab.flood('North')
    await lab.notified(acme.editor, 'Quay North is flooded')
    await lab.settle()
    const id = await lab.idOf(acme.editor)
    const body = { role: 'viewer' }
    await app.ok('PUT', `/api/users/${id}`, { as: acme.admin, body })
    await app.mailTo('admin@acme.example', () => lab.mailed(), settings)
    assert.equal(await mails('editor@acme.example'), 0)
  })

  // Red when the subject is the sentence, which a stranger may have written.
  test('the subject does not quote strangers', async ({ assert }) => {
    await lab.flood('You have won')
    await lab.notified(lab.acme.admin, 'Quay You have won is flooded')
    await lab.settle()
    const mail = await lab.app.mailTo('admin@acme.example', () => lab.mailed(), settings)
    assert.match(mail.subject!, /^[^:]+: Harbour$/)
    assert.include(mail.text, 'Quay You have won is flooded')
  })
})

test.group('A mail server that is down', () => {
  // Red when a failed digest is marked as sent.
  test('failed mail is sent once when the server is back', async ({ assert, cleanup }) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => taken.once('listening', resolve))
    const { port } = taken.address() as AddressInfo
    await new Promise((resolve) => taken.close(resolve))
    const SMTP_URL = `smtp://127.0.0.1:${port}`
    const lab = await Lab.start({ SMTP_URL, LOG_LEVEL: 'silent' })
    cleanup(() => lab.app.stop())
    await lab.call(await lab.idOf(lab.acme.viewer), 'Aurora')
    await lab.notified(lab.acme.viewer, 'Aurora waits for you')
    await lab.settle()
    await lab.hurry()
    await until('a try to fail', async () =>
      (await lab.mailJobs()).some(({ attempts, state }) => attempts > 0 && state === 'scheduled')
    )
    const received: Email[] = []
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: async (stream, _session, done) => {
        const chunks: Buffer[] = []
        for await (const chunk of stream) chunks.push(chunk as Buffer)
        received.push(await PostalMime.parse(Buffer.concat(chunks)))
        done()
      },
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    cleanup(() => new Promise<void>((resolve) => server.close(() => resolve())))
    await lab.mailed()
    const digests = received.filter(({ text }) => settings.test(text ?? ''))
    assert.deepEqual(
      digests.map(({ subject }) => subject),
      ['Aurora waits for you']
    )
  })

  // Red with the ten attempts of other mails: they end within half an hour.
  test('may be down for a day', ({ assert }) => {
    const { retry } = jobs.find(({ name }) => name === 'notifications.mail')!
    const { attempts, delayMs, maxDelayMs } = retry as Record<string, number>
    let waited = 0
    for (let at = 0; at < attempts! - 1; at++) waited += Math.min(delayMs! * 2 ** at, maxDelayMs!)
    assert.isAbove(waited / 2, 24 * 60 * 60_000)
  })
})
