import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, until, type TestApp, type TestTenant } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator } from '@crossdock/kernel/tenancy'
import { addEndpoint, connect, type ShownLog } from './fixtures.js'
import { Partner } from './partner.js'

interface Run {
  id: string
  executionId: string
  status: string
  stepResults: { status: string; attempts: number }[]
}

/** Lets no step become completed. */
const faults = {
  sqlite: [
    `create trigger refuse before update on flow_step_results when new.status = 'completed'
     begin select raise(abort, 'refused by a test'); end`,
  ],
  pg: [
    `create function refuse() returns trigger language plpgsql as
     $$ begin raise exception 'refused by a test'; end $$`,
    `create trigger refuse before update on flow_step_results for each row
     when (new.status = 'completed') execute function refuse()`,
  ],
}

test.group('The row of a call and the checkpoint of its step', (group) => {
  let app: TestApp
  let acme: TestTenant
  let partner: Partner
  let flowId: string

  group.setup(async () => {
    app = await bootApp({ settings: { EGRESS_ALLOW: ['127.0.0.1/32'] } })
    acme = await app.tenant('acme')
    partner = await Partner.start()
    const system = await connect(app, acme.admin, { baseUrl: partner.url })
    const endpoint = await addEndpoint(app, acme.admin, system.id)
    const step = { id: 's', type: 'api_call', endpointId: endpoint.id, config: {}, order: 1 }
    const body = { name: 'W', triggerType: 'manual', triggerConfig: {}, steps: [step] }
    const path = '/api/integrations/workflows'
    flowId = (await app.ok<{ id: string }>('POST', path, { as: acme.admin, body })).id
    return async () => {
      await partner.stop()
      await app.stop()
    }
  })

  const start = () =>
    app.ok<Run>('POST', '/api/flow-executions/trigger', { as: acme.editor, body: { flowId } })
  const show = (id: string) => app.ok<Run>('GET', `/api/flow-executions/${id}`, { as: acme.viewer })
  /** Statuses of the rows of a run, oldest first. */
  const logged = async ({ executionId }: Run) => {
    const path = `/api/integrations/logs?search=${executionId}`
    const rows = await app.ok<ShownLog[]>('GET', path, { as: acme.admin })
    return rows.map(({ status }) => status).reverse()
  }

  /** As the owner of the tables: the application may not change them. */
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

  // Red when the end of the row is written in a transaction of its own.
  test('are one commit: without the checkpoint the call is no success', async ({ assert }) => {
    partner.answersJson({ ok: true })
    const onPostgres = app.database.databaseUrl !== undefined
    await alter(faults[onPostgres ? 'pg' : 'sqlite'])
    const run = await start()
    const [job] = await until('the checkpoint to fail', () =>
      asOperator('look at the job', async () => {
        const jobs: { last_error: string }[] = await unscoped()
          .from('jobs')
          .whereNotNull('last_error')
        return jobs.length > 0 && jobs
      })
    )
    assert.match(job!.last_error, /refused by a test/)
    assert.notInclude(await logged(run), 'success')
    await alter([`drop trigger refuse${onPostgres ? ' on flow_step_results' : ''}`])
    await until('the run to complete', async () => (await show(run.id)).status === 'completed')
    const rows = await logged(run)
    assert.equal(rows.at(-1), 'success')
    assert.deepEqual([...new Set(rows.slice(0, -1))], ['error'])
    assert.lengthOf(partner.received, rows.length)
    assert.equal((await show(run.id)).stepResults[0]?.attempts, rows.length)
  })

  // Red when the row of a begun call is written after the commit that begins the step.
  test('a failed try and its row are one commit, too', async ({ assert }) => {
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

  // Red when a cancelled run does not abandon its step.
  test('a call in flight is written off with the run', async ({ assert }) => {
    partner.answers(() => {})
    const run = await start()
    await until('the call', () => partner.received.length === 1)
    const path = `/api/flow-executions/${run.id}/cancel`
    await app.ok('POST', path, { as: acme.editor })
    assert.deepEqual(await logged(run), ['error'])
  })
})
