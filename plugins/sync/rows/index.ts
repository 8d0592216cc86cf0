/* What passes write into the tables that people read. Inside of transactions, in the environment of the contract. */
export { lockedContract, setState, type ContractState } from './contract.js'
export {
  countDone,
  endOpenRun,
  endRun,
  goOn,
  openRun,
  openRunOf,
  stopRun,
  type RunProgress,
} from './run.js'
export {
  mostOpen,
  resolutionsDone,
  resolutionsOf,
  settleConflicts,
  type FoundConflict,
} from './conflicts.js'
export { replaceSkipped } from './skipped.js'
export { arrived, keep, type ToKeep } from './kept.js'
