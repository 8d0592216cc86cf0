import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  override async up() {
    this.createTenantTable('flow_execution_history', (table) => {
      // No reference: the history outlives its workflow.
      table.string('flow_id', 36).notNullable()
      table.string('flow_name', 255).notNullable()
      table.string('execution_id', 36).notNullable()
      table.string('environment_id', 36).nullable()
      table.string('trigger_type', 50).notNullable()
      table.string('trigger_event_id', 36).nullable()
      table.string('status', 20).notNullable().defaultTo('started')
      // The steps as they were when the run began; it keeps them whatever is edited later.
      this.json(table, 'steps').notNullable()
      // What the steps can read: asset, event, person.
      this.json(table, 'context_data').notNullable()
      table.string('current_step_id', 64).nullable()
      table.integer('current_step_order').nullable()
      table.integer('total_steps').notNullable()
      table.integer('completed_steps').notNullable().defaultTo(0)
      table.integer('failed_steps').notNullable().defaultTo(0)
      table.text('error_message').nullable()
      table.string('job_id', 36).nullable()
      // Lineage: the event that says the run began, the first one of its chain, and how many runs
      // led here.
      table.string('started_event_id', 36).nullable()
      table.string('root_id', 36).nullable()
      table.integer('depth').notNullable().defaultTo(0)
      this.instant(table, 'started_at').nullable()
      this.instant(table, 'completed_at').nullable()
      table.integer('duration').nullable()
      table.unique(['tenant_id', 'execution_id'])
      table.index(['tenant_id', 'created_at', 'id'])
      table.index(['tenant_id', 'status', 'created_at', 'id'])
      table.index(['tenant_id', 'flow_id', 'created_at', 'id'])
      table.index(['tenant_id', 'started_at', 'id'])
      table.index(['tenant_id', 'completed_at', 'id'])
      table.index(['started_event_id'])
    })
  }

  override async down() {
    this.schema.dropTable('flow_execution_history')
  }
}
