import { text, type FieldError } from '@crossdock/kernel/ground'
import { authTypes, connectors, type AnyConnector, type AuthTypeKind } from '../contracts/index.js'

/** The kinds of a system; undefined if the kind is not installed. */
export interface Kinds {
  connector: AnyConnector | undefined
  authType: AuthTypeKind | undefined
}

export interface KindNames {
  systemType: string
  authType: string
}

export function kindsOf({ systemType, authType }: KindNames): Kinds {
  return { connector: connectors.get(systemType), authType: authTypes.get(authType) }
}

/** Returns errors of a choice of kinds: unknown names, and kinds that do not fit each other. */
export function kindErrors(names: KindNames): FieldError[] {
  const { connector, authType } = kindsOf(names)
  const errors: FieldError[] = []
  if (!connector) errors.push(unknownConnector(names.systemType))
  if (!authType) errors.push(unknownAuthType(names.authType))
  if (connector && authType && !connector.authTypes.includes(names.authType)) {
    const known = connector.authTypes.join(', ')
    const sentence = text('{connector} does not know the authentication {name}. Known: {known}.', {
      connector: connector.label,
      name: names.authType,
      known,
    })
    errors.push({ field: 'authType', rule: 'enum', text: sentence })
  }
  return errors
}

export function unknownConnector(name: string): FieldError {
  const known = namesOf(connectors)
  const sentence = text('There is no connector for the system type "{name}". Known: {known}.', {
    name,
    known,
  })
  return { field: 'systemType', rule: 'enum', text: sentence }
}

export function unknownAuthType(name: string): FieldError {
  const known = namesOf(authTypes)
  const sentence = text('There is no authentication type "{name}". Known: {known}.', {
    name,
    known,
  })
  return { field: 'authType', rule: 'enum', text: sentence }
}

const namesOf = (point: { entries(): [string, unknown][] }): string =>
  point
    .entries()
    .map(([name]) => name)
    .join(', ')
