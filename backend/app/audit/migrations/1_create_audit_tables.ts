import { Schema } from '@crossdock/kernel/database'

/**
 * Only retention deletes rows of these tables, after a signed checkpoint. They outlive their tenant, so `tenant_id`
 * has no foreign key. `chain` is the tenant's id, or `operator`.
 */
export default class extends Schema {
  override async up() {
    this.schema.createTable('audit_entries', (table) => {
      // The id of the event.
      table.string('id', 36).primary()
      table.string('tenant_id', 36).nullable()
      table.string('chain', 36).notNullable()
      table.bigInteger('seq').notNullable()
      this.instant(table, 'created_at').notNullable()
      table.string('event_type', 100).notNullable()
      table.string('actor_type', 20).notNullable()
      table.string('actor_id', 64).nullable()
      table.string('user_id', 36).nullable()
      table.string('environment_id', 36).nullable()
      table.string('source_type', 50).nullable()
      table.string('source_id', 64).nullable()
      table.string('target_type', 50).nullable()
      table.string('target_id', 64).nullable()
      table.string('cause_id', 36).nullable()
      table.string('root_id', 36).notNullable()
      for (const part of ['person', 'details']) {
        // Text, not JSON, because the hash covers the exact text.
        table.text(part).nullable()
        table.string(`${part}_salt`, 24).nullable()
        table.string(`${part}_hash`, 43).nullable()
      }
      table.string('hash', 43).notNullable()
      // For verification, exports and retention, in the order of the chain.
      table.unique(['chain', 'seq'])
      // For the list and its filters.
      table.index(['chain', 'created_at', 'id'])
      table.index(['chain', 'event_type', 'created_at', 'id'])
      table.index(['chain', 'user_id', 'created_at', 'id'])
      table.index(['chain', 'actor_id', 'created_at', 'id'])
      table.index(['chain', 'target_id', 'created_at', 'id'])
    })
    this.schema.createTable('audit_chains', (table) => {
      // The tenant's id, or `operator`.
      table.string('id', 36).primary()
      table.string('tenant_id', 36).nullable()
      // The tenant's last name.
      table.text('name').nullable()
      table.string('subdomain', 63).nullable()
      table.bigInteger('seq').notNullable()
      table.string('hash', 43).notNullable()
      // Authenticates the end as written by this installation.
      table.string('mac', 43).notNullable()
      this.instant(table, 'sealed_at').notNullable()
    })
    // One row a day per chain, within its retention.
    this.schema.createTable('audit_heads', (table) => {
      table.string('id', 36).primary()
      table.string('tenant_id', 36).nullable()
      table.string('chain', 36).notNullable()
      table.string('kind', 10).notNullable()
      table.bigInteger('seq').notNullable()
      table.string('hash', 43).notNullable()
      table.string('key_id', 8).notNullable()
      table.string('signature', 86).notNullable()
      this.instant(table, 'created_at').notNullable()
      table.index(['chain', 'seq'])
    })
    for (const table of ['audit_entries', 'audit_chains', 'audit_heads']) {
      this.protect(table)
      this.leaveToOperator(table)
    }
    const guards = this.postgres ? postgresGuards : sqliteGuards
    for (const statement of guards) this.schema.raw(statement)
  }
}

const parts = ['person', 'details']
const columnsOfParts = parts.flatMap((part) => [part, `${part}_salt`])
const sealed = [
  'id',
  'tenant_id',
  'chain',
  'seq',
  'created_at',
  'event_type',
  'actor_type',
  'actor_id',
  'user_id',
  'environment_id',
  'source_type',
  'source_id',
  'target_type',
  'target_id',
  'cause_id',
  'root_id',
  'person_hash',
  'details_hash',
  'hash',
]
const refusedChange = 'An entry of the audit is not changed: what is of a person can be erased.'
const refusedDeletion = 'An entry of the audit is deleted behind a signed checkpoint only.'
const behindCheckpoint = `exists (select 1 from audit_heads
  where chain = old.chain and kind = 'checkpoint' and seq >= old.seq)`

/**
 * Triggers keep entries unchanged. Crossdock's database user can only erase a part, or delete entries that a
 * checkpoint covers. The owner of the tables can drop the triggers; the chain detects that.
 */
const same = (is: string, columns: readonly string[]) =>
  columns.map((column) => `new.${column} ${is} old.${column}`).join(' and ')
const kept = (is: string) =>
  [
    same(is, sealed),
    ...columnsOfParts.map(
      (column) => `(new.${column} is null or new.${column} ${is} old.${column})`
    ),
  ].join(' and ')

const sqliteGuards = [
  `create trigger audit_entries_kept before update on audit_entries when not (${kept('is')})
   begin select raise(abort, '${refusedChange}'); end`,
  `create trigger audit_entries_stay before delete on audit_entries when not ${behindCheckpoint}
   begin select raise(abort, '${refusedDeletion}'); end`,
]

const postgresGuards = [
  `create function keep_audit_entry() returns trigger language plpgsql as $$
   begin
     if tg_op = 'DELETE' then
       if ${behindCheckpoint} then return old; end if;
       raise exception '${refusedDeletion}';
     end if;
     if ${kept('is not distinct from')} then return new; end if;
     raise exception '${refusedChange}';
   end $$`,
  `create trigger audit_entries_kept before update or delete on audit_entries
   for each row execute function keep_audit_entry()`,
  // TRUNCATE skips row triggers. SQLite deletes row by row if a table has triggers.
  `create function keep_audit_entries() returns trigger language plpgsql as $$
      begin raise exception 'The audit is not emptied.'; end $$`,
  `create trigger audit_entries_not_emptied before truncate on audit_entries
      for each statement execute function keep_audit_entries()`,
]
