/** The tables of `runs.ts`, with indexes for lists of runs, calls and events by tenant. */
export const runTables = (isPostgres: boolean) => `
  create table if not exists limit_runs (
    id text primary key, tenant_id text not null, execution_id text not null, status text not null,
    context text not null, current_step integer, completed_steps integer not null default 0,
    created_at text not null, started_at text, completed_at text, duration integer,
    unique (tenant_id, execution_id)
  );
  create index if not exists limit_runs_by_time on limit_runs (tenant_id, created_at, id);
  create index if not exists limit_runs_by_status on limit_runs (tenant_id, status, created_at, id);
  create table if not exists limit_steps (
    run_id text not null, step integer not null, status text not null, attempts integer not null,
    output text, started_at text not null, completed_at text, primary key (run_id, step)
  );
  create table if not exists limit_calls (
    id text primary key, tenant_id text not null, execution_id text not null, step integer not null,
    status text not null, status_code integer, request text not null, response text, duration integer,
    created_at text not null
  );
  create index if not exists limit_calls_by_time on limit_calls (tenant_id, created_at, id);
  create index if not exists limit_calls_by_run on limit_calls (execution_id, step);
  create table if not exists limit_events (
    seq ${isPostgres ? 'bigserial primary key' : 'integer primary key autoincrement'}, id text not null,
    tenant_id text not null, event_type text not null, target_id text not null, payload text not null,
    created_at text not null
  );
  create index if not exists limit_events_by_tenant on limit_events (tenant_id, seq);
  create table if not exists limit_jobs (run_id text primary key, state text not null, created_at text not null);
`

/** The only tenant of the baseline. */
export const baselineTenant = 'limit'
