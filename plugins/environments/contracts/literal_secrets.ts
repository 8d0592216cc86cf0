import { isNested, isNumber } from '@crossdock/kernel/json'
import { MASK, isMask, redact } from '@crossdock/kernel/secrets'

/** Names that people give to secrets in requests, in addition to the names that logs mask. */
const requestSecretName = /(^|[_. -])(auth|pass|pwd|pw)([_. -]|$)|^(x[_-])?key$/i
const placeholderPattern = String.raw`\{[\w.-]+(?:\[(?:\d+|"(?:[^"\\]|\\.)*")\][\w.-]*)*\}`
const placeholder = new RegExp(placeholderPattern, 'g')
/** A parameter whose value is a placeholder: `token="{variables.TOKEN}"`. */
const filledParameter = new RegExp(String.raw`[\w.-]+=\s*"?${placeholderPattern}"?`, 'g')
const scheme = /^\s*(bearer|basic|token|digest|negotiate|api-?key|key)\b/i

/** Returns whether a name indicates a key, a token or a password. */
export function isSecretName(name: string): boolean {
  const words = name.replace(/([a-z0-9])([A-Z])/g, '$1_$2')
  return (
    requestSecretName.test(words) ||
    isMask((redact({ [name]: 'value' }) as Record<string, unknown>)[name])
  )
}

/** Returns whether a value has a literal part: more than placeholders and the authentication scheme. */
export function hasLiteralPart(value: unknown): boolean {
  if (isNumber(value)) return true
  if (isNested(value)) return Object.values(value).some(hasLiteralPart)
  if (typeof value !== 'string') return false
  const literal = value.replace(filledParameter, '').replace(placeholder, '').replace(scheme, '')
  return /[\p{L}\p{N}]/u.test(literal)
}

/** Returns whether a literal secret is stored under a name that indicates one. */
const isNamedSecret = (name: string, value: unknown): boolean =>
  isSecretName(name) && hasLiteralPart(value)

/** Returns whether a text contains a secret together with its name or scheme: `api_key=…`, `Bearer …`. */
export function holdsSecret(text: string): boolean {
  const written = text.replace(placeholder, '')
  return redact(written) !== written
}

/** Returns whether a value is a literal secret, by its name or its content: `Bearer …` under any name. */
export const isSecret = (name: string, value: unknown): boolean =>
  isNamedSecret(name, value) || (typeof value === 'string' && holdsSecret(value))

/**
 * Returns the paths at which a value contains something that looks like a literal secret, at any depth. The
 * secrets themselves are never returned.
 * @param path of the value; the returned paths begin with it
 */
export function secretPlaces(value: unknown, path: string): string[] {
  if (typeof value === 'string') return holdsSecret(value) ? [path] : []
  if (!isNested(value)) return []
  return Object.entries(value).flatMap(([name, part]) => {
    const at = `${path}.${Array.isArray(value) ? String(Number(name) + 1) : name}`
    return isNamedSecret(name, part) ? [at] : secretPlaces(part, at)
  })
}

/**
 * Masks everything in a value that looks like a secret, so that people may see it.
 * @param name of the value, if it has a name
 */
export function withoutSecrets(value: unknown, name = ''): unknown {
  if (isNamedSecret(name, value)) return MASK
  if (typeof value === 'string') return holdsSecret(value) ? redact(value) : value
  if (Array.isArray(value)) return value.map((part) => withoutSecrets(part))
  if (!isNested(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([inner, part]) => [inner, withoutSecrets(part, inner)])
  )
}
