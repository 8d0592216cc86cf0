import { Schema } from '@crossdock/kernel/database'

const schedules = 'integration_workflow_schedules'
const heard = 'flow_heard_events'
const bursts = 'flow_file_bursts'
const interactions = 'system_interaction_flows'
const ofWorkflow = { references: { workflow_id: 'integration_workflows' } }

/** Tables that start workflows: by time, event, and system. All rows are deleted with their workflow. */
export default class extends Schema {
  override async up() {
    // When scheduled workflows are due next: one row each, which stays while its workflow is paused.
    this.createTenantTable(
      schedules,
      (table) => {
        table.string('workflow_id', 36).notNullable().unique()
        this.instant(table, 'next_at').nullable()
        this.instant(table, 'wake_at').nullable()
        this.instant(table, 'held_until').nullable()
        table.string('last_run_id', 36).nullable()
        this.instant(table, 'last_for').nullable()
        // Finds the due workflows of a tenant, in order.
        table.index(['tenant_id', 'wake_at'], `${schedules}_due`)
      },
      ofWorkflow
    )
    // The event types that active workflows have chosen.
    this.createTenantTable(
      heard,
      (table) => {
        table.string('workflow_id', 36).notNullable()
        table.string('event_type', 100).notNullable()
        table.unique(['workflow_id', 'event_type'])
        // Read for each event of the log.
        table.index(['tenant_id', 'event_type'], `${heard}_type`)
      },
      ofWorkflow
    )
    this.#createBursts()
    // The event of a connected system that starts a workflow: one row for each workflow with this kind of trigger.
    this.createTenantTable(
      interactions,
      (table) => {
        table.string('workflow_id', 36).notNullable().unique()
        table.string('trigger_system_id', 36).notNullable()
        table.string('trigger_event_type', 100).notNullable()
        const name = `${interactions}_of_system`
        table.index(['tenant_id', 'trigger_system_id', 'trigger_event_type'], name)
      },
      ofWorkflow
    )
  }

  /** Events about files, gathered for one run. The commit that starts the run deletes the burst. */
  #createBursts(): void {
    this.createTenantTable(
      bursts,
      (table) => {
        table.string('workflow_id', 36).notNullable().unique()
        this.instant(table, 'due_at').notNullable()
        table.integer('event_count').notNullable()
        table.integer('file_count').notNullable()
        this.json(table, 'event').notNullable()
        table.string('root_id', 36).notNullable()
        table.integer('depth').notNullable()
        table.string('user_id', 36).nullable()
      },
      ofWorkflow
    )
    this.createTenantTable(
      'flow_burst_files',
      (table) => {
        table.string('burst_id', 36).notNullable()
        table.string('asset_id', 36).notNullable()
        this.json(table, 'file').notNullable()
        table.unique(['burst_id', 'asset_id'])
        table.index(['tenant_id', 'burst_id'])
      },
      { references: { burst_id: bursts } }
    )
  }
}
