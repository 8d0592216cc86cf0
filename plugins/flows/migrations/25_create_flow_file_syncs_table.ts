import { Schema } from '@crossdock/kernel/database'

/**
 * Files that a step under way has copied or moved, so that it does so once. Rows go when the step is done, at the latest
 * with their run. Read by run and step alone.
 */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'flow_file_syncs',
      (table) => {
        table.string('run_id', 36).notNullable()
        // Hash of where the step stands in the run.
        table.string('place', 64).notNullable()
        table.string('asset_id', 36).notNullable()
        table.string('source_path', 4_000).notNullable()
        table.string('fate', 20).notNullable()
        table.string('target_id', 36).nullable()
        table.integer('target_version').nullable()
        table.string('target_name', 255).nullable()
        table.text('reason').nullable()
        table.unique(['tenant_id', 'run_id', 'place', 'asset_id'])
      },
      { references: { run_id: 'flow_execution_history' } }
    )
  }

  override async down() {
    this.schema.dropTable('flow_file_syncs')
  }
}
