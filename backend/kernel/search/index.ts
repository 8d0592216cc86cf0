export { manyRows, narrowedTo, searched, searchedByWords, searchIn } from './searched.js'
export { likePattern } from './term.js'
