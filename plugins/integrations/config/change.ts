import { refusedFields, text, type FieldError } from '@crossdock/kernel/ground'
import { sameJson } from '@crossdock/kernel/json'
import { addressesIn, checkConfig, schemaOf, sealConfig, type Kind } from '@crossdock/kernel/kinds'
import { isMask, MASK } from '@crossdock/kernel/secrets'
import { isRecord } from '../placeholders/values.js'
import type { StoredConfig } from '../models/external_system.js'
import { masked } from './stored.js'

export type GivenConfig = Record<string, unknown> | null | undefined

/** A change of one configuration of a system. */
export interface ConfigChange {
  at: 'config' | 'authConfig'
  /** The present kind; undefined for a new system, or if the kind is not installed. */
  before: Kind | undefined
  /** The future kind; undefined if it is not installed. */
  kind: Kind | undefined
  /** Returns the error for a future kind that is not installed: no given value can fit. */
  unknown: () => FieldError
  /** The stored value; undefined if its key is missing. */
  stored: StoredConfig | undefined
  given: GivenConfig
  /** Whether required credentials may be missing. They are entered before the first call. */
  mayLack: boolean
  /** Origin of the base URL. Other addresses with this origin do not count as another target. */
  home: string | undefined
}

type Draft = Record<string, unknown> | undefined

/**
 * Computes the new configurations of a system; undefined for an unchanged configuration. Omitted parts and masked
 * secrets are kept. A given part replaces the whole stored part; a given map replaces all its entries. If a part
 * that locates the system changes, no secret is kept: each must be given again, or as null. Otherwise a person who
 * may change a system could send its secrets to their own server.
 * @param moves whether the base URL or the connector changes the target
 * @param context the context for which the secrets are sealed
 * @throws Problem 422
 */
export async function changeConfigs(
  changes: readonly ConfigChange[],
  moves: boolean,
  context: string
): Promise<(StoredConfig | undefined)[]> {
  const drafts = await checkDrafts(changes, draftOf)
  const moved =
    changes.some(holdsSecrets) &&
    (moves || changes.some((change, i) => pointsElsewhere(change, drafts[i])))
  if (!moved)
    return changes.map((change, i) => sealDraft(change, drafts[i], change.stored, context))
  refuse(changes.flatMap(enterAgain))
  const others = await checkDrafts(changes, withoutSecrets)
  return changes.map((change, i) => sealDraft(change, others[i], {}, context))
}

/** Returns the new value of a configuration, with masks for kept secrets; undefined if nothing changes. */
function draftOf({ before, kind, stored, given }: ConfigChange): Draft {
  if (given === null) return {}
  const shown = masked(stored)
  const draft = { ...sharedParts(kind, before, shown), ...withoutStrayMasks(given ?? {}, shown) }
  return before === kind && sameJson(setParts(draft), shown) ? undefined : draft
}

/** Like `draftOf`, without kept secrets. Required secrets must be given; the others are dropped. */
function withoutSecrets(change: ConfigChange): Draft {
  if (!holdsSecrets(change) || change.given === null) return draftOf(change)
  const kept = Object.entries(sharedParts(change.kind, change.before, masked(change.stored)))
  return { ...Object.fromEntries(kept.filter(([, part]) => !holdsMask(part))), ...change.given }
}

async function checkDrafts(
  changes: readonly ConfigChange[],
  make: (change: ConfigChange) => Draft
): Promise<Draft[]> {
  const errors: FieldError[] = []
  const drafts: Draft[] = []
  for (const change of changes) {
    const draft = make(change)
    if (draft === undefined || (!change.kind && change.given === null)) drafts.push(draft)
    else if (!change.kind) errors.push(change.unknown())
    else {
      const checked = await checkConfig(change.kind, draft, change.at)
      const wrong =
        checked.errors?.filter(({ rule }) => !change.mayLack || rule !== 'required') ?? []
      errors.push(...wrong)
      drafts.push((checked.config as Draft) ?? draft)
    }
  }
  refuse(errors)
  return drafts
}

