import { isMask, redact } from '@crossdock/kernel/secrets'
import { isRecord } from '../calls/values.js'
import type { RequestSchema } from '../contracts/index.js'

const groups = ['headers', 'queryParams'] as const

/** A key or token as it is written, by the name it is sent under; one that is filled in is a name and no secret. */
const isSecret = (name: string, value: unknown): boolean =>
  typeof value === 'string' &&
  value !== '' &&
  !/\{[\w.]+\}/.test(value) &&
  isMask((redact({ [name]: 'value' }) as Record<string, unknown>)[name])

function* secretsIn(schema: RequestSchema): Generator<[group: string, name: string]> {
  for (const group of groups) {
    const given = schema[group]
    if (!isRecord(given)) continue
    for (const [name, value] of Object.entries(given))
      if (isSecret(name, value)) yield [group, name]
  }
}

/** Where they stand: `requestSchema.headers.Authorization`. */
export const secretsOfRequest = (schema: RequestSchema): string[] =>
  [...secretsIn(schema)].map(([group, name]) => `requestSchema.${group}.${name}`)

/** A request without them. */
export function plainRequest(schema: RequestSchema): RequestSchema {
  const secret = new Set([...secretsIn(schema)].map((place) => place.join(' ')))
  const plain: RequestSchema = { ...schema }
  for (const group of groups) {
    const given = schema[group]
    if (!isRecord(given)) continue
    const kept = Object.entries(given).filter(([name]) => !secret.has(`${group} ${name}`))
    if (kept.length > 0) plain[group] = Object.fromEntries(kept) as Record<string, string>
    else delete plain[group]
  }
  return plain
}

/** A request with those of another one, where it says nothing under their names itself. */
export function withSecrets(plain: RequestSchema, stored: RequestSchema): RequestSchema {
  const whole: RequestSchema = { ...plain }
  for (const [group, name] of secretsIn(stored)) {
    const at = group as (typeof groups)[number]
    const value = stored[at]?.[name] as string
    whole[at] = { [name]: value, ...(whole[at] as Record<string, string>) }
  }
  return whole
}
