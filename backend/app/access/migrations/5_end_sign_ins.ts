import { Schema } from '@crossdock/kernel/database'

/** What stops people from entering, and the column by which their sessions and links are found. */
const closings = [
  { table: 'users', column: 'is_active', owner: 'user_id', closed: 'not new.is_active' },
  { table: 'tenants', column: 'status', owner: 'tenant_id', closed: "new.status <> 'active'" },
]

/**
 * Deactivating a person or a tenant ends their sessions and links for good, in the transaction that
 * does it, whoever does it: letting them in again must not revive what they had. A trigger, because
 * the domains that own these columns know nothing of sessions, and operators change them by hand.
 */
export default class extends Schema {
  async up() {
    for (const { table, column, owner, closed } of closings) {
      const name = `${table}_end_sign_ins`
      const ending = ['sessions', 'magic_tokens']
        .map((ended) => `delete from ${ended} where ${owner} = new.id;`)
        .join(' ')
      if (!this.postgres) {
        this.schema.raw(
          `create trigger ${name} after update of ${column} on ${table} when ${closed} begin ${ending} end`
        )
        continue
      }
      this.schema.raw(
        `create function ${name}() returns trigger language plpgsql as $$ begin ${ending} return null; end $$`
      )
      this.schema.raw(
        `create trigger ${name} after update of ${column} on ${table} for each row when (${closed}) execute function ${name}()`
      )
    }
  }

  async down() {
    for (const { table } of closings) {
      const name = `${table}_end_sign_ins`
      this.schema.raw(`drop trigger ${name}${this.postgres ? ` on ${table}` : ''}`)
      if (this.postgres) this.schema.raw(`drop function ${name}()`)
    }
  }
}
