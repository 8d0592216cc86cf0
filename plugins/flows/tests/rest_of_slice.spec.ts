// onBothDatabases: one commit holds the runs of a slice and the job of the rest
import { test } from '@japa/runner'
import pg from 'pg'
import { bootApp, until } from '@crossdock/backend/testing'
import { unscoped } from '@crossdock/kernel/database'
import { asOperator, inTenant, insertAll, tenantTable } from '@crossdock/kernel/tenancy'
import { matchTriggers } from '../job_refs.js'
import { FlowLab } from './flow_lab.js'
import { onUploads } from './on_uploads.js'

// Red when the rest of a slice is added in another commit than its runs.
test('a slice whose rest cannot be added starts no runs', async ({ assert, cleanup }) => {
  const app = await bootApp({ settings: { LOG_LEVEL: 'silent' } })
  cleanup(() => app.stop())
  const lab = new FlowLab(app, await app.tenant('acme'))
  const { databaseUrl } = app.database
  const run = async (sqlite: string, postgres: string) => {
    if (!databaseUrl) return void (await asOperator('a test', () => unscoped().rawQuery(sqlite)))
    const owner = new pg.Client({ connectionString: databaseUrl })
    await owner.connect()
    await owner.query(postgres)
    await owner.end()
  }
  const rest = `new.name = '${matchTriggers.name}' and new.payload like '%"behind"%'`
  await run(
    `create trigger no_rest before insert on jobs when ${rest} begin select raise(abort, 'no rest'); end`,
    `create function no_rest() returns trigger language plpgsql as $$ begin raise exception 'no rest'; end $$;
     create trigger no_rest before insert on jobs for each row when (${rest.replace('payload', 'payload::text')}) execute function no_rest()`
  )
  await inTenant(lab.tenant.id, () => insertAll(onUploads(120)))
  await lab.upload('a.txt', 'x')
  const jobs = () =>
    asOperator('a test looks', async () =>
      unscoped().from('jobs').where('name', matchTriggers.name)
    )
  const runs = () => inTenant(lab.tenant.id, async () => tenantTable('flow_execution_history'))
  await until('the slice to be tried', async () => {
    const tried = (await jobs()).some(({ attempts }) => attempts > 0)
    return tried || (await runs()).length > 0
  })
  assert.lengthOf(await runs(), 0)
  await run('drop trigger no_rest', 'drop trigger no_rest on jobs')
  await until('all runs', async () => {
    app.clock.advance(60_000)
    return (await runs()).length === 120
  })
})
