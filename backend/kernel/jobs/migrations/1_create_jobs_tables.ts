import { Schema } from '../../database/index.js'

/**
 * Durable jobs that are not done yet, and the due times of recurring jobs. Done jobs are deleted, so the table of
 * jobs stays as small as the backlog; each index holds only the rows of its state.
 */
export default class extends Schema {
  override async up() {
    this.#createJobs()
    // One row per schedule of the installed plugins. They update the rows at every start and delete undeclared ones.
    this.schema.createTable('job_schedules', (table) => {
      table.string('name', 100).primary()
      table.string('cron', 100).notNullable()
      table.string('time_zone', 64).notNullable()
      table.string('job', 100).notNullable()
      this.json(table, 'payload').notNullable()
      this.instant(table, 'next_at').notNullable().index()
      this.instant(table, 'last_at').nullable()
      table.integer('skipped').notNullable().defaultTo(0)
    })
    if (this.postgres) this.schema.raw(nextJobLane)
  }

  #createJobs(): void {
    // Compared bytewise, so that the lanes of a tenant are adjacent, and hops work alike on both databases.
    const bytewise = this.postgres ? ' collate "C"' : ''
    this.createTenantTable(
      'jobs',
      (table) => {
        // Key of the fair distribution: the tenant's id, an outside system of the tenant (`tenant/target`), or the
        // lane of jobs without a tenant. Jobs change lanes.
        table.specificType('lane', `varchar(200)${bytewise}`).notNullable()
        table.string('name', 100).notNullable()
        this.json(table, 'payload').notNullable()
        table.string('state', 10).notNullable()
        table.smallint('priority').notNullable()
        this.instant(table, 'run_at').notNullable()
        table.string('unique_key', 200).nullable()
        // Fencing: rises with every claim; the holder of an older one may not write.
        table.integer('token').notNullable().defaultTo(0)
        table.integer('worker').nullable()
        this.instant(table, 'lease_until').nullable()
        table.integer('attempts').notNullable().defaultTo(0)
        table.integer('losses').notNullable().defaultTo(0)
        table.text('last_error').nullable()
        this.instant(table, 'failed_at').nullable()
        this.json(table, 'actor').notNullable()
        table.string('environment_id', 36).nullable()
        table.string('cause_id', 36).nullable()
        table.string('root_id', 36).nullable()
        // Limits by key (`gate` and its number) and by name. A limited job waits in a state that claims ignore.
        table.specificType('gate', `varchar(400)${bytewise}`).nullable()
        table.integer('limit_of_key').nullable()
        table.integer('limit_of_name').nullable()
        // When the job was scheduled, by the database's clock. A future time shows that a clock was wrong (claim.ts).
        this.instant(table, 'scheduled_at').nullable()
      },
      { nullable: true }
    )
    const tenant = `coalesce(tenant_id, '-')`
    const index = (name: string, columns: string, condition: string) =>
      this.schema.raw(`create index jobs_${name} on jobs (${columns}) where ${condition}`)
    index('waiting', 'lane, priority, run_at, id', `state = 'waiting'`)
    index('scheduled', 'run_at', `state = 'scheduled'`)
    index('running', 'worker, lease_until', `state = 'running'`)
    index('unknown', 'name', `state = 'unknown'`)
    this.schema.raw('create index jobs_tenant on jobs (tenant_id)')
    this.schema.raw(
      `create unique index jobs_unique_key on jobs (${tenant}, name, unique_key)
       where unique_key is not null and state <> 'failed'`
    )
    // For lists, counts and the purge of failed jobs by time, per tenant and over all.
    index('failed', 'tenant_id, failed_at, id', 'failed_at is not null')
    index('failed_of_all', 'failed_at, id', 'failed_at is not null')
    // Each of these serves one query of admit.ts.
    index('held_by_key', 'gate, created_at, id', `state = 'held_key'`)
    index('held_by_name', `name, ${tenant}, created_at, id`, `state = 'held_name'`)
    index(
      'placed_by_key',
      'gate',
      `gate is not null and state in ('held_name', 'waiting', 'running')`
    )
    index(
      'placed_by_name',
      `name, ${tenant}`,
      `limit_of_name is not null and state in ('waiting', 'running')`
    )
    // Jobs of closed tenants are paused (resting.ts).
    index('paused', 'tenant_id', `state = 'paused'`)
    index('scheduled_at', 'coalesce(scheduled_at, created_at)', `state = 'scheduled'`)
  }
}

/**
 * PostgreSQL: the first lane with waiting jobs after another one: one step along the index. The settings keep
 * PostgreSQL from sorting the whole backlog instead when its statistics are old.
 */
const nextJobLane = `
  create function next_job_lane(behind text) returns text
  language sql stable set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
  as $$
    select lane from jobs where state = 'waiting' and lane > behind collate "C"
    order by lane, priority, run_at, id limit 1
  $$`
