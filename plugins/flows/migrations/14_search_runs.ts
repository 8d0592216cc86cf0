import { Schema } from '@crossdock/kernel/database'

/** Runs are found by any part of their texts. What is kept of them beside the table goes with them, by its triggers. */
export default class extends Schema {
  override async up() {
    this.searchable('flow_execution_history', ['flow_name', 'flow_id', 'execution_id'])
  }

  override async down() {
    this.unsearchable('flow_execution_history')
  }
}
