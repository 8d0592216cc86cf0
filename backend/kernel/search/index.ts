export { manyRows, searched, searchIn } from './searched.js'
export { likePattern } from './term.js'