function sealDraft(
  { kind }: ConfigChange,
  draft: Draft,
  stored: StoredConfig | undefined,
  context: string
): StoredConfig | undefined {
  return draft && kind ? sealConfig(kind, draft, stored ?? {}, context) : draft
}

/**
 * Refuses a request that has errors.
 * @throws Problem 422 if there are any
 */
export function refuse(errors: FieldError[]): void {
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
}

/**
 * Refuses new errors. Errors that the stored value already has are allowed, because a client may send back what it
 * has read.
 * @throws Problem 422
 */
export function refuseNew(errors: FieldError[], stored: FieldError[]): void {
  const keyOf = ({ field, text }: FieldError) => JSON.stringify([field, text])
  const known = new Set(stored.map(keyOf))
  refuse(errors.filter((error) => !known.has(keyOf(error))))
}

const holdsSecrets = ({ stored }: ConfigChange): boolean =>
  stored === undefined || holdsMask(masked(stored))

/**
 * Returns the names of secrets that would be kept: omitted ones, and those given as their mask. Secrets that the
 * new kind does not use are dropped silently.
 */
function secretsKept({ at, before, kind, stored, given }: ConfigChange): string[] {
  if (given === null) return []
  if (stored === undefined) return given && !holdsMask(given) ? [] : [at]
  const { properties = {} } = kind ? schemaOf(kind) : {}
  const shown = Object.entries(sharedParts(kind, before, masked(stored)))
  return shown
    .filter(([name, part]) => holdsMask(part) && !properties[name]?.['x-unused'])
    .map(([name]) => name)
    .filter((name) => given?.[name] === undefined || holdsMask(given[name]))
}

/**
 * Returns whether a change makes a configuration point to another target. An emptied configuration has no
 * target.
 */
const pointsElsewhere = (
  { before, kind, stored, given, home }: ConfigChange,
  draft: Draft
): boolean =>
  draft !== undefined &&
  given !== null &&
  withoutHome(home, addressesIn(before, masked(stored))) !==
    withoutHome(home, addressesIn(kind, draft))

/** Removes addresses with the origin `home`: paths on that host may be added, changed or omitted. */
function withoutHome(home: string | undefined, addresses: string): string {
  const all = JSON.parse(addresses) as string[]
  return all.filter((one) => (JSON.parse(one) as unknown[])[1] !== home).join('\n')
}

function enterAgain(change: ConfigChange): FieldError[] {
  const names = secretsKept(change)
  if (names.length === 0) return []
  const sentence = text(
    'The address has changed. Enter the credentials again or set them to null ({names}): the stored ones were given for another host.',
    { names: names.join(', ') }
  )
  return [{ field: change.at, rule: 'moved', text: sentence }]
}

/** Returns the parts that two kinds have in common, by name. */
function sharedParts(
  kind: Kind | undefined,
  before: Kind | undefined,
  shown: Record<string, unknown>
) {
  if (!kind || kind === before) return shown
  const names = schemaOf(kind).properties ?? {}
  return Object.fromEntries(Object.entries(shown).filter(([name]) => Object.hasOwn(names, name)))
}

/** Removes masks for which no value is stored. */
function withoutStrayMasks(
  given: Record<string, unknown>,
  shown: Record<string, unknown>
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const there = Object.hasOwn(shown, name) ? shown[name] : undefined
      if (isMask(value) && !isMask(there)) return []
      const inner = isRecord(value) ? withoutStrayMasks(value, isRecord(there) ? there : {}) : value
      return [[name, inner] as const]
    })
  )
}

const setParts = (draft: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(draft).filter(([, part]) => part !== null && part !== undefined)
  )

/** Returns whether a value contains the mask anywhere, also in JSON that is sent as text. */
function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MASK)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMask)
}
