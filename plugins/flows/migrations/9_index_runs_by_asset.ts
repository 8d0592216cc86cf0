import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'

/** For the runs of one file, newest first. No reference: the history outlives its files. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(runs, (table) => {
      table.string('asset_id', 36).nullable()
      table.index(['tenant_id', 'asset_id', 'created_at', 'id'], 'flow_execution_history_asset')
    })
    this.changeRows([runs], `update ${runs} set asset_id = context_data ->> 'assetId'`)
  }

  override async down() {
    this.schema.alterTable(runs, (table) => {
      table.dropIndex([], 'flow_execution_history_asset')
    })
    this.schema.raw(`alter table ${runs} drop column asset_id`)
  }
}
