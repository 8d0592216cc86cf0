import { dialect } from '@crossdock/kernel/database'

/**
 * SQL that follows `from <above>` and joins the folders in each row of that table, as `child`. Its value is
 * the tenant. Neither database may reverse the join and read a whole tenant: SQLite keeps the order of a
 * cross join, PostgreSQL that of a lateral join. The index `assets_folders` skips files.
 * @param which folders to include
 */
export function foldersIn(above: string, which: 'present' | 'also trashed'): string {
  const present = which === 'present' ? ' and trashed_at is null' : ''
  const isFolder = (isIn: string) => `tenant_id = ? and ${isIn} and type = 'folder'${present}`
  // Same result as `=`. With `=`, if one folder contains most files, PostgreSQL assumes that every folder
  // does, and scans the table.
  const isBetween = `parent_key between ${above}.id and ${above}.id`
  return dialect() === 'postgres'
    ? `cross join lateral (select id from assets where ${isFolder(isBetween)} offset 0) as child`
    : `cross join assets as child where ${isFolder(`parent_key = ${above}.id`)}`
}
