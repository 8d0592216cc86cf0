import { test } from '@japa/runner'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { DriverTrace, onSeen, type Asked } from '@crossdock/kernel/testing'
import { addEndpoint, connect } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  id: string
  executionId: string
}

test.group('The cost of a run of one step', (group) => {
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

  /** The run, and all database statements from its request to its end. */
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

  /** Transactions of this run, without those of the log followers and of scheduled jobs. */
  function own({ run, trace }: { run: Run; trace: DriverTrace }): Asked[][] {
    const ofRun = ({ text, values }: Asked) =>
      [run.id, run.executionId, flowId].some((id) => values.includes(id)) ||
      // A query that looks for a job knows no id yet.
      /^with recursive.*update jobs/is.test(text) ||
      (text.includes('egress_allowances') && values.includes(acme.id))
    // A follower's transaction may have begun before the trace, and then contains no cursor.
    const ofFollower = ({ text }: Asked) => /event_cursors|audit_entries|activity_logs/.test(text)
    return trace.transactions.filter((asked) => asked.some(ofRun) && !asked.some(ofFollower))
  }

  /** A statement that writes outside of a transaction commits by itself. */
  const commits = (asked: Asked[]) =>
    asked.length > 1 || /\b(update|insert|delete)\b/i.test(asked[0]!.text)

  const isFrame = ({ text }: Asked) => /^(begin|commit)\b/i.test(text)

  // Red when a job that can start immediately is claimed by separate statements, when each run loads
  // configuration, or when the ends of call, step and run are not one commit.
  test('is at most three commits and eighteen statements', async ({ assert }) => {
    await traced()
    // A job added while the worker looks for others is queued, and costs another claim.
    const found = await until('a run that finds the worker free', async () => {
      const asked = own(await traced())
      return !asked.flat().some(({ text }) => text.startsWith('with recursive')) && asked
    })
    const texts = found.map((asked) => asked.map(({ text }) => text.slice(0, 90)))
    const written = found.filter(commits)
    const statements = found.flat().filter((one) => !isFrame(one))
    assert.isAtMost(written.length, 3, JSON.stringify(texts, null, 1))
    assert.isAtMost(statements.length, 18, JSON.stringify(texts, null, 1))
  })

  // Red when events of an endpoint or its system do not invalidate the cached call target.
  test('changes of an endpoint or a system apply to the next run', async ({ assert }) => {
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
