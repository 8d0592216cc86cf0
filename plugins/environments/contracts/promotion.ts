import type { Text } from '@crossdock/kernel/ground'
import { isNested } from '@crossdock/kernel/json'
import { isMask } from '@crossdock/kernel/secrets'
import { extensionPoint, type PermissionRef } from '@crossdock/kernel/plugin'

/** A reference to a row: its id, and the name of its kind in `promotedKinds`. */
export interface PromotedRef {
  kind: string
  id: string
}

/** The promoted content of a row: JSON without credentials. */
export type PromotedDefinition = Readonly<Record<string, unknown>>

/** A credential that is set: where it is stored, never its value. */
export interface Held {
  /** Id of the row that contains it. */
  id: string
  name: string
  place: string
  /** Identifies the place when `place` contains a name that may change. */
  key?: string
}

/** A row of an environment with the data that promotion needs. */
export interface PromotedRow {
  id: string
  name: string
  isActive: boolean
  /** The row that owns it. Its counterpart belongs to the owner's counterpart. */
  owner?: PromotedRef
  definition: PromotedDefinition
  /**
   * Other rows that this row references, including its owner. References to kinds that cannot be promoted stay
   * unchanged.
   */
  references: readonly PromotedRef[]
  /** Names of the credentials that are set, never their values: `authConfig.accessToken`. */
  credentials: readonly string[]
  /** All credentials of the row and its parts, if `credentials` does not list all of them. */
  held?: readonly Held[]
  /** Names of the environment variables for which the stored row has placeholders. */
  variables: readonly string[]
}

/** An address that the target keeps. */
export interface KeptAddress {
  field: string
  source: string
  target: string
}

/** The planned content of a row in the target. */
export interface Carried {
  definition: PromotedDefinition
  /** Whether a new row becomes active. An existing row keeps its state. */
  isActive: boolean
  /** Names of credentials that have to be entered in the target afterwards. */
  lacking: readonly string[]
  /** Names of credentials in the target that are deleted. */
  deleted: readonly string[]
  /** Places whose values look like literal credentials and are promoted unchanged. */
  written: readonly string[]
  /** Names of the variables for which the planned content has placeholders. */
  variables: readonly string[]
  /** Literal hosts of the target that differ from those of the source and stay. */
  kept: readonly KeptAddress[]
  /** Names of fields that are promoted with a literal host. */
  literal: readonly string[]
  /** Further notes for the person who promotes. */
  notes: readonly Text[]
}

/**
 * A kind of rows that can be promoted from one environment to another. All methods run in the tenant's scope and
 * in the given environment. `create`, `update` and `remove` run in the open transaction. They use the same code
 * as manual changes, with its checks, limits, events and versions.
 */
export interface PromotedKind<Row extends PromotedRow = PromotedRow> {
  /** What people call one row of this kind. */
  label: Text
  read: PermissionRef
  write: PermissionRef
  /** Returns what people call a part of a definition that has its own id. */
  partName?: (part: object) => string | undefined
  /** The limit that new rows count against. */
  meter: string
  /** Names of kinds whose rows this kind references. They are promoted first. */
  after: readonly string[]
  /**
   * Existing rows of these ids.
   * @param lock whether to lock them until the transaction ends
   */
  rows(ids: readonly string[], options: { lock: boolean }): Promise<Row[]>
  /** Existing rows of these names, oldest first. */
  named(names: readonly string[]): Promise<Row[]>
  /**
   * Returns the planned content of the counterpart. Reads nothing from the database.
   * @param target the present counterpart; undefined if it has to be created
   * @param idOf returns the counterpart of a referenced row, even if it is only planned yet
   */
  carry(source: Row, target: Row | undefined, idOf: (ref: PromotedRef) => string): Carried
  /**
   * Creates a row.
   * @returns the id of the row
   * @throws Problem like a manual creation
   */
  create(carried: Carried, source: Row): Promise<string>
  /**
   * Replaces the definition of a row. Keeps its credentials, but deletes those that would be sent to another
   * address.
   * @throws Problem
   */
  update(id: string, definition: PromotedDefinition): Promise<void>
  /**
   * Returns why the caller may not save a row, with the text of the save error. It covers only reasons in
   * addition to the permission `write`.
   */
  refusal?(definition: PromotedDefinition): Promise<Text | undefined>
  /**
   * Deletes a row.
   * @throws Problem, also if a row that was created later depends on it
   */
  remove(id: string): Promise<void>
  /** Rows of this kind that reference one of these rows of any kind. */
  users(ids: readonly string[]): Promise<{ id: string; name: string }[]>
}

/** The kinds that can be promoted, by their names in `reference()`: `systems`, `endpoints`, `workflows`. */
export const promotedKinds = extensionPoint<PromotedKind>('environments.promotedKinds')

/**
 * Removes the credentials from a configuration.
 * @param shown the configuration with its secrets masked
 * @returns the rest, and the places of the credentials
 */
export function withoutCredentials(
  shown: unknown,
  path = ''
): { plain: unknown; credentials: string[] } {
  if (isMask(shown)) return { plain: undefined, credentials: [path] }
  if (!isNested(shown)) return { plain: shown, credentials: [] }
  const credentials: string[] = []
  const parts = Object.entries(shown).flatMap(([name, part]) => {
    // People count list entries from 1.
    const called = Array.isArray(shown) ? String(Number(name) + 1) : name
    const inner = withoutCredentials(part, path ? `${path}.${called}` : called)
    credentials.push(...inner.credentials)
    return inner.plain === undefined ? [] : [[name, inner.plain] as const]
  })
  const plain = Array.isArray(shown) ? parts.map(([, part]) => part) : Object.fromEntries(parts)
  return { plain, credentials }
}
