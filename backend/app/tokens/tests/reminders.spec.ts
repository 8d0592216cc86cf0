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
import { remindOwners } from '../jobs/names.js'

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
  /** As if so many hours had gone by since it was made. */
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
  /** Has the job worked to its end, with the mails that follow from it. */
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

  // Red when remindDue forgets that it told (reminded_days), or tells of both times at once.
  test('the owner is told seven days and one day before, once each', async ({ assert }) => {
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

  // Red when markTold does not ask what it marks.
  test('once, also when two look at the same time', async ({ assert }) => {
    await age(await make(24 * 30), 24 * 29.5)
    // As two jobs would that run beside each other; of a schedule there is one at a time.
    const { signal } = new AbortController()
    const job = { signal, commit: transaction } as unknown as RunningJob
    await stored(() => Promise.all([remindDue(job), remindDue(job)]))
    await until('the mails to be sent', async () => (await jobsLeft()) === 0)
    assert.equal(await mails(owner), 1)
  })

  // Red when dueReminders leaves out wasLonger, or asks it of the seven days alone.
  test('one made for less is told of at the times that are left', async ({ assert }) => {
    const days = await make(24 * 3)
    await make(12, 'for the night')
    await remind()
    assert.equal(await mails(owner), 0)
    await age(days, 24 * 2.5)
    await remind()
    assert.equal(await mails(owner), 1)
  })

  test('what ends together stands in one mail, whoever had the server down for the week', async ({
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

  // Red when remind does not look at mayEnter, or neither dueReminders nor the letter at is_active.
  test('nobody is told who is not let in, and of nothing that was revoked', async ({ assert }) => {
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

  test('a super administrator is told of tokens of no tenant, too', async ({ assert }) => {
    const operator = 'operator@crossdock.example'
    await age(await make(24 * 30, 'wide', await app.superAdmin()), 24 * 24)
    await remind()
    assert.equal(await mails(operator), 1)
  })

  test('it is looked for every hour', async ({ assert }) => {
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
