export {
  foundRows,
  manyRows,
  narrowedTo,
  narrowToIds,
  searched,
  searchedByWords,
  searchIn,
} from './searched.js'
export { likePattern } from './term.js'
