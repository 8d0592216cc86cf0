import type { Text } from '@crossdock/kernel/ground'
import type {
  Carried,
  Held,
  PromotedDefinition,
  PromotedRef,
  PromotedRow,
} from '../contracts/index.js'
import type { TenantEnvironment } from '../models/tenant_environment.js'
import type { Difference } from './plan/differences.js'

export const actions = ['create', 'update', 'same'] as const
export type Action = (typeof actions)[number]

/** The planned or completed change of a row, as shown and stored. */
export interface PlannedItem {
  kind: string
  name: string
  sourceId: string
  /** null until the row is created. */
  targetId: string | null
  action: Action
  /** Whether the counterpart was found by name, because no promotion has paired the row before. */
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

/** A warning for the person who promotes. */
export interface Warning {
  code: (typeof warningCodes)[number]
  /** Kind of the item; null if the warning is about the environment. */
  kind: string | null
  name: string | null
  text: Text
}

/** An item with all data that promoting it needs. */
export interface Step {
  item: PlannedItem
  source: PromotedRow
  target: PromotedRow | undefined
  carried: Carried
}

/** The planned changes. */
export interface Plan {
  steps: Step[]
  warnings: Warning[]
  fingerprint: string
}

/** The data to undo the change of one row. */
export interface Undo extends PromotedRef {
  name: string
  /** The previous definition; null: the row was created. */
  before: PromotedDefinition | null
  /** Places of credentials before the promotion. */
  held?: readonly Held[]
  /** Hash of the promoted definition. If the present hash differs, the row was changed since. */
  after: string
}

/** The two environments and the plan. */
export interface Planned {
  source: TenantEnvironment
  target: TenantEnvironment
  plan: Plan
}
