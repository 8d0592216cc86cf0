import type { Plan, ReadingChoices } from '../../definitions/plan.js'
import { readDescription } from './read_description.js'
import { Unreadable } from './unreadable.js'

/** Input and output of the thread. */
export interface ReadRequest {
  text: string
  choices: ReadingChoices
}
export type Reply =
  | { plan: Plan }
  | { unreadable: { code: string; params: Record<string, string | number> } }

function read({ text, choices }: ReadRequest): Reply {
  try {
    return { plan: readDescription(text, choices) }
  } catch (error) {
    if (error instanceof Unreadable) {
      return { unreadable: { code: error.code, params: error.params } }
    }
    // The document is nested more deeply than the stack of the thread allows.
    if (error instanceof RangeError) return { unreadable: { code: 'tooMuchWork', params: {} } }
    throw error
  }
}

// Exits together with the parent process.
process.on('disconnect', () => process.exit())
process.on('message', (request: ReadRequest) => process.send!(read(request)))
process.send!('ready')
