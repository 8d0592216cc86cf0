import { dialect } from '@crossdock/kernel/database'

const ids = {
  postgres: 'select value as given from json_array_elements_text(?::json)',
  sqlite: 'select value as given from json_each(?)',
}

/** SQL for a list of ids. Its value is a JSON array, so the text is the same for any number of ids. */
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
 * SQL for the assets with these ids in a tenant, each with its current version. Forces lookups by id,
 * whatever the table statistics say.
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

/** SQL for the rows of a table that belong to the assets with these ids in a tenant; also forces lookups. */
export const rowsOfGiven = (table: string): string => lookups[dialect()](table)
