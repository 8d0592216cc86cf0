import { dialect } from '@crossdock/kernel/database'

const ids = {
  postgres: 'select value as given from json_array_elements_text(?::json)',
  sqlite: 'select value as given from json_each(?)',
}

/** Ids as one value of a statement, a JSON array: the SQL text stays the same for any number. */
export const givenIds = (): string => ids[dialect()]

const assets = {
  postgres: `json_array_elements_text(?::json) as given
    cross join lateral (select * from assets where id = given and tenant_id = ? offset 0) as asset
    left join lateral (
      select * from asset_versions where asset_id = asset.id and version = asset.version
      and tenant_id = asset.tenant_id offset 0
    ) as present on true`,
  sqlite: `json_each(?) as given
    cross join assets as asset on asset.id = given.value and asset.tenant_id = ?
    left join asset_versions as present on present.asset_id = asset.id
      and present.version = asset.version and present.tenant_id = asset.tenant_id`,
}

/**
 * Assets of these ids and a tenant, each with its current version. Looked up one by one, regardless of table
 * statistics.
 */
export const givenAssets = (): string => assets[dialect()]

const lookups = {
  postgres: (table: string) => `json_array_elements_text(?::json) as given
    cross join lateral (
      select * from ${table} where asset_id = given and tenant_id = ? offset 0
    ) as ${table}`,
  sqlite: (table: string) => `json_each(?) as given
    cross join ${table} on asset_id = given.value and tenant_id = ?`,
}

/** Rows of a table that belong to assets of these ids and a tenant; also looked up one by one. */
export const rowsOfGiven = (table: string): string => lookups[dialect()](table)
