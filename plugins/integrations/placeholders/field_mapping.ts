import type { CallValues, FieldMapping } from '../contracts/connector.js'
import { setAt, valueAt } from './values.js'
import { variableNamed } from './variables.js'

/**
 * Builds the mapped part of a request. Each map assigns a source field to a target field (`target ← source`);
 * both may be dotted. `fileMetadata` reads the asset (`name`, `size`, `mimeType`, …, then its custom metadata),
 * `userMetadata` the acting user, `systemFields` the execution (`executionId`, `eventType`, `timestamp`, …) and
 * variables of the environment (`variables.NAME`). If a source has no value, its target is omitted. If a
 * variable has no value, the call is refused.
 */
export function mapFields(mapping: FieldMapping, values: CallValues): Record<string, unknown> {
  const mapped: Record<string, unknown> = {}
  const apply = (map: Record<string, string> | undefined, read: (path: string) => unknown) => {
    for (const [target, source] of Object.entries(map ?? {})) {
      const value = read(source)
      if (value !== undefined) setAt(mapped, target, value)
    }
  }
  apply(
    mapping.fileMetadata,
    (path) => valueAt(values.file, path) ?? valueAt(values.file?.metadata, path)
  )
  apply(mapping.userMetadata, (path) => valueAt(values.user, path))
  apply(mapping.systemFields, (path) => {
    const variable = variableNamed(path)
    return variable !== undefined && values.variables
      ? values.variables.value(variable)
      : valueAt(values.system, path)
  })
  return mapped
}
