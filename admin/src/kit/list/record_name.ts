import type { RaRecord } from 'ra-core'
import type { ReferenceFilter } from './types.js'

/** What a record is called where a list is narrowed by it. */
export const recordName = ({ nameOf }: ReferenceFilter, record: RaRecord<string>): string =>
  nameOf?.(record) ?? String(record.name)
