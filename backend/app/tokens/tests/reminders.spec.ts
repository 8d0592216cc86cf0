import { test } from '@japa/runner'
import {
  bootApp,
  countMails,
  until,
  type TestApp,
  type TestTenant,
} from '@crossdock/backend/testing'
import { transaction, unscoped } from '@crossdock/kernel/database'
import { enqueue, type RunningJob } from '@crossdock/kernel/jobs'
import { asOperator } from '@crossdock/kernel/tenancy'
import type { Caller } from '@crossdock/kernel/testing'
import { remindDue } from '../actions/remind_due.js'
import { remindOwners } from '../job_refs.js'

interface Token {
  id: string
  token: string
}

const hour = 60 * 60_000
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString()
const ending = /end soon|ends soon/

test.group('Mail before a token ends', (group) => {
  let app: TestApp
  let acme: TestTenant
  const stored = <T>(work: () => Promise<T>) =>
    app.inside(() => asOperator('a test makes time pass', work))
  const make = (hours: number | null, name = 'ci', as: Caller = acme.admin) =>
    app.ok<Token>('POST', '/api/api-tokens', {
      as,
      body: { name, expiresAt: hours === null ? null : inHours(hours) },
    })
  /** Pretends that this many hours have passed since the token was created. */
  const age = ({ id }: Token, hours: number) =>
    stored(async () => {
      const row = await unscoped().from('api_tokens').where({ id }).firstOrFail()
      const earlier = (time: string) => new Date(Date.parse(time) - hours * hour).toISOString()
      const { created_at, expires_at } = row
      await unscoped()
        .from('api_tokens')
        .where({ id })
        .update({ created_at: earlier(created_at), expires_at: earlier(expires_at) })
    })
  const jobsLeft = async () => {
    const rows = await stored(async () =>
      unscoped().from('jobs').whereIn('name', ['tokens.remind', 'mail.send'])
    )
    return rows.length
  }
  /** Runs the job to its end, including the mails. */
  const remind = async () => {
    await stored(() => enqueue(remindOwners, {}))
    await until('the mails to be sent', async () => (await jobsLeft()) === 0)
  }
  const mails = (to: string) => countMails(app.database.dataDir, to, ending)

  group.each.setup(async () => {
    app = await bootApp()
    acme = await app.tenant('acme')
    return () => app.stop()
  })

  const owner = 'admin@acme.example'

  // Red when remindDue does not store reminded_days, or sends both reminders together.
  test('the owner gets a mail seven days and one day before the end', async ({ assert }) => {
    const token = await make(24 * 30)
    await make(null, 'for ever')
    await remind()
    assert.equal(await mails(owner), 0)

    await age(token, 24 * 23.5)
    const mail = await app.mailTo(owner, () => remind(), ending)
    assert.equal(mail.subject, 'Your API token "ci" ends soon')
    const { prefix, expires_at } = await stored(async () =>
      unscoped().from('api_tokens').where({ id: token.id }).firstOrFail()
    )
    assert.include(mail.text, `ci (${prefix}…), until ${expires_at.slice(0, 10)}`)
    assert.include(mail.text, '/api-tokens')
    assert.notInclude(mail.text, token.token)
    await remind()
    assert.equal(await mails(owner), 1)

    await age(token, 24 * 6)
    await remind()
    await remind()
    assert.equal(await mails(owner), 2)
    await age(token, 24)
    await remind()
    assert.equal(await mails(owner), 2)
  })

  // Red when markReminded does not check what it marks.
  test('once, even if two jobs run in parallel', async ({ assert }) => {
    await age(await make(24 * 30), 24 * 29.5)
    // Simulates two parallel jobs; a schedule starts only one at a time.
    const { signal } = new AbortController()
    const job = { signal, commit: transaction } as unknown as RunningJob
    await stored(() => Promise.all([remindDue(job), remindDue(job)]))
    await until('the mails to be sent', async () => (await jobsLeft()) === 0)
    assert.equal(await mails(owner), 1)
  })

  // Red when dueReminders does not use wasLonger, or uses it only for the seven days.
  test('a token with a shorter lifetime gets the remaining reminders', async ({ assert }) => {
    const days = await make(24 * 3)
    await make(12, 'for the night')
    await remind()
    assert.equal(await mails(owner), 0)
    await age(days, 24 * 2.5)
    await remind()
    assert.equal(await mails(owner), 1)
  })

  test('tokens that end together are in one mail, even after a week of downtime', async ({
    assert,
  }) => {
    for (const name of ['nightly', 'weekly']) await age(await make(24 * 30, name), 24 * 29.5)
    const mail = await app.mailTo(owner, () => remind(), ending)
    assert.equal(mail.subject, '2 of your API tokens end soon')
    assert.match(mail.text, /- nightly \(cdk_/)
    assert.match(mail.text, /- weekly \(cdk_/)
    await remind()
    assert.equal(await mails(owner), 1)
  })

  // Red when remind does not check mayEnter, or neither dueReminders nor the letter checks is_active.
  test('people who may not sign in get no mail, and revoked tokens are left out', async ({
    assert,
  }) => {
    const revoked = await make(24 * 30)
    await age(revoked, 24 * 24)
    await app.ok('DELETE', `/api/api-tokens/${revoked.id}`, { as: acme.admin })
    const theirs = await make(24 * 30, 'theirs', acme.editor)
    await age(theirs, 24 * 24)
    const letIn = (isOpen: boolean) =>
      stored(async () =>
        unscoped()
          .from('tenants')
          .where({ id: acme.id })
          .update({ status: isOpen ? 'active' : 'suspended' })
      )
    await letIn(false)
    await remind()
    assert.equal(await mails(owner), 0)
    assert.equal(await mails('editor@acme.example'), 0)
    await letIn(true)
    await remind()
    assert.equal(await mails('editor@acme.example'), 1)
  })

  test('a super administrator gets mails about tokens without a tenant, too', async ({
    assert,
  }) => {
    const operator = 'operator@crossdock.example'
    await age(await make(24 * 30, 'wide', await app.superAdmin()), 24 * 24)
    await remind()
    assert.equal(await mails(operator), 1)
  })

  test('the job runs every hour', async ({ assert }) => {
    const schedules = await app.ok<{ name: string; cron: string }[]>('GET', '/api/jobs/schedules', {
      as: await app.superAdmin(),
    })
    const found = schedules.filter(({ name }) => name.startsWith('tokens.'))
    assert.deepEqual(
      found.map(({ name, cron }) => [name, cron]),
      [
        ['tokens.purge', '50 3 * * *'],
        ['tokens.remind', '23 * * * *'],
      ]
    )
  })
})
