import { Schema } from '@crossdock/kernel/database'

const name = 'users_end_api_tokens'
const ending = 'update api_tokens set is_active = false where user_id = new.id and is_active'
const closed = 'not new.is_active'

/**
 * Deactivating a person revokes their tokens for good, in the transaction that does it and whoever does it: letting them in
 * again must not revive what they had. A trigger for the same reasons as those of sessions.
 */
export default class extends Schema {
  override async up() {
    if (!this.postgres) {
      this.schema.raw(
        `create trigger ${name} after update of is_active on users when ${closed} begin ${ending}; end`
      )
      return
    }
    this.schema.raw(
      `create function ${name}() returns trigger language plpgsql as $$ begin ${ending}; return null; end $$`
    )
    this.schema.raw(
      `create trigger ${name} after update of is_active on users for each row when (${closed}) execute function ${name}()`
    )
  }

  override async down() {
    this.schema.raw(`drop trigger ${name}${this.postgres ? ' on users' : ''}`)
    if (this.postgres) this.schema.raw(`drop function ${name}()`)
  }
}
