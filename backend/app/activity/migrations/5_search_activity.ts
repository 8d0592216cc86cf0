import { Schema } from '@crossdock/kernel/database'

/** Entries are found by any part of what they say. What is kept of them beside the table goes with them, by its triggers. */
export default class extends Schema {
  override async up() {
    this.searchable('activity_logs', ['action'])
  }

  override async down() {
    this.unsearchable('activity_logs')
  }
}
