import { Schema } from '@crossdock/kernel/database'

/** Why a tenant has its status, since when and by whom, and when one that is to be deleted goes. */
export default class extends Schema {
  override async up() {
    this.schema.alterTable('tenants', (table) => {
      table.text('status_reason').nullable()
      this.instant(table, 'status_changed_at').nullable()
      table.text('status_changed_by').nullable()
      // What it has again when its deletion is taken back.
      table.string('status_before', 20).nullable()
      this.instant(table, 'deletes_at').nullable()
      // From then on it cannot be taken back.
      this.instant(table, 'deletion_began_at').nullable()
    })
  }

  override async down() {
    const added = ['status_reason', 'status_changed_at', 'status_changed_by', 'status_before']
    this.schema.alterTable('tenants', (table) => {
      table.dropColumns(...added, 'deletes_at', 'deletion_began_at')
    })
  }
}
