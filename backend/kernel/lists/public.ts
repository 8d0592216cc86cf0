// The interface for external plugins; stays compatible from version to version.
export {
  defaultPageSize,
  isPlace,
  maxPageSize,
  parseList,
  period,
  type FilterRange,
  type FilterValue,
  type ListDefinition,
  type ListRequest,
} from './list.js'
export { Page, paginate, paginateTable, type Row } from './page.js'
export {
  fewRows,
  fold,
  narrowedTo,
  searched,
  searchedByWords,
  searchedOr,
  searchIn,
} from '../search/index.js'
