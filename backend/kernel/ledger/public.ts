// The interface for external plugins; stays compatible from version to version.
export { ledger, type Ledger, type OwnLimit, type Used } from './ledger.js'
export {
  environmentLimits,
  meters,
  type EnvironmentLimits,
  type HeldMeter,
  type Limits,
  type Meter,
  type Place,
  type Refused,
  type SizeMeter,
  type StockMeter,
  type WindowMeter,
} from './meters.js'
export { countedIn } from './counted_in.js'
export { countUse, type UseField } from './use.js'
