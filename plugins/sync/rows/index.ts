/*
 * Functions by which passes write the tables that people read. Call them in transactions, in the environment of
 * the contract.
 */
export { lockedContract, setState } from './contract.js'
export {
  countDone,
  reduceReleased,
  releaseStop,
  endRun,
  resumeRun,
  openRun,
  openRunOf,
  stopRun,
  type RunProgress,
} from './run.js'
export { resolutionsDone, resolutionsOf, settleConflicts, type FoundConflict } from './conflicts.js'
export { replaceSkipped } from './skipped.js'
export { keepContents, type ToKeep } from './kept.js'
