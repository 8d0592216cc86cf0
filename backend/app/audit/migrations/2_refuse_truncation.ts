import { Schema } from '@crossdock/kernel/database'

/** PostgreSQL empties a table past the guards of its rows. SQLite deletes row by row where there are some. */
export default class extends Schema {
  override async up() {
    if (!this.postgres) return
    this.schema.raw(`create function keep_audit_entries() returns trigger language plpgsql as $$
      begin raise exception 'The audit is not emptied.'; end $$`)
    this.schema.raw(`create trigger audit_entries_not_emptied before truncate on audit_entries
      for each statement execute function keep_audit_entries()`)
  }

  override async down() {
    if (!this.postgres) return
    this.schema.raw('drop trigger audit_entries_not_emptied on audit_entries')
    this.schema.raw('drop function keep_audit_entries()')
  }
}
