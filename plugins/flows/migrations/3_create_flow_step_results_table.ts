import { Schema } from '@crossdock/kernel/database'

/** One row per step that has begun: its checkpoint. */
export default class extends Schema {
  override async up() {
    this.createTenantTable('flow_step_results', (table) => {
      table
        .string('run_id', 36)
        .notNullable()
        .references('id')
        .inTable('flow_execution_history')
        .onDelete('CASCADE')
      table.string('step_id', 64).notNullable()
      table.integer('step_order').notNullable()
      table.string('type', 50).notNullable()
      table.string('status', 20).notNullable()
      table.integer('attempts').notNullable()
      // Failed tries since the run was started or retried by hand; what the retry policy counts.
      table.integer('failures').notNullable().defaultTo(0)
      // The tries so far: when each began and ended and what went wrong.
      this.json(table, 'tries').notNullable()
      this.json(table, 'output').nullable()
      table.text('error_message').nullable()
      this.instant(table, 'started_at').notNullable()
      this.instant(table, 'completed_at').nullable()
      this.instant(table, 'next_try_at').nullable()
      table.unique(['run_id', 'step_id'])
    })
  }

  override async down() {
    this.schema.dropTable('flow_step_results')
  }
}
