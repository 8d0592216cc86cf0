import { dialect } from '@crossdock/kernel/database'

/**
 * SQL that joins the folders which lie in each row of `above` (a table with an `id`), as `child`, behind `from above`; its
 * value is the tenant. Neither database may turn the join around and read a whole tenant: of a cross join SQLite keeps the
 * order, a lateral one PostgreSQL. Of a folder with a million files it reads none of them (`assets_folders`).
 * @param which of them
 */
export function foldersIn(above: string, which: 'present' | 'also trashed'): string {
  const present = which === 'present' ? ' and trashed_at is null' : ''
  const isFolder = (isIn: string) => `tenant_id = ? and ${isIn} and type = 'folder'${present}`
  // The same as `=`, for which PostgreSQL reads whole tables where one folder holds most: it takes each for as large.
  const isBetween = `parent_key between ${above}.id and ${above}.id`
  return dialect() === 'postgres'
    ? `cross join lateral (select id from assets where ${isFolder(isBetween)} offset 0) as child`
    : `cross join assets as child where ${isFolder(`parent_key = ${above}.id`)}`
}
