import { Schema } from '@crossdock/kernel/database'

const logs = 'integration_logs'
const columns = ['execution_id', 'step_id']

/** Calls of a step are few of those of its run, which integration_logs_by_execution finds. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(logs, (table) => table.dropIndex(columns))
  }

  override async down() {
    this.schema.alterTable(logs, (table) => table.index(columns))
  }
}
