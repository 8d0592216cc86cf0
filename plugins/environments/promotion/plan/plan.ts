import type { Text } from '@crossdock/kernel/http'
import type {
  Carried,
  Held,
  PromotedDefinition,
  PromotedRef,
  PromotedRow,
} from '../../contracts/index.js'
import type { Difference } from './differences.js'

export const actions = ['create', 'update', 'same'] as const
export type Action = (typeof actions)[number]

/** What becomes of a row, as it is shown and kept. */
export interface PlannedItem {
  kind: string
  name: string
  sourceId: string
  /** null as long as it is only planned to be made. */
  targetId: string | null
  action: Action
  /** Its counterpart was found by its name: nothing was promoted to it before. */
  byName: boolean
  changes: Difference[]
}

export const warningCodes = [
  'ambiguous_name',
  'credentials_deleted',
  'credentials_missing',
  'credentials_written',
  'limit_passed',
  'literal_host',
  'note',
  'refused',
  'variable_missing',
] as const

/** What whoever promotes should know. */
export interface Warning {
  code: (typeof warningCodes)[number]
  /** Of the item it is about; null: of the environment. */
  kind: string | null
  name: string | null
  text: Text
}

/** An item with all that carrying it takes. */
export interface Step {
  item: PlannedItem
  source: PromotedRow
  target: PromotedRow | undefined
  carried: Carried
}

/** What would be done. */
export interface Plan {
  steps: Step[]
  warnings: Warning[]
  fingerprint: string
}

/** How one row goes back. */
export interface Undo extends PromotedRef {
  name: string
  /** What it was before; null: it was made. */
  before: PromotedDefinition | null
  /** Where there were credentials before. */
  held?: readonly Held[]
  /** Tells whether it has been changed since. */
  after: string
}
