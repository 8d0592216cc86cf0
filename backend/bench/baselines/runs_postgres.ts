import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { Called, Run, Store } from './store.js'
import { baselineTenant, runTables } from './runs_tables.js'

const now = () => new Date().toISOString()

const addEvent = (type: string, from: number) =>
  `insert into limit_events (id, tenant_id, event_type, target_id, payload, created_at)
   values ($${from}, '${baselineTenant}', '${type}', $1, $${from + 1}, $2)`
const closeStep = `
  ended as (update limit_steps set status = 'completed', output = $4, completed_at = $2
            where run_id = $1 and step = $5),
  answered as (update limit_calls set status = 'success', status_code = $6, response = $4, duration = $7
               where execution_id = $3 and step = $5)`

/**
 * Each action is one prepared statement: one round trip and one commit. In all of them, $1 is the run, $2 the
 * time, $3 its executionId.
 */
const statements = {
  accept: `
    with run as (
      insert into limit_runs (id, tenant_id, execution_id, status, context, created_at)
      values ($1, '${baselineTenant}', $3, 'started', '{"assetId":null}', $2))
    insert into limit_jobs values ($1, 'waiting', $2)`,
  begin: `
    with job as (update limit_jobs set state = 'running' where run_id = $1),
    run as (update limit_runs set status = 'running', started_at = $2, current_step = $4 where id = $1),
    step as (insert into limit_steps (run_id, step, status, attempts, started_at)
             values ($1, $4, 'running', 1, $2)),
    call as (insert into limit_calls (id, tenant_id, execution_id, step, status, request, created_at)
             values ($5, '${baselineTenant}', $3, $4, 'pending', $6, $2))
    ${addEvent('flow_started', 7)}`,
  goOn: `
    with ${closeStep},
    run as (update limit_runs set current_step = $8, completed_steps = completed_steps + 1 where id = $1),
    step as (insert into limit_steps (run_id, step, status, attempts, started_at)
             values ($1, $8, 'running', 1, $2))
    insert into limit_calls (id, tenant_id, execution_id, step, status, request, created_at)
    values ($9, '${baselineTenant}', $3, $8, 'pending', $10, $2)`,
  finish: `
    with ${closeStep},
    run as (update limit_runs set status = 'completed', completed_steps = completed_steps + 1,
            completed_at = $2, duration = $8 where id = $1),
    job as (delete from limit_jobs where run_id = $1)
    ${addEvent('flow_completed', 9)}`,
}

/** The product's number of connections. */
const connections = 14

export async function postgresStore({ databaseUrl }: { databaseUrl: string }): Promise<Store> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections })
  await pool.query(runTables(true))
  const write = async (name: keyof typeof statements, run: Run, ...values: unknown[]) => {
    const about = [run.id, now(), run.executionId]
    await pool.query({ name, text: statements[name], values: [...about, ...values] })
  }
  const end = (step: number, { answer, status, milliseconds }: Called) => [
    answer,
    step,
    status,
    milliseconds,
  ]
  const payload = (run: Run) => JSON.stringify({ executionId: run.executionId })
  return {
    accept: (run) => write('accept', run),
    begin: (run, step, request) =>
      write('begin', run, step, randomUUID(), request, randomUUID(), payload(run)),
    goOn: (run, step, before, request) =>
      write('goOn', run, ...end(step - 1, before), step, randomUUID(), request),
    finish: (run, last) =>
      write(
        'finish',
        run,
        ...end(run.steps - 1, last),
        Date.now() - run.startedAt,
        randomUUID(),
        payload(run)
      ),
  }
}
