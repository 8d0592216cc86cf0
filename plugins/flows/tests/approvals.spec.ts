// onBothDatabases: of several decisions at once exactly one counts
import { test } from '@japa/runner'
import {
  bootApp,
  countMails,
  FeedReader,
  until,
  type Caller,
  type TestApp,
} from '@crossdock/backend/testing'
import { FlowLab, probe, probes, type Refused, type Run } from './flow_lab.js'
import { Probe, probePlugin } from './probe.js'

interface Approval {
  id: string
  runId: string
  question: string
  status: string
  assetName: string | null
  decidedByName: string | null
  comment: string | null
  mayDecide: boolean
}

const hour = 60 * 60_000

test.group('Approval', (group) => {
  let app: TestApp
  let lab: FlowLab

  group.setup(async () => {
    app = await bootApp({ plugins: [probePlugin(new Probe())] })
    lab = new FlowLab(app, await app.tenant('acme'))
    return () => app.stop()
  })

  const step = (config: object) => ({
    id: 'ask',
    type: 'approval',
    config: { question: 'May it go?', roles: ['viewer'], ...config },
    branches: { approved: probes('yes'), rejected: probes('no') },
  })
  const begun = async (config: object = {}, assetId?: string): Promise<Run> => {
    const flow = await lab.workflow({ name: 'Release', steps: [step(config), probe('after')] })
    return lab.start(flow, assetId)
  }
  const list = (as: Caller, filter: object = {}) =>
    app.ok<Approval[]>(
      'GET',
      `/api/approvals?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      { as }
    )
  const asked = ({ id }: Run, as: Caller = lab.tenant.viewer) =>
    until('the question', async () => (await list(as)).find(({ runId }) => runId === id))
  const decide = (id: string, word: 'approve' | 'reject', as: Caller, body: object = {}) =>
    app.call<Approval & Refused>('POST', `/api/approvals/${id}/${word}`, { as, body })
  const ended = ({ id }: Run) => lab.reached(id, 'completed', 'failed', 'cancelled')
  const paths = ({ stepResults }: Run) =>
    stepResults.filter(({ status }) => status !== 'skipped').map(({ path }) => path)

  // Red when people see a placeholder instead of the file.
  test('the question and the details name their subject', async ({ assert }) => {
    const assetId = await lab.upload('order 8.pdf', 'x')
    const words = { question: 'May {file.name} go?', details: '{file.size} bytes' }
    const approval = await asked(await begun(words, assetId))
    assert.containSubset(approval, { question: 'May order 8.pdf go?', details: '1 bytes' })
    await decide(approval.id, 'reject', lab.tenant.viewer)
  })

  // Red when the run continues after the step, or reading the mail's link decides.
  test('one of the people who are asked decides, and the run continues in that branch', async ({
    assert,
  }) => {
    const assetId = await lab.upload('order.pdf', 'x')
    let run!: Run
    const mail = await app.mailTo(
      'viewer@acme.example',
      async () => {
        run = await begun({ details: 'Look at <b>page 2</b>.' }, assetId)
        await asked(run)
      },
      /May it go\?/
    )
    assert.equal(mail.subject, 'Release: May it go?')
    assert.include(mail.text, 'about "order.pdf"')
    assert.include(mail.html, '&lt;b&gt;page 2')
    const approval = await asked(run)
    assert.include(mail.text, `/approvals?id=${approval.id}`)
    assert.containSubset(approval, { assetName: 'order.pdf', status: 'open', mayDecide: true })
    assert.equal((await app.call('GET', `/approvals?id=${approval.id}`)).status, 200)
    assert.equal((await asked(run)).status, 'open')
    const { status, body } = await decide(approval.id, 'approve', lab.tenant.viewer, {
      comment: 'Fine.',
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.containSubset(body, { status: 'approved', comment: 'Fine.', mayDecide: false })
    const done = await ended(run)
    assert.equal(done.status, 'completed', done.errorMessage ?? '')
    assert.sameMembers(paths(done), ['ask', 'ask.approved.yes', 'after'])
    assert.containSubset(done.stepResults[0]!.output, { decision: 'approved', comment: 'Fine.' })
    assert.deepEqual(await list(lab.tenant.viewer), [])
    await until('the console to show it', async () => {
      const shown = await app.ok<{ text: string }[]>('GET', '/api/notifications', {
        as: lab.tenant.viewer,
      })
      return shown.some(({ text }) => text === 'Release waits for your decision: May it go?')
    })
  })

  // Red when decide() does not check who was asked, or who may see it.
  test('other people can neither decide nor see it without flows.read', async ({ assert }) => {
    const run = await begun({ roles: ['editor'] })
    const { id } = await asked(run, lab.tenant.editor)
    const { status, body } = await decide(id, 'approve', lab.tenant.admin)
    assert.equal(status, 403)
    assert.match(body.message, /You are not one of the people who decide/)
    const person = { email: 'clerk@acme.example', role: 'user' }
    const permissions = ['assets.read']
    const role = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: lab.tenant.admin,
      body: { name: 'Clerk', permissions },
    })
    await app.ok('POST', '/api/users', {
      as: lab.tenant.admin,
      body: { ...person, role: role.key },
    })
    const clerk = await app.signIn(person.email, 'acme')
    assert.equal((await decide(id, 'approve', clerk)).status, 404)
    assert.equal((await app.call('GET', `/api/approvals/${id}`, { as: clerk })).status, 404)
    const open = `/api/approvals?filter=${encodeURIComponent('{"scope":"open"}')}`
    assert.equal((await app.call('GET', open, { as: clerk })).status, 403)
    assert.deepEqual(await list(clerk), [])
    assert.isTrue((await list(lab.tenant.admin, { scope: 'open' })).some((one) => one.id === id))
    await decide(id, 'reject', lab.tenant.editor)
    const done = await ended(run)
    assert.sameMembers(paths(done), ['ask', 'ask.rejected.no', 'after'])
  })

  // Red when personAsked() returns the person of any token.
  test('a token decides for its person only with flows.run, or with all their permissions', async ({
    assert,
  }) => {
    const token = async (scopes: string[]): Promise<Caller> => {
      const { token } = await app.ok<{ token: string }>('POST', '/api/api-tokens', {
        as: lab.tenant.viewer,
        body: { name: 'Program', scopes },
      })
      return { headers: { authorization: `Bearer ${token}` } }
    }
    const run = await begun()
    const { id } = await asked(run)
    const narrow = await token(['assets.read'])
    assert.deepEqual(await list(narrow), [])
    assert.equal((await decide(id, 'approve', narrow)).status, 404)
    const reading = await token(['flows.read'])
    assert.isFalse((await list(reading))[0]!.mayDecide)
    assert.equal((await decide(id, 'approve', reading)).status, 403)
    assert.equal((await decide(id, 'approve', await token([]))).status, 200)
    await ended(run)
  })

  // Red when the row is written although the run no longer waits.
  test('of several concurrent decisions exactly one counts', async ({ assert }) => {
    const { admin, editor, viewer } = lab.tenant
    for (let round = 0; round < 5; round++) {
      const run = await begun({ roles: ['admin', 'editor', 'viewer'] })
      const { id } = await asked(run)
      const answers = await Promise.all([
        decide(id, 'approve', admin),
        decide(id, 'reject', editor),
        decide(id, 'approve', viewer),
        decide(id, 'reject', viewer),
      ])
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, 409, 409, 409])
      const refusal = answers.find(({ status }) => status === 409)!
      assert.match(refusal.body.message, /has (approved|rejected) this already\./)
      const done = await ended(run)
      const kept = await app.ok<Approval>('GET', `/api/approvals/${id}`, { as: viewer })
      const branch = kept.status === 'approved' ? 'ask.approved.yes' : 'ask.rejected.no'
      assert.sameMembers(paths(done), ['ask', branch, 'after'])
    }
  })

  // Red when a cancelled run still accepts a decision.
  test('an ended run accepts no decision', async ({ assert }) => {
    const run = await begun()
    const { id } = await asked(run)
    await lab.act(run.id, 'cancel')
    const { status, body } = await decide(id, 'approve', lab.tenant.viewer)
    assert.equal(status, 409)
    assert.match(body.message, /has ended/)
    const kept = await app.ok<Approval>('GET', `/api/approvals/${id}`, { as: lab.tenant.viewer })
    assert.containSubset(kept, { status: 'withdrawn', mayDecide: false })
    assert.deepEqual(await list(lab.tenant.viewer), [])
  })

  // Red when notifyAsked() is left out of ask(), recordDecision() or cancelExecution().
  test('the people who are asked are notified immediately, and others are not', async ({
    assert,
    cleanup,
  }) => {
    const role = await app.ok<{ key: string }>('POST', '/api/roles', {
      as: lab.tenant.admin,
      body: { name: 'Signer', permissions: ['assets.read'] },
    })
    const person = { email: 'signer@acme.example', role: role.key }
    await app.ok('POST', '/api/users', { as: lab.tenant.admin, body: person })
    const signer = await app.signIn(person.email, 'acme')
    const path = '/api/events/stream?types=approvals_changed'
    const open = (as: Caller) => FeedReader.open(app.url, path, as)
    const [mine, others] = await Promise.all([open(signer), open(lab.tenant.admin)])
    cleanup(() => [mine, others].forEach((reader) => reader.close()))
    await until('the streams', () => mine.lastEventId && others.lastEventId)
    const decided = await begun({ roles: [role.key, 'editor'] })
    const { id } = await asked(decided, signer)
    await mine.received(1)
    await decide(id, 'approve', lab.tenant.editor)
    await mine.received(2)
    const cancelled = await begun({ roles: [role.key] })
    await asked(cancelled, signer)
    await mine.received(3)
    await lab.act(cancelled.id, 'cancel')
    await mine.received(4)
    assert.isEmpty(others.messages)
  })

  // Red when a decision is accepted after the deadline, or a failed question is not asked again.
  test('after the deadline the step fails, and can be retried', async ({ assert }) => {
    const run = await begun({ within: 2, unit: 'hours' })
    const { id } = await asked(run)
    app.clock.advance(2 * hour + 1)
    const { status, body } = await decide(id, 'approve', lab.tenant.viewer)
    assert.equal(status, 409)
    assert.match(body.message, /The time to decide is over/)
    const failed = await ended(run)
    assert.equal(failed.status, 'failed')
    assert.match(failed.errorMessage!, /No person decided in time/)
    await lab.act(run.id, 'retry')
    const again = await asked(run)
    assert.notEqual(again.id, id)
    await decide(again.id, 'approve', lab.tenant.viewer)
    assert.equal((await ended(run)).status, 'completed')
  })

  test('or it continues as rejected, or deputies are asked', async ({ assert }) => {
    const rejected = await begun({ within: 1, unit: 'hours', onDue: 'reject' })
    await asked(rejected)
    const handed = await begun({
      within: 1,
      unit: 'hours',
      onDue: 'deputy',
      deputyRoles: ['editor'],
    })
    await asked(handed)
    assert.isFalse((await list(lab.tenant.editor)).some(({ runId }) => runId === handed.id))
    app.clock.advance(hour + 1)
    const done = await ended(rejected)
    assert.sameMembers(paths(done), ['ask', 'ask.rejected.no', 'after'])
    assert.containSubset(done.stepResults[0]!.output, { decision: 'rejected', expired: true })
    const { id } = await asked(handed, lab.tenant.editor)
    await decide(id, 'approve', lab.tenant.editor)
    assert.equal((await ended(handed)).status, 'completed')
    assert.equal(
      (await countMails(app.database.dataDir, 'editor@acme.example', /May it go/)) > 0,
      true
    )
  })

  test('an invalid question is refused when it is saved', async ({ assert }) => {
    const refusals: [object, string, RegExp][] = [
      [{ roles: undefined }, 'userIds', /Say who decides/],
      [{ question: '' }, 'question', /Write the question/],
      [{ roles: ['captain'] }, 'roles.0', /no role/],
      [{ within: 0 }, 'within', /from 1 minute/],
      [{ within: 400 }, 'within', /to 366 days/],
      [{ onDue: 'reject' }, 'within', /Give the time/],
      [{ within: 1, onDue: 'deputy' }, 'deputyIds', /Say who is asked/],
      [{ within: 1, onDue: 'deputy', deputyRoles: ['x'] }, 'deputyRoles.0', /no role/],
    ]
    for (const [config, field, sentence] of refusals) {
      const { status, body } = await app.call<Refused>('POST', '/api/integrations/workflows', {
        as: lab.tenant.admin,
        body: { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step(config)] },
      })
      assert.equal(status, 422, JSON.stringify(config))
      const error = body.errors.find((one) => one.field === `steps.0.config.${field}`)
      assert.match(error?.message ?? JSON.stringify(body), sentence)
    }
    const unknown = await decide('nothing', 'approve', lab.tenant.viewer)
    assert.equal(unknown.status, 404)
    const long = await decide('nothing', 'approve', lab.tenant.viewer, {
      comment: 'x'.repeat(2_001),
    })
    assert.equal(long.status, 422)
  })
})
