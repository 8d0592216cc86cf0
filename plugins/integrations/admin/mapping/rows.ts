import type { ApiEndpoint, MappingSource } from '@crossdock/client'
import { isObject } from '@crossdock/admin/kit'

export type FieldMapping = ApiEndpoint['fieldMapping']

export const mapNames = ['fileMetadata', 'userMetadata', 'systemFields'] as const
export type MapName = (typeof mapNames)[number]

/** What a field of the request is filled with. */
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

/** A row nobody has written into. */
export const isBlank = ({ target, from }: MappingRow): boolean => !target && !from.source

/** What the server calls a row. */
export const keyOf = ({ target, from }: MappingRow): string => `fieldMapping.${from.map}.${target}`

/** The rows of a mapping, map by map. */
export const rowsOf = (mapping: object): MappingRow[] =>
  mapNames.flatMap((map) => {
    const fields = (mapping as Record<string, unknown>)[map]
    if (!isObject(fields)) return []
    return Object.entries(fields).map(([target, source]) => ({
      target,
      from: { map, source: String(source) },
    }))
  })

/** The mapping that rows stand for; rows that are not complete yet are left out. */
export function mappingOf(rows: readonly MappingRow[]): FieldMapping {
  const complete = rows.filter(({ target, from }) => target && from.source)
  const maps = mapNames.map((map) => {
    const fields = complete.filter(({ from }) => from.map === map)
    return [map, Object.fromEntries(fields.map(({ target, from }) => [target, from.source]))]
  })
  return Object.fromEntries(maps.filter(([, fields]) => Object.keys(fields ?? {}).length > 0))
}

/**
 * What a typed source means: the field of that name, of the map the row had where there are more;
 * anything nobody knows is own metadata of files. Where nothing is known, the row's map stays.
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
