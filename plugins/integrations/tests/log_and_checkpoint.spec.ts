import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { newId, transaction, unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant } from '@crossdock/kernel/tenancy'
import { logEnd, logLost, logPending } from '../calls/log_call.js'
import { ApiEndpoint } from '../models/api_endpoint.js'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  id: string
  executionId: string
  status: string
  stepResults: { status: string; attempts: number }[]
}

/** The statements that make a table refuse a write (`update on flow_step_results`), and undo it. */
function refusal(write: string, condition: string, postgres: boolean) {
  const table = write.split(' ').at(-1)
  return postgres
    ? {
        begin: [
          `create or replace function refuse() returns trigger language plpgsql as
           $$ begin raise exception 'refused by a test'; end $$`,
          `create trigger refuse before ${write} for each row
           when (${condition}) execute function refuse()`,
        ],
        end: [`drop trigger refuse on ${table}`],
      }
    : {
        begin: [
          `create trigger refuse before ${write} when ${condition}
           begin select raise(abort, 'refused by a test'); end`,
        ],
        end: ['drop trigger refuse'],
      }
}

test.group('The row of a call and the checkpoint of its step', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let flowId: string
  /** The same step in a branch. */
  let branchId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    const system = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    const step = { id: 's', type: 'api_call', endpointId: endpoint.id, config: {}, order: 1 }
    const body = { name: 'W', triggerType: 'manual', triggerConfig: {} }
    const inBranch = {
      id: 'way',
      type: 'condition',
      config: { value: 'event', operator: 'exists' },
      branches: { no: [step] },
    }
    const path = '/api/integrations/workflows'
    const save = async (steps: object[]) => {
      const given = { as: acme.admin, body: { ...body, steps } }
      return (await app.ok<{ id: string }>('POST', path, given)).id
    }
    flowId = await save([step])
    branchId = await save([inBranch])
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  const start = (id = flowId) =>
    app.ok<Run>('POST', '/api/flow-executions/trigger', { as: acme.editor, body: { flowId: id } })
  const show = (id: string) => app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: acme.viewer })
  /** Statuses of the rows of a run, oldest first. */
  const logged = async ({ executionId }: Run) => {
    const path = `/api/integrations/logs?search=${executionId}`
    const rows = await app.ok<ShownLog[]>('GET', path, { as: acme.admin })
    return rows.map(({ status }) => status).reverse()
  }

  /** Runs as the owner of the tables, because the application may not alter them. */
  async function alter(statements: string[]): Promise<void> {
    const { databaseUrl } = app.database
    if (databaseUrl) {
      const client = new pg.Client({ connectionString: databaseUrl })
      await client.connect()
      for (const statement of statements) await client.query(statement)
      return client.end()
    }
    await asOperator('change a table', async () => {
      for (const statement of statements) await unscoped().rawQuery(statement)
    })
  }

  /** Starts a run while a write is refused; `look` inspects the rows after the failure. */
  async function startRefused(write: string, condition: string, look: (run: Run) => Promise<void>) {
    const { begin, end } = refusal(write, condition, app.database.databaseUrl !== undefined)
    await alter(begin)
    const run = await start()
    const failed = await until('the write to fail', () =>
      asOperator('look at the job', async () =>
        unscoped().from('jobs').whereNotNull('last_error').first()
      )
    )
    if (!/refused by a test/.test(failed.last_error)) throw new Error(failed.last_error)
    await look(run).finally(() => alter(end))
    return run
  }

  // Red when the end of the row is written in a separate transaction.
  test('are one commit: without the checkpoint the call is no success', async ({ assert }) => {
    partner.answersJson({ ok: true })
    const done = `new.status = 'completed'`
    const run = await startRefused('update on flow_step_results', done, async (refused) =>
      assert.notInclude(await logged(refused), 'success')
    )
    await until('the run to complete', async () => (await show(run.id)).status === 'completed')
    const rows = await logged(run)
    assert.equal(rows.at(-1), 'success')
    assert.deepEqual([...new Set(rows.slice(0, -1))], ['error'])
    assert.lengthOf(partner.received, rows.length)
    assert.equal((await show(run.id)).stepResults[0]?.attempts, rows.length)
  })

  // Red when the row of a call is written after the commit that begins the step.
  test('every begun step has a row for its call', async ({ assert }) => {
    partner.answersJson({ ok: true })
    const begun = `new.status = 'pending'`
    const run = await startRefused('insert on integration_logs', begun, async ({ id }) =>
      assert.equal((await show(id)).stepResults[0]?.attempts, 0)
    )
    await until('the run to complete', async () => (await show(run.id)).status === 'completed')
    assert.deepEqual(await logged(run), ['success'])
  })

  // Red when the end of a failed call's row is written in a separate transaction.
  test('without the checkpoint, the failed call has no end', async ({ assert }) => {
    partner.answersJson({}, 422)
    const failed = `new.status = 'failed'`
    const run = await startRefused(
      'update on flow_step_results',
      failed,
      async ({ executionId }) => {
        const path = `/api/integrations/logs?search=${executionId}`
        const rows = await app.ok<ShownLog[]>('GET', path, { as: acme.admin })
        assert.notInclude(
          rows.map(({ statusCode }) => statusCode),
          422
        )
      }
    )
    await until('the run to fail', async () => (await show(run.id)).status === 'failed')
  })

  test('an attempt in progress has its row', async ({ assert }) => {
    let seen: string[] = []
    const run = Promise.withResolvers<Run>()
    partner.answers(async (_, response) => {
      seen = await logged(await run.promise)
      response.writeHead(422)
      response.end()
    })
    run.resolve(await start())
    const { id } = await run.promise
    await until('the run to fail', async () => (await show(id)).status === 'failed')
    assert.deepEqual(seen, ['pending'])
    assert.deepEqual(await logged(await run.promise), ['error'])
  })

  // Red when canceling a run does not abandon its step, also in a branch. The process of the step may have ended.
  // Here the step does not learn about the cancellation, because its job has another id.
  test('a call in progress is written off with the run', async ({ assert }) => {
    for (const flow of [flowId, branchId]) {
      partner.answers(() => {})
      const run = await start(flow)
      await until('the call', () => partner.received.length === 1)
      await asOperator('hide the run from its worker', async () => {
        const runs = () => unscoped().from('flow_execution_history').where('id', run.id)
        const { job_id: id } = await runs().firstOrFail()
        const other = newId()
        await unscoped().from('jobs').where('id', id).update({ id: other })
        await runs().update({ job_id: other })
      })
      const path = `/api/flow-executions/${run.id}/cancel`
      await app.ok('POST', path, { as: acme.editor })
      assert.deepEqual(await logged(run), ['error'])
    }
  })

  // Red when logEnd() checks only the row's id.
  test('a written-off call stays so, whatever its later result', async ({ assert }) => {
    const endpoint = await inTenant(acme.id, () => ApiEndpoint.query().firstOrFail())
    const [logId, executionId] = [newId(), newId()]
    const { systemId } = endpoint
    const of = { workflowId: flowId, stepId: 's', stepPath: 's', attempt: 1, assetId: null }
    const end = { status: 'success', statusCode: 200, durationMs: 1, message: 'OK' } as const
    await inTenant(acme.id, () =>
      transaction(async () => {
        await logPending({ logId, systemId, endpoint, executionId, ...of })
        await logLost(executionId, 's', 'The step no longer waits.')
        await logEnd(logId, end)
      })
    )
    const path = `/api/integrations/logs?search=${executionId}`
    const [row] = await app.ok<ShownLog[]>('GET', path, { as: acme.admin })
    assert.containSubset(row, { status: 'error', errorMessage: 'The step no longer waits.' })
  })
})
