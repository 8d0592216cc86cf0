import { Schema } from '../../database/index.js'

/**
 * `tenants` stands behind row-level security like what belongs to them; the policies come from the
 * migrator (database/wall.ts). The one role of the whole server that older versions used loses
 * what it had in this database.
 */
export default class extends Schema {
  override async up() {
    this.protect('tenants')
    if (this.postgres) this.schema.raw(retireFormerRole)
  }

  override async down() {
    if (!this.postgres) return
    this.schema.raw('alter table tenants disable row level security, no force row level security')
  }
}

const retireFormerRole = `
  do $$
  declare found regclass;
  begin
    if not exists (select from pg_roles where rolname = 'crossdock_app') then return; end if;
    for found in
      select oid from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')
        and relowner = (select oid from pg_roles where rolname = current_user)
        and relacl::text like '%crossdock_app=%'
    loop
      execute format('revoke all on %s from crossdock_app', found);
    end loop;
  end $$`
