import { Schema } from '@crossdock/kernel/database'

/** API tokens. They are deleted with their owner. */
export default class extends Schema {
  override async up() {
    this.createTenantTable(
      'api_tokens',
      (table) => {
        table
          .string('user_id', 36)
          .notNullable()
          .references('id')
          .inTable('users')
          .onDelete('CASCADE')
        table.string('name', 100).notNullable()
        // Only the hash is stored; `prefix` helps people to recognize the token.
        table.string('token', 64).notNullable().unique()
        table.string('prefix', 12).notNullable()
        this.json(table, 'scopes').notNullable()
        // The token that created this one. There is no foreign key: both have the same owner and are deleted with
        // that account, and before that tokens are only marked as revoked.
        table.string('parent_id', 36).nullable()
        // There is no foreign key, because a plugin owns environments. A token whose environment was deleted is
        // refused.
        table.string('environment_id', 36).nullable()
        this.instant(table, 'expires_at').nullable()
        // Days before the end at which the last mail was sent.
        table.smallint('reminded_days').nullable()
        this.instant(table, 'last_used_at').nullable()
        table.string('last_used_ip', 45).nullable()
        table.boolean('is_active').notNullable().defaultTo(true)
        this.instant(table, 'revoked_at').nullable()
        table.index(['tenant_id', 'name', 'id'])
        table.index(['tenant_id', 'created_at', 'id'])
        table.index(['tenant_id', 'last_used_at', 'id'])
        table.index(['tenant_id', 'expires_at', 'id'])
        // For the descendants that a revocation ends.
        table.index(['parent_id'])
        // For people who see only their own tokens.
        table.index(['user_id', 'tenant_id', 'created_at', 'id'])
        // For the jobs that find tokens about to end, and tokens that ended long ago, across all tenants.
        table.index(['expires_at', 'id'])
      },
      { nullable: true }
    )
    this.#bindToTenant()
    this.#endWithOwner()
  }

  /**
   * A token of a tenant belongs to a person of that tenant. A trigger checks this, because super administrators, who
   * have no tenant, may own tokens too, and a foreign key cannot express that. On PostgreSQL the trigger sees what
   * its role sees, so work inside a tenant can create tokens only for people of the tenant.
   */
  #bindToTenant(): void {
    if (this.postgres) {
      this.schema.raw(
        `create function api_tokens_bind() returns trigger language plpgsql as $$ begin
           if ${stranger} then
             raise exception '${refused}' using errcode = 'foreign_key_violation';
           end if;
           return new;
         end $$`
      )
    }
    for (const [name, time] of Object.entries(times)) {
      const head = `create trigger api_tokens_bind_${name} before ${time} on api_tokens`
      this.schema.raw(
        this.postgres
          ? `${head} for each row execute function api_tokens_bind()`
          : `${head} when ${stranger} begin select raise(abort, '${refused}'); end`
      )
    }
  }

  /**
   * Deactivating a person revokes their tokens permanently, in the same transaction. Reactivation must not revive
   * them. This is a trigger for the same reasons as for sessions.
   */
  #endWithOwner(): void {
    const name = 'users_end_api_tokens'
    const ending = 'update api_tokens set is_active = false where user_id = new.id and is_active'
    const closed = 'not new.is_active'
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
}

const refused = 'The owner of a token must be a person of its tenant or a super administrator.'
const stranger = `not exists (select 1 from users where users.id = new.user_id
  and (users.tenant_id is null or users.tenant_id = new.tenant_id))`
const times = { insert: 'insert', update: 'update of user_id, tenant_id' }
