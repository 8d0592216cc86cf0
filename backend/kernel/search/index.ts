export { fold } from '../ground/fold.js'
export {
  areCommon,
  fewRows,
  foundRows,
  manyRows,
  narrowedTo,
  narrowToIds,
  searched,
  searchedByWords,
  searchedOr,
  searchIn,
  IndexSearch,
} from './searched.js'
