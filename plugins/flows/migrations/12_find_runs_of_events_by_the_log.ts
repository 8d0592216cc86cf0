import { Schema } from '@crossdock/kernel/database'

const runs = 'flow_execution_history'

/** Which run an event began is told by the event itself (queries/lineage.ts): every run wrote this index three times. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable(runs, (table) => table.dropIndex(['started_event_id']))
  }

  override async down() {
    this.schema.alterTable(runs, (table) => table.index(['started_event_id']))
  }
}
