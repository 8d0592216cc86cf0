import { randomUUID } from 'node:crypto'
import { GroupFlush } from './group_flush.js'
import type { Called, Run, Store } from './store.js'
import { baselineTenant, runTables } from './runs_tables.js'
import { openSqlite } from './sqlite.js'

const now = () => new Date().toISOString()

/** One synchronous transaction per action, one flush for all waiting callers. */
export async function sqliteStore({ sqliteFile }: { sqliteFile: string }): Promise<Store> {
  const sqlite = openSqlite(sqliteFile)
  sqlite.exec(runTables(false))
  const log = new GroupFlush(`${sqliteFile}-wal`)
  const statement = (sql: string) => sqlite.prepare(sql)

  const addRun = statement(
    `insert into limit_runs (id, tenant_id, execution_id, status, context, created_at) values (?, ?, ?, 'started', ?, ?)`
  )
  const addJob = statement(`insert into limit_jobs values (?, 'waiting', ?)`)
  const takeJob = statement(`update limit_jobs set state = 'running' where run_id = ?`)
  const dropJob = statement(`delete from limit_jobs where run_id = ?`)
  const startRun = statement(
    `update limit_runs set status = 'running', started_at = ?, current_step = ? where id = ?`
  )
  const moveRun = statement(
    `update limit_runs set current_step = ?, completed_steps = completed_steps + 1 where id = ?`
  )
  const endRun = statement(
    `update limit_runs set status = 'completed', completed_steps = completed_steps + 1, completed_at = ?, duration = ? where id = ?`
  )
  const addStep = statement(
    `insert into limit_steps (run_id, step, status, attempts, started_at) values (?, ?, 'running', 1, ?)`
  )
  const endStep = statement(
    `update limit_steps set status = 'completed', output = ?, completed_at = ? where run_id = ? and step = ?`
  )
  const addCall = statement(
    `insert into limit_calls (id, tenant_id, execution_id, step, status, request, created_at) values (?, ?, ?, ?, 'pending', ?, ?)`
  )
  const endCall = statement(
    `update limit_calls set status = 'success', status_code = ?, response = ?, duration = ? where execution_id = ? and step = ?`
  )
  const addEvent = statement(
    `insert into limit_events (id, tenant_id, event_type, target_id, payload, created_at) values (?, ?, ?, ?, ?, ?)`
  )
  const event = (type: string, run: Run, at: string) => {
    const payload = JSON.stringify({ executionId: run.executionId })
    addEvent.run(randomUUID(), baselineTenant, type, run.id, payload, at)
  }
  const openStep = (run: Run, step: number, request: string, at: string) => {
    addStep.run(run.id, step, at)
    addCall.run(randomUUID(), baselineTenant, run.executionId, step, request, at)
  }
  const closeStep = (run: Run, step: number, called: Called, at: string) => {
    endStep.run(called.answer, at, run.id, step)
    endCall.run(called.status, called.answer, called.milliseconds, run.executionId, step)
  }

  const accept = sqlite.transaction((run: Run, at: string) => {
    addRun.run(run.id, baselineTenant, run.executionId, '{"assetId":null}', at)
    addJob.run(run.id, at)
  })
  const begin = sqlite.transaction((run: Run, step: number, request: string, at: string) => {
    takeJob.run(run.id)
    startRun.run(at, step, run.id)
    openStep(run, step, request, at)
    event('flow_started', run, at)
  })
  const goOn = sqlite.transaction(
    (run: Run, step: number, before: Called, request: string, at: string) => {
      closeStep(run, step - 1, before, at)
      moveRun.run(step, run.id)
      openStep(run, step, request, at)
    }
  )
  const finish = sqlite.transaction((run: Run, last: Called, at: string) => {
    closeStep(run, run.steps - 1, last, at)
    endRun.run(at, Date.now() - run.startedAt, run.id)
    event('flow_completed', run, at)
    dropJob.run(run.id)
  })
  const durably = (commit: () => void) => {
    commit()
    return log.sync()
  }
  return {
    accept: (run) => durably(() => accept(run, now())),
    begin: (run, step, request) => durably(() => begin(run, step, request, now())),
    goOn: (run, step, before, request) => durably(() => goOn(run, step, before, request, now())),
    finish: (run, last) => durably(() => finish(run, last, now())),
  }
}
