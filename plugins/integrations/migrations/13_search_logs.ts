import { Schema } from '@crossdock/kernel/database'

/** Calls are found by any part of their execution id. What is kept of them beside the table goes with them, by its triggers. */
export default class extends Schema {
  override async up() {
    this.searchable('integration_logs', ['execution_id'])
  }

  override async down() {
    this.unsearchable('integration_logs')
  }
}
