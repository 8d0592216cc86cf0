import type { ApiEndpoint, MappingSource } from '@crossdock/client'
import { isObject } from '@crossdock/admin/kit'

export type FieldMapping = ApiEndpoint['fieldMapping']

export const mapNames = ['fileMetadata', 'userMetadata', 'systemFields'] as const
export type MapName = (typeof mapNames)[number]

/** The source of a request field. */
export interface MappingFrom {
  map: MapName
  source: string
}

/** One field of the request and where its value comes from. */
export interface MappingRow {
  target: string
  from: MappingFrom
}

export const newRow = (): MappingRow => ({ target: '', from: { map: 'fileMetadata', source: '' } })

/** An empty row. */
export const isBlank = ({ target, from }: MappingRow): boolean => !target && !from.source

/** The key of a row in the server's errors and warnings. */
export const keyOf = ({ target, from }: MappingRow): string => `fieldMapping.${from.map}.${target}`

/** The rows of a mapping, in the order of its maps. */
export const rowsOf = (mapping: object): MappingRow[] =>
  mapNames.flatMap((map) => {
    const fields = (mapping as Record<string, unknown>)[map]
    if (!isObject(fields)) return []
    return Object.entries(fields).map(([target, source]) => ({
      target,
      from: { map, source: String(source) },
    }))
  })

/** The mapping of the rows, without incomplete rows. */
export function mappingOf(rows: readonly MappingRow[]): FieldMapping {
  const complete = rows.filter(({ target, from }) => target && from.source)
  const maps = mapNames.map((map) => {
    const fields = complete.filter(({ from }) => from.map === map)
    return [map, Object.fromEntries(fields.map(({ target, from }) => [target, from.source]))]
  })
  return Object.fromEntries(maps.filter(([, fields]) => Object.keys(fields ?? {}).length > 0))
}

/**
 * Finds the source that a person typed. If several maps have a field of that name, prefers the previous map of the
 * row. Unknown names are custom file metadata. While the sources are unknown, the row keeps its map.
 */
export function typedSource(
  source: string,
  before: MapName,
  known: readonly MappingSource[]
): MappingFrom {
  const maps = known.filter((one) => one.source === source).map(({ map }) => map as MapName)
  if (known.length === 0 || maps.includes(before)) return { map: before, source }
  return { map: maps.length === 1 && maps[0] ? maps[0] : 'fileMetadata', source }
}
