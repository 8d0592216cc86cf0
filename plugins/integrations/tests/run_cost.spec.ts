import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { DriverTrace, onSeen, type Asked } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  id: string
  executionId: string
}

test.group('What a run of one step costs', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let flowId: string
  let system: { id: string }
  let endpoint: { id: string }

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    system = await connect(app, acme.admin, { baseUrl: partner.url })
    endpoint = await addEndpoint(app, acme.admin, system.id)
    const step = { id: 's', type: 'api_call', endpointId: endpoint.id, config: {}, order: 1 }
    const body = { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step] }
    const given = { as: acme.admin, body }
    flowId = (await app.ok<{ id: string }>('POST', '/api/integrations/workflows', given)).id
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  /** Everything the database is asked while one run goes from its request to its end, and the run. */
  async function traced(): Promise<{ run: Run; trace: DriverTrace }> {
    const ended = new Set<string | null>()
    const deaf = onSeen(({ eventType, targetId }) => {
      if (eventType === 'flow_completed') ended.add(targetId)
    })
    const trace = new DriverTrace()
    try {
      const given = { as: acme.editor, body: { flowId } }
      const run = await app.ok<Run>('POST', '/api/flow-executions/trigger', given)
      await until('the run to end', async () => ended.has(run.id))
      return { run, trace }
    } finally {
      trace.stop()
      deaf()
    }
  }

  /** Transactions about this run; not those of who follows the log, nor of what goes by a clock. */
  function own({ run, trace }: { run: Run; trace: DriverTrace }): Asked[][] {
    const ofRun = ({ text, values }: Asked) =>
      [run.id, run.executionId, flowId].some((id) => values.includes(id)) ||
      // Who looks for a job knows no id yet.
      /^with recursive.*update jobs/is.test(text) ||
      (text.includes('egress_allowances') && values.includes(acme.id))
    // One of theirs may have begun before the trace, and has no cursor in it then.
    const ofFollower = ({ text }: Asked) => /event_cursors|audit_entries|activity_logs/.test(text)
    return trace.transactions.filter((asked) => asked.some(ofRun) && !asked.some(ofFollower))
  }

  /** A statement that writes outside of a transaction is one of its own. */
  const commits = (asked: Asked[]) =>
    asked.length > 1 || /\b(update|insert|delete)\b/i.test(asked[0]!.text)

  const isFrame = ({ text }: Asked) => /^(begin|commit)\b/i.test(text)

  // Red when a job that may begin at once is claimed by statements of its own, when configuration is read for each run, or
  // when the end of a call, its step and its run are not one commit.
  test('is three commits and eighteen statements at most', async ({ assert }) => {
    await traced()
    // One that is added while the worker looks for others lines up, and costs a claim more.
    const found = await until('a run that finds the worker free', async () => {
      const asked = own(await traced())
      return !asked.flat().some(({ text }) => text.startsWith('with recursive')) && asked
    })
    const told = found.map((asked) => asked.map(({ text }) => text.slice(0, 90)))
    const written = found.filter(commits)
    const statements = found.flat().filter((one) => !isFrame(one))
    assert.isAtMost(written.length, 3, JSON.stringify(told, null, 1))
    assert.isAtMost(statements.length, 18, JSON.stringify(told, null, 1))
  })

  // Red when what is remembered of a call's target is not dropped by the events of its endpoint or its system.
  test('what is changed of an endpoint or a system holds for the next run', async ({ assert }) => {
    partner.answers((_, response) => response.end())
    await traced()
    const paths = () => partner.received.map(({ url }) => url)
    assert.deepEqual(paths(), ['/orders'])
    const put = (path: string, body: object) => app.ok('PUT', path, { as: acme.admin, body })
    await put(`/api/integrations/endpoints/${endpoint.id}`, { path: '/moved' })
    await traced()
    await put(`/api/integrations/systems/${system.id}`, { baseUrl: `${partner.url}/v2` })
    await traced()
    assert.deepEqual(paths(), ['/orders', '/moved', '/v2/moved'])
  })
})
