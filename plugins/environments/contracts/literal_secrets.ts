import { isNested, isNumber } from '@crossdock/kernel/json'
import { MASK, isMask, redact } from '@crossdock/kernel/secrets'

/** Names that people give to keys in requests, beside those that are masked in logs. */
const ofRequests = /(^|[_. -])(auth|pass|pwd|pw)([_. -]|$)|^(x[_-])?key$/i
const aPlace = String.raw`\{[\w.-]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\][\w.-]*)*\}`
const place = new RegExp(aPlace, 'g')
/** A part whose value is filled in: `token="{variables.TOKEN}"`. */
const filledPart = new RegExp(String.raw`[\w.-]+=\s*"?${aPlace}"?`, 'g')
const scheme = /^\s*(bearer|basic|token|digest|negotiate|api-?key|key)\b/i

/** Whether what stands under a name is a key, token or password, as far as the name says. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return (
    ofRequests.test(words) || isMask((redact({ [name]: 'value' }) as Record<string, unknown>)[name])
  )
}

/** Whether a value is written out, at least in part: more than places that are filled, and the word for how one authenticates. */
export function isWrittenOut(value: unknown): boolean {
  if (isNumber(value)) return true
  if (isNested(value)) return Object.values(value).some(isWrittenOut)
  if (typeof value !== 'string') return false
  return /[\p{L}\p{N}]/u.test(value.replace(filledPart, '').replace(place, '').replace(scheme, ''))
}

/** Whether a secret is written out under a name that means one. */
const isNamedSecret = (name: string, value: unknown): boolean =>
  isSecretName(name) && isWrittenOut(value)

/** Whether a text holds a pair or a header that is a secret: `api_key=…`, `Bearer …`. */
export function holdsSecret(text: string): boolean {
  const written = text.replace(place, '')
  return redact(written) !== written
}

/** Whether a secret is written out, by what the name or the value itself says: `Bearer …` under any name. */
export const isSecret = (name: string, value: unknown): boolean =>
  isNamedSecret(name, value) || (typeof value === 'string' && holdsSecret(value))

/**
 * Where in a value there is what looks like a secret that is written out, at any depth; never what.
 * @param path of the value, as a prefix of the answers
 */
export function secretPlaces(value: unknown, path: string): string[] {
  if (typeof value === 'string') return holdsSecret(value) ? [path] : []
  if (!isNested(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const at = `${path}.${Array.isArray(value) ? String(Number(name) + 1) : name}`
    return isNamedSecret(name, part) ? [at] : secretPlaces(part, at)
  })
}

/** A value with what looks like a secret masked, for people to see. @param name of the value, if it has one */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (isNamedSecret(name, value)) return MASK
  if (typeof value === 'string') return holdsSecret(value) ? redact(value) : value
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part))
  if (!isNested(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([inner, part]) => [inner, withoutSecrets(part, inner)])
  )
}
