import { dialect } from '@crossdock/kernel/database'

/**
 * SQL that joins the folders in each row of `above` (a table with an `id`), as `child`, behind `from above`. Its value
 * is the tenant. Neither database may reverse the join and read a whole tenant: SQLite keeps the order of a cross
 * join, PostgreSQL that of a lateral join. The index `assets_folders` skips files, even a million in one folder.
 * @param which folders to include
 */
export function foldersIn(above: string, which: 'present' | 'also trashed'): string {
  const present = which === 'present' ? ' and trashed_at is null' : ''
  const isFolder = (isIn: string) => `tenant_id = ? and ${isIn} and type = 'folder'${present}`
  // Same result as `=`. With `=`, when one folder holds most files, PostgreSQL assumes that each does and scans
  // tables.
  const isBetween = `parent_key between ${above}.id and ${above}.id`
  return dialect() === 'postgres'
    ? `cross join lateral (select id from assets where ${isFolder(isBetween)} offset 0) as child`
    : `cross join assets as child where ${isFolder(`parent_key = ${above}.id`)}`
}
