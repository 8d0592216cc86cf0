import { createHash } from 'node:crypto'
import { isJsonObject } from '@crossdock/kernel/json'
import type { PlannedEndpoint } from '../definitions/plan.js'

type Part = Pick<PlannedEndpoint, 'name' | 'method' | 'path' | 'requestSchema' | 'responseSchema'>

/** Returns a hash of the endpoint fields that come from a description. The order of keys does not matter. */
export const hashOf = ({ name, method, path, requestSchema, responseSchema }: Part): string =>
  sha256(canonical([name, method, path, requestSchema, responseSchema])).slice(0, 32)

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Returns a value as text. Equal JSON gives equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    isJsonObject(item)
      ? Object.fromEntries(
          Object.keys(item)
            .sort()
            .map((name) => [name, item[name]])
        )
      : item
  )
}
