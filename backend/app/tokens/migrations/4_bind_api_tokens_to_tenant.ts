import { Schema } from '@crossdock/kernel/database'

const refused = 'The owner of a token is somebody of its tenant, or a super administrator.'
const stranger = `not exists (select 1 from users where users.id = new.user_id
  and (users.tenant_id is null or users.tenant_id = new.tenant_id))`
const names = { insert: 'api_tokens_bind_insert', update: 'api_tokens_bind_update' }
const times = { insert: 'insert', update: 'update of user_id, tenant_id' }

/**
 * A token of a tenant belongs to somebody of that tenant. A trigger, because a super administrator,
 * who belongs to none, may hold one, too: no foreign key can say that. On PostgreSQL it sees what
 * its role sees, so a tenant's own work makes tokens for people of the tenant only.
 */
export default class extends Schema {
  // May run again after a crash.
  override async up() {
    if (this.postgres) {
      this.schema.raw(
        `create or replace function api_tokens_bind() returns trigger language plpgsql as $$ begin
           if ${stranger} then
             raise exception '${refused}' using errcode = 'foreign_key_violation';
           end if;
           return new;
         end $$`
      )
    }
    this.#drop()
    for (const action of ['insert', 'update'] as const) {
      const head = `create trigger ${names[action]} before ${times[action]} on api_tokens`
      this.schema.raw(
        this.postgres
          ? `${head} for each row execute function api_tokens_bind()`
          : `${head} when ${stranger} begin select raise(abort, '${refused}'); end`
      )
    }
  }

  override async down() {
    this.#drop()
    if (this.postgres) this.schema.raw('drop function api_tokens_bind()')
  }

  #drop(): void {
    for (const name of Object.values(names)) {
      this.schema.raw(`drop trigger if exists ${name}${this.postgres ? ' on api_tokens' : ''}`)
    }
  }
}
