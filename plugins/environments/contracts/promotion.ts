import type { Text } from '@crossdock/kernel/http'
import { isNested } from '@crossdock/kernel/json'
import { isMask } from '@crossdock/kernel/secrets'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'

/** A row by the kind it is of, the name under which that is among `promotedKinds`. */
export interface PromotedRef {
  kind: string
  id: string
}

/** What is carried of a row: JSON, without credentials. */
export type PromotedDefinition = Readonly<Record<string, unknown>>

/** Where a credential is set, never its value. */
export interface Held {
  /** Of the row it stands in. */
  id: string
  name: string
  place: string
  /** What the place is recognized by, where it is shown with a name that may change. */
  key?: string
}

/** A row of an environment as far as promotion is concerned. */
export interface PromotedRow {
  id: string
  name: string
  isActive: boolean
  /** The row it belongs to: a counterpart lies in that one's counterpart. */
  owner?: PromotedRef
  definition: PromotedDefinition
  /** Other rows it names, its owner too; those of kinds that nobody promotes are left as they are. */
  references: readonly PromotedRef[]
  /** Names of the credentials that are set: `authConfig.accessToken`. Never their values. */
  credentials: readonly string[]
  /** All that it holds and what belongs to it, where that is more than these names say. */
  held?: readonly Held[]
  /** Names of variables of the environment it has places for, as it stands. */
  variables: readonly string[]
}

/** An address that stays as the target has it. */
export interface KeptAddress {
  field: string
  source: string
  target: string
}

/** What a row of the target is to be. */
export interface Carried {
  definition: PromotedDefinition
  /** Whether it is active where it is new; one that is there stays as it is. */
  isActive: boolean
  /** Names of credentials that have to be entered in the target afterwards. */
  lacking: readonly string[]
  /** Names of credentials of the target that are deleted. */
  deleted: readonly string[]
  /** Places that look like credentials and are carried as they are written. */
  written: readonly string[]
  /** Names of variables it has places for. */
  variables: readonly string[]
  /** Addresses of hosts that stand in both as they are written. */
  kept: readonly KeptAddress[]
  /** Names of fields that are taken along with a host as it is written. */
  literal: readonly string[]
  /** What else whoever promotes should know. */
  notes: readonly Text[]
}

/**
 * A kind of rows that can be carried from one environment to another. Everything runs inside the tenant and the environment
 * that is asked, `create`, `update` and `remove` in the open transaction by the ways by which people do the same, with their
 * checks, limits, events and versions.
 */
export interface PromotedKind<Row extends PromotedRow = PromotedRow> {
  /** What people call one. */
  label: Text
  read: PermissionRef
  write: PermissionRef
  /** What people call a part of a definition that has an id itself. */
  partName?: (part: object) => string | undefined
  /** The limit that new ones count against. */
  meter: string
  /** Kinds whose rows it names: these are carried before. */
  after: readonly string[]
  /** Those that are there. @param lock whether nobody else may change them before the transaction ends */
  rows(ids: readonly string[], options: { lock: boolean }): Promise<Row[]>
  /** Those of these names, the oldest first. */
  named(names: readonly string[]): Promise<Row[]>
  /**
   * What the counterpart is to be. Reads nothing.
   * @param target as it is; undefined: it is to be made
   * @param idOf the counterpart of what is named, also of what is only planned yet
   */
  carry(source: Row, target: Row | undefined, idOf: (ref: PromotedRef) => string): Carried
  /** @returns its id. @throws Problem as where people make one */
  create(carried: Carried, source: Row): Promise<string>
  /** Gives a row another definition; credentials stay, unless they would be sent elsewhere: then they are gone. @throws Problem */
  update(id: string, definition: PromotedDefinition): Promise<void>
  /** Why the caller may not save one, as saving would say it; only where that is not told by `write`. */
  refusal?(definition: PromotedDefinition): Promise<Text | undefined>
  /** @throws Problem, also when something hangs on it that was made since */
  remove(id: string): Promise<void>
  /** Rows of this kind that name one of these of any kind. */
  users(ids: readonly string[]): Promise<{ id: string; name: string }[]>
}

/** What can be promoted, by the name its kind has in `reference()`: `systems`, `endpoints`, `workflows`. */
export const promotedKinds = extensionPoint<PromotedKind>('environments.promotedKinds')

/**
 * A configuration without its credentials, and where these stand.
 * @param shown with its secrets masked
 */
export function withoutCredentials(
  shown: unknown,
  path = ''
): { plain: unknown; credentials: string[] } {
  if (isMask(shown)) return { plain: undefined, credentials: [path] }
  if (!isNested(shown)) return { plain: shown, credentials: [] }
  const credentials: string[] = []
  const parts = Object.entries(shown).flatMap(([name, part]) => {
    // People count from 1.
    const called = Array.isArray(shown) ? String(Number(name) + 1) : name
    const inner = withoutCredentials(part, path ? `${path}.${called}` : called)
    credentials.push(...inner.credentials)
    return inner.plain === undefined ? [] : [[name, inner.plain] as const]
  })
  const plain = Array.isArray(shown) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  return { plain, credentials }
}
