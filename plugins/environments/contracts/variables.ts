import { english, text, type FieldError, type Text } from '@crossdock/kernel/http'
import { isNested } from '@crossdock/kernel/json'
import { extensionPoint, service, type PermissionRef } from '@crossdock/kernel/plugin'

/** What a variable may be called: names differ in more than the case of their letters. */
export const variableName = /^[A-Z][A-Z0-9_]{0,63}$/

/** A place in a text where the value of a variable is put. */
export const variablePlace = () => /\{variables\.([A-Z][A-Z0-9_]{0,63})\}/g

/** The names of the variables a text has places for. */
export const variablesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(variablePlace())].map(([, name]) => name!)),
]

/** A text that begins like a placeholder for a variable, also with blanks or in lower case. */
const likePlace = /\{\s*variables\s*[.[][^{}\n]{0,80}\}/gi

/**
 * Errors for misspelled placeholders for variables in the texts of a value: they would be sent as written.
 * @param field path of the value in the request body
 */
export function refusedPlaces(value: unknown, field: string): FieldError[] {
  if (typeof value === 'string') {
    const places = new Set([...value.matchAll(variablePlace())].map(({ index }) => index))
    return [...value.matchAll(likePlace)]
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

/** A variable that has no value to give: missing, circular, too deep, too long. Trying again does not help. */
export class VariableRefused extends Error {
  override name = 'VariableRefused'

  constructor(
    readonly text: Text,
    /** The variables on the way to where it fails. */
    readonly path: readonly string[]
  ) {
    super(english(text))
  }
}

/** What is shown of a variable to choose from. */
export interface KnownVariable {
  name: string
  /** As it was entered; null of a secret. */
  value: string | null
  isSecret: boolean
}

/** The variables of one environment, as they are now, for one piece of work. */
export interface VariableReader {
  /** The value of one, its own places filled. @throws VariableRefused, SecretError */
  value(name: string): string
  has(name: string): boolean
  all(): KnownVariable[]
  /** What it has given so far that nobody may be told: the values of secrets, and such as hold one. */
  secrets(): string[]
}

export interface EnvironmentVariables {
  /** Those of the context's environment: of `production` outside of any. */
  read(): Promise<VariableReader>
}

/** Variables for plugins that fill places. */
export const environmentVariables = service<EnvironmentVariables>('environments.variables')

/** Something that has places for variables. */
export interface VariableUse {
  /** `system`, `endpoint`, `workflow`: what the console links to. */
  type: string
  id: string
  name: string
  variables: readonly string[]
}

/** A kind of things that have places for variables. */
export interface VariableUser {
  /** Who may see which there are; others are told how many. */
  permission: PermissionRef
  /**
   * Which of the context's environment have places. It looks at the rows of that environment, which its limits bound, and not
   * at references kept beside them: those would have to be kept by whatever saves, restores or promotes such rows.
   */
  uses(): Promise<VariableUse[]>
}

/** Who uses variables. */
export const variableUsers = extensionPoint<VariableUser>('environments.variableUsers')
