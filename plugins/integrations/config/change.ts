import { refusedFields, text, type FieldError } from '@crossdock/kernel/http'
import { sameJson } from '@crossdock/kernel/json'
import { addressesIn, checkConfig, schemaOf, sealConfig, type Kind } from '@crossdock/kernel/kinds'
import { isMask, MASK } from '@crossdock/kernel/secrets'
import { isRecord } from '../calls/values.js'
import type { StoredConfig } from '../models/external_system.js'
import { masked } from './stored.js'

export type GivenConfig = Record<string, unknown> | null | undefined

/** One of the configurations of a system, and what is given to change it. */
export interface Side {
  at: 'config' | 'authConfig'
  /** What it is of so far; undefined of a new system, and where that is not installed. */
  before: Kind | undefined
  /** What it will be of. */
  kind: Kind | undefined
  /** What is said when that is not installed: nothing given can fit. */
  unknown: () => FieldError
  /** What is stored; undefined where its key is gone. */
  stored: StoredConfig | undefined
  given: GivenConfig
  /** What it asks for may be missing: credentials that are still to be entered, before anybody uses it. */
  mayLack: boolean
  /** Scheme, host and port of the base URL: an address there is no other place. */
  home: string | undefined
}

type Draft = Record<string, unknown> | undefined

/**
 * What is to be stored of the configurations of a system, undefined for one that stays as it is.
 * Parts that are not given stay, as do secrets that are given as their mask; a part that is given
 * replaces the whole of what it was, a map with all its entries. When a part that says where the
 * system is has changed, no secret stays: else whoever may change a system could have the secrets of
 * others, which the API never shows, sent to themselves. Each is then to be given anew or as null.
 * @param moves whether the system goes elsewhere anyway
 * @param context what the secrets are sealed for
 * @throws Problem 422
 */
export async function changedConfigs(
  sides: readonly Side[],
  moves: boolean,
  context: string
): Promise<(StoredConfig | undefined)[]> {
  const drafts = await fitting(sides, draftOf)
  const moved =
    sides.some(holdsSecrets) && (moves || sides.some((side, i) => leads(side, drafts[i])))
  if (!moved) return sides.map((side, i) => sealed(side, drafts[i], side.stored, context))
  refuse(sides.flatMap(enterAgain))
  const others = await fitting(sides, withoutSecrets)
  return sides.map((side, i) => sealed(side, others[i], {}, context))
}

/** What a side is to hold, secrets that stay as their mask; undefined when nothing changes. */
function draftOf({ before, kind, stored, given }: Side): Draft {
  if (given === null) return {}
  const shown = masked(stored)
  const draft = { ...knownTo(kind, before, shown), ...standing(given ?? {}, shown) }
  return before === kind && sameJson(set(draft), shown) ? undefined : draft
}

/** The same for one that keeps none of its secrets: what it asks for is given, the rest is not used. */
function withoutSecrets(side: Side): Draft {
  if (!holdsSecrets(side) || side.given === null) return draftOf(side)
  const kept = Object.entries(knownTo(side.kind, side.before, masked(side.stored)))
  return { ...Object.fromEntries(kept.filter(([, part]) => !holdsMask(part))), ...side.given }
}

async function fitting(sides: readonly Side[], make: (side: Side) => Draft): Promise<Draft[]> {
  const errors: FieldError[] = []
  const drafts: Draft[] = []
  for (const side of sides) {
    const draft = make(side)
    if (draft === undefined || (!side.kind && side.given === null)) drafts.push(draft)
    else if (!side.kind) errors.push(side.unknown())
    else {
      const checked = await checkConfig(side.kind, draft, side.at)
      const wrong = checked.errors?.filter(({ rule }) => !side.mayLack || rule !== 'required') ?? []
      errors.push(...wrong)
      drafts.push((checked.config as Draft) ?? draft)
    }
  }
  refuse(errors)
  return drafts
}

function sealed(
  { kind }: Side,
  draft: Draft,
  stored: StoredConfig | undefined,
  context: string
): StoredConfig | undefined {
  return draft && kind ? sealConfig(kind, draft, stored ?? {}, context) : draft
}

/** @throws Problem 422 when there is anything to say */
export function refuse(errors: FieldError[]): void {
  const [first, ...others] = errors
  if (first) throw refusedFields([first, ...others])
}

/**
 * Refuses the errors that the stored value does not have: a client may send back what it has read.
 * @throws Problem 422
 */
export function refuseNew(errors: FieldError[], stored: FieldError[]): void {
  const keyOf = ({ field, text }: FieldError) => JSON.stringify([field, text])
  const known = new Set(stored.map(keyOf))
  refuse(errors.filter((error) => !known.has(keyOf(error))))
}

const holdsSecrets = ({ stored }: Side): boolean =>
  stored === undefined || holdsMask(masked(stored))

/**
 * Secrets that would be kept: a part that holds one stays when it is left out, here as everywhere, and
 * so does its mask. What the chosen kind does not ask for goes without a question.
 */
function secretsKept({ at, before, kind, stored, given }: Side): string[] {
  if (given === null) return []
  if (stored === undefined) return given && !holdsMask(given) ? [] : [at]
  const { properties = {} } = kind ? schemaOf(kind) : {}
  const shown = Object.entries(knownTo(kind, before, masked(stored)))
  return shown
    .filter(([name, part]) => holdsMask(part) && !properties[name]?.['x-unused'])
    .map(([name]) => name)
    .filter((name) => given?.[name] === undefined || holdsMask(given[name]))
}

/** Whether a change makes a configuration lead elsewhere; one that is emptied leads nowhere. */
const leads = ({ before, kind, stored, given, home }: Side, draft: Draft): boolean =>
  draft !== undefined &&
  given !== null &&
  awayFrom(home, addressesIn(before, masked(stored))) !== awayFrom(home, addressesIn(kind, draft))

/** Addresses as `addressesIn` lists them, without those at home: a path there may be written, changed or left out. */
function awayFrom(home: string | undefined, addresses: string): string {
  const all = JSON.parse(addresses) as string[]
  return all.filter((one) => (JSON.parse(one) as unknown[])[1] !== home).join('\n')
}

function enterAgain(side: Side): FieldError[] {
  const names = secretsKept(side)
  if (names.length === 0) return []
  const sentence = text(
    'The address has changed. Enter the credentials again or set them to null ({names}): the stored ones were given for another host.',
    { names: names.join(', ') }
  )
  return [{ field: side.at, rule: 'moved', text: sentence }]
}

/** What a configuration of one kind has in common with another: the parts of that name. */
function knownTo(kind: Kind | undefined, before: Kind | undefined, shown: Record<string, unknown>) {
  if (!kind || kind === before) return shown
  const names = schemaOf(kind).properties ?? {}
  return Object.fromEntries(Object.entries(shown).filter(([name]) => Object.hasOwn(names, name)))
}

/** Without the masks that stand for nothing stored. */
function standing(
  given: Record<string, unknown>,
  shown: Record<string, unknown>
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const there = Object.hasOwn(shown, name) ? shown[name] : undefined
      if (isMask(value) && !isMask(there)) return []
      const inner = isRecord(value) ? standing(value, isRecord(there) ? there : {}) : value
      return [[name, inner] as const]
    })
  )
}

const set = (draft: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(draft).filter(([, part]) => part !== null && part !== undefined)
  )

/** Whether a secret given or shown as its mask stands anywhere in it, also in JSON that is sent as text. */
function holdsMask(value: unknown): boolean {
  if (typeof value === 'string') return value.includes(MASK)
  return typeof value === 'object' && value !== null && Object.values(value).some(holdsMask)
}
