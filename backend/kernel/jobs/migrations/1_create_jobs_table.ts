import { Schema } from '../../database/index.js'

/**
 * Durable work that is not done yet. Done jobs are deleted, so the table stays as small as the
 * backlog; each index holds only the rows of the state it serves.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'jobs',
      (table) => {
        // What fairness goes by: the tenant's id, or the lane of the jobs of no tenant.
        table.string('lane', 36).notNullable()
        table.string('name', 100).notNullable()
        this.json(table, 'payload').notNullable()
        table.string('state', 10).notNullable()
        table.smallint('priority').notNullable()
        this.instant(table, 'run_at').notNullable()
        table.string('unique_key', 200).nullable()
        // Fencing: rises with every claim; whoever holds an older one may not write.
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
      },
      { nullable: true }
    )
    const index = (name: string, columns: string, condition: string, unique = '') =>
      this.schema.raw(`create ${unique} index jobs_${name} on jobs (${columns}) where ${condition}`)
    index('waiting', 'lane, priority, run_at, id', `state = 'waiting'`)
    index('scheduled', 'run_at', `state = 'scheduled'`)
    index('running', 'worker, lease_until', `state = 'running'`)
    index('unknown', 'name', `state = 'unknown'`)
    index('failed', 'lane, failed_at', `state = 'failed'`)
    index(
      'unique_key',
      'lane, name, unique_key',
      `unique_key is not null and state <> 'failed'`,
      'unique'
    )
    this.schema.raw('create index jobs_tenant on jobs (tenant_id)')
    if (this.postgres) this.schema.raw(nextJobLane)
  }

  override async down() {
    this.schema.dropTable('jobs')
    if (this.postgres) this.schema.raw('drop function next_job_lane')
  }
}

/**
 * The first lane with waiting jobs behind another one: one step along the index. The settings keep
 * PostgreSQL from sorting the whole backlog instead, as it likes to when its statistics are old.
 */
const nextJobLane = `
  create function next_job_lane(behind text, without text[]) returns text
  language sql stable set enable_bitmapscan = off set enable_sort = off set enable_seqscan = off
  as $$
    select lane from jobs where state = 'waiting' and lane > behind and lane <> all(without)
    order by lane, priority, run_at, id limit 1
  $$`
