import { Problem, text, type FieldError, type Text } from '@crossdock/kernel/ground'
import { validate } from '@crossdock/kernel/shapes'
import vine from '@vinejs/vine'
import type { ReadRow } from '../csv/read_rows.js'
import type { User } from '../models/user.js'
import type { UserImportRow } from '../models/user_import_row.js'
import { allowedDomains, refusalOfAddress } from '../policies/addresses.js'
import { assertMayChange, assertMayGive } from '../policies/people.js'
import { newUser } from '../validators/user.js'

/** The person in a row; null leaves a field unchanged. */
export type Candidate = Pick<UserImportRow, 'firstName' | 'lastName' | 'role' | 'isActive'> & {
  email: string
}

/** What a row does, or its wrong column with the reason. */
export type RowResult = Pick<UserImportRow, 'outcome' | 'changes' | 'field' | 'problem'>

const rowShape = vine.create({ ...newUser, isActive: vine.string().optional() })

/** The values that spreadsheets write, in English and in German. */
const truths = new Map([
  ...['true', 'wahr', '1'].map((word) => [word, true] as const),
  ...['false', 'falsch', '0'].map((word) => [word, false] as const),
])

export const usualRole = 'user'

export const wrongRow = (field: string | null, problem: Text): RowResult => ({
  outcome: 'error',
  changes: [],
  field,
  problem,
})

/** Validates the cells of a row by the rules of the API. */
export async function readCandidate({ cells, problem }: ReadRow): Promise<Candidate | RowResult> {
  if (problem) return wrongRow(null, problem)
  const isActive = cells.get('isActive')
  const truth = isActive === undefined ? null : truths.get(isActive.toLowerCase())
  if (truth === undefined) {
    const sentence = text('"{value}" is neither true nor false.', { value: isActive ?? '' })
    return wrongRow('isActive', sentence)
  }
  try {
    const checked = (await validate(rowShape, Object.fromEntries(cells))) as Partial<Candidate>
    const { email, firstName = null, lastName = null, role = null } = checked
    return { email: email!, firstName, lastName, role, isActive: truth }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [first] = error.errors as [FieldError]
    return wrongRow(first.field, first.text)
  }
}

/** Judges rows by the rules of the API and the permissions of the caller. Caches the answer for each role. */
export class RowChecker {
  readonly #given = new Map<string, Text | null>()
  readonly #changed = new Set<string>()
  #domains: Promise<readonly string[]> | undefined

  /**
   * What a row does.
   * @param present the existing person, if any
   */
  async check(candidate: Candidate, present: User | undefined): Promise<RowResult> {
    const role = candidate.role ?? (present ? present.role : usualRole)
    if (role !== present?.role) {
      const refusal = await this.#refusalOf(role)
      if (refusal) return wrongRow('role', refusal)
    }
    if (!present) {
      const refusal = refusalOfAddress(candidate.email, await (this.#domains ??= allowedDomains()))
      if (refusal) return wrongRow('email', refusal)
      return { outcome: 'invite', changes: [], field: null, problem: null }
    }
    const changes = changesOf(candidate, present)
    if (changes.length === 0) return { outcome: 'unchanged', changes, field: null, problem: null }
    if (!this.#changed.has(present.role)) {
      const refusal = await catchRefusal(() => assertMayChange(present))
      if (refusal) return wrongRow('email', refusal)
      this.#changed.add(present.role)
    }
    return { outcome: 'change', changes, field: null, problem: null }
  }

  async #refusalOf(role: string): Promise<Text | null> {
    const known = this.#given.get(role)
    if (known !== undefined) return known
    const refusal = await catchRefusal(() => assertMayGive(role))
    this.#given.set(role, refusal)
    return refusal
  }
}

const compared = ['firstName', 'lastName', 'role', 'isActive'] as const

/** The fields whose value in the row differs from the stored one. */
function changesOf(candidate: Candidate, present: User): string[] {
  return compared.filter((name) => candidate[name] !== null && candidate[name] !== present[name])
}

async function catchRefusal(work: () => Promise<void>): Promise<Text | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (error instanceof Problem) return error.text
    throw error
  }
}
