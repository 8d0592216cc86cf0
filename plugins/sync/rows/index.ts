/* What passes write into the tables that people read. Inside of transactions, in the environment of the contract. */
export { lockedContract, setState } from './contract.js'
export { countDone, endRun, goOn, openRun, openRunOf, stopRun, type RunProgress } from './run.js'
export { resolutionsDone, resolutionsOf, settleConflicts, type FoundConflict } from './conflicts.js'
export { replaceSkipped } from './skipped.js'
export { keep, type ToKeep } from './kept.js'
