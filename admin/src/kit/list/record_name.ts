import type { RaRecord } from 'ra-core'
import type { ReferenceFilter } from './types.js'

/** Returns the name that a filter shows for a record. */
export const recordName = ({ nameOf }: ReferenceFilter, record: RaRecord<string>): string =>
  nameOf?.(record) ?? String(record.name)
