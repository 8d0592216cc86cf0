import { runTexts } from './runs.de.js'

/** German for sync contracts, their runs and their conflicts. */
export default { ...runTexts }
