import type { ApplicationService } from '@adonisjs/core/types'
import { MigrationRunner } from '@adonisjs/lucid/migration'
import { PluginFault, pluginHost } from '../plugin/index.js'
import { applicationRole, mainConnection, migrationConnection } from './config.js'
import { databaseManager } from './database.js'

/** Serialises processes that start together; any number that nothing else uses. */
const migrationLock = 7_268_051

/**
 * Brings the database to the present schema; safe to run from several processes at once. On
 * PostgreSQL it also prepares the role the application drops to when its login would bypass
 * row-level security (superusers always do).
 * @returns the role to use, or null when the login is subject to row-level security itself.
 */
export async function migrate(app: ApplicationService): Promise<string | null> {
  const manager = databaseManager().manager
  if (!manager.has(migrationConnection)) {
    await runMigrations(app, mainConnection)
    return null
  }
  const connection = databaseManager().connection(migrationConnection)
  try {
    return await connection.transaction(async (lock) => {
      await lock.rawQuery('select pg_advisory_xact_lock(?)', [migrationLock])
      await runMigrations(app, migrationConnection)
      const { rows } = await lock.rawQuery(
        'select (rolsuper or rolbypassrls) as bypasses from pg_roles where rolname = current_user'
      )
      if (!rows[0]?.bypasses) return null
      await lock.rawQuery(prepareRole)
      return applicationRole
    })
  } finally {
    await manager.close(migrationConnection)
  }
}

async function runMigrations(app: ApplicationService, connectionName: string): Promise<void> {
  const runner = new MigrationRunner(databaseManager(), app, {
    direction: 'up',
    connectionName,
    // Our own lock above waits; Lucid's would fail the second process.
    disableLocks: true,
  })
  await runner.run()
  if (!runner.error) return
  const failed = Object.values(runner.migratedFiles).find(({ status }) => status === 'error')
  const owner = failed && pluginHost.use().ownerOfMigration(failed.file.name)
  throw owner
    ? new PluginFault(owner, `migrating (${failed.file.name})`, runner.error)
    : runner.error
}

const prepareRole = `
do $$ begin
  if not exists (select from pg_roles where rolname = '${applicationRole}') then
    create role ${applicationRole} nologin;
  end if;
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to ${applicationRole};
grant select, insert, update, delete on all tables in schema public to ${applicationRole};
grant usage, select on all sequences in schema public to ${applicationRole};
`
