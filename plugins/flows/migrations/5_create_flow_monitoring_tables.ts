import { Schema } from '@crossdock/kernel/database'

/** Figures of runs, alerts of workflows, and actions on many runs. */
export default class extends Schema {
  override async up() {
    this.#createRollups()
    this.#createAlerts()
    // Actions on many runs at once. `flows.pruneRollups` deletes them after a week.
    this.createTenantTable('flow_bulk_actions', (table) => {
      table.string('environment_id', 36).nullable()
      table.string('action', 10).notNullable()
      this.json(table, 'ids').notNullable()
      table.integer('total').notNullable()
      table.integer('done').notNullable()
      table.integer('refused').notNullable()
      table.text('first_refusal').nullable()
      this.instant(table, 'completed_at').nullable()
      table.index(['tenant_id', 'created_at'])
    })
  }

  /**
   * Sums for monitoring: ended runs and attempts of steps by duration, and the number of waiting runs. A consumer of
   * the log writes them (consumers/rollups.ts). `flows.pruneRollups` deletes rows that are too old for their grain
   * (rollups/grains.ts); an environment deletes its own. Each is read by the beginning of the primary key.
   */
  #createRollups(): void {
    const text = (length: number) => `varchar(${length})${this.postgres ? ' collate "C"' : ''}`
    // For rows that change often, PostgreSQL keeps the versions on one page if there is room.
    const kept = this.postgres ? 'with (fillfactor = 70)' : 'without rowid'
    this.schema.raw(`
      create table flow_rollups (
        tenant_id varchar(36) not null references tenants (id) on delete cascade,
        grain ${text(3)} not null,
        kind ${text(5)} not null,
        at ${text(16)} not null,
        environment_id ${text(36)} not null,
        flow_id ${text(36)} not null,
        step_id ${text(64)} not null,
        system_id ${text(36)} not null,
        outcome ${text(9)} not null,
        bucket integer not null,
        n bigint not null,
        total bigint not null,
        primary key (tenant_id, grain, kind, at, environment_id, flow_id, step_id, system_id, outcome, bucket),
        foreign key (tenant_id, environment_id) references tenant_environments (tenant_id, id) on delete cascade
      ) ${kept}`)
    this.protect('flow_rollups')
  }

  /** The alerts that people want about a workflow, and the last sent ones. Both are deleted with their workflow. */
  #createAlerts(): void {
    const ofWorkflow = { references: { workflow_id: 'integration_workflows' } }
    this.createTenantTable(
      'flow_alerts',
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.boolean('on_failure').notNullable()
        table.integer('longer_than_minutes').nullable()
        table.integer('not_within_hours').nullable()
        table.integer('quiet_minutes').notNullable()
        this.json(table, 'members').notNullable()
        table.text('webhook_address').nullable()
        this.instant(table, 'updated_at').notNullable()
        table.unique(['tenant_id', 'workflow_id'])
      },
      ofWorkflow
    )
    this.createTenantTable(
      'flow_alert_states',
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('kind', 10).notNullable()
        // The run that caused the alert; for a missing run, the last one before it.
        table.string('about', 36).notNullable()
        this.instant(table, 'told_at').nullable()
        table.unique(['tenant_id', 'workflow_id', 'kind'])
      },
      ofWorkflow
    )
  }
}
