export { steps, watched } from '../ground/happenings.js'
export { logFactsForLogger } from './facts_of_lines.js'
