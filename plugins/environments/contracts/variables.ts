import { english, text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { isNested } from '@crossdock/kernel/json'
import { extensionPoint, service, type PermissionRef } from '@crossdock/kernel/plugin'

/** The pattern of valid names of variables. Only upper case is allowed, so no two names differ only in case. */
export const variableName = /^[A-Z][A-Z0-9_]{0,63}$/

/** Creates a pattern that finds the placeholders for variables in a text. */
export const variablePlace = () => /\{variables\.([A-Z][A-Z0-9_]{0,63})\}/g

/** Returns the names of the variables for which a text has placeholders. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePlace())].map(([, name]) => name!)),
]

/** Finds texts that look like a placeholder for a variable, also with spaces or in lower case. */
const placeholderLike = /\{\s*variables\s*[.[][^{}\n]{0,80}\}/gi

/**
 * Returns errors for misspelled placeholders in the texts of a value. Without this check they would be sent
 * literally.
 * @param field path of the value in the request body
 */
export function refusedPlaces(value: unknown, field: string): FieldError[] {
  if (typeof value === 'string') {
    const places = new Set([...value.matchAll(variablePlace())].map(({ index }) => index))
    return [...value.matchAll(placeholderLike)]
      .filter(({ index }) => !places.has(index))
      .map(([written]) => ({ field, rule: 'template', text: noPlace(written) }))
  }
  if (!isNested(value)) return []
  return Object.entries(value).flatMap(([name, inner]) => refusedPlaces(inner, `${field}.${name}`))
}

function noPlace(written: string): Text {
  const inner = written.replace(/^\{\s*variables\s*[.[]|\s*\}?$/gi, '')
  const meant = inner
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  return text(
    '{text} is not a valid placeholder for a variable. Write {right}: capital letters, digits and _.',
    {
      text: written,
      right: `{variables.${variableName.test(meant) ? meant : 'NAME'}}`,
    }
  )
}

/** A variable without a usable value: missing, circular, too deep or too long. A retry does not help. */
export class VariableRefused extends Error {
  override name = 'VariableRefused'

  constructor(
    readonly text: Text,
    /** The chain of variables that leads to the variable that fails. */
    readonly path: readonly string[]
  ) {
    super(english(text))
  }
}

/** A variable in a list of choices. */
export interface KnownVariable {
  name: string
  /** The literal value; null for a secret. */
  value: string | null
  isSecret: boolean
}

/** A snapshot of the variables of one environment, for one call or run. */
export interface VariableReader {
  /**
   * Returns the value of a variable, with its own placeholders filled.
   * @throws VariableRefused, SecretError
   */
  value(name: string): string
  has(name: string): boolean
  all(): KnownVariable[]
  /** Returns those of the values read so far that must not be shown: secrets, and values that contain a secret. */
  secrets(): string[]
}

export interface EnvironmentVariables {
  /** Reads the variables of the context's environment, or of `production` outside any environment. */
  read(): Promise<VariableReader>
}

/** The service by which plugins fill placeholders for variables. */
export const environmentVariables = service<EnvironmentVariables>('environments.variables')

/** An object that has placeholders for variables. */
export interface VariableUse {
  /** `system`, `endpoint`, `workflow`: determines the console's link. */
  type: string
  id: string
  name: string
  variables: readonly string[]
}

/** A kind of objects that have placeholders for variables. */
export interface VariableUser {
  /** The permission to see which objects use a variable. Without it the caller sees only their number. */
  permission: PermissionRef
  /**
   * Returns the uses of variables in the context's environment. It may read all rows of the kind, because the
   * environment limits their number. A table of references would need updates by every save, restore and promotion.
   */
  uses(): Promise<VariableUse[]>
}

/** The kinds of objects that use variables. */
export const variableUsers = extensionPoint<VariableUser>('environments.variableUsers')
