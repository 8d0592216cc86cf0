export { steps, watched } from '../ground/happenings.js'
export { factsOfLines } from './facts_of_lines.js'
