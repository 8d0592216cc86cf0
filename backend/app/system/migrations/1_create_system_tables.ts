import { Schema } from '@crossdock/kernel/database'

export default class extends Schema {
  override async up() {
    // When each APP_KEY was first used, by its id, which reveals nothing about the key. One row for each rotation;
    // rows are never deleted.
    this.schema.createTable('encryption_keys', (table) => {
      table.string('id', 8).primary()
      this.instant(table, 'first_used_at').notNullable()
    })
    // When the command `backup` last made a backup, when it made the one before, and when it last failed. One row,
    // written by the command.
    this.schema.createTable('backups', (table) => {
      table.string('id', 10).primary()
      this.instant(table, 'taken_at').nullable()
      this.instant(table, 'before_at').nullable()
      this.instant(table, 'failed_at').nullable()
      table.string('reason', 300).nullable()
    })
  }
}
