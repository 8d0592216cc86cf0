import { parseJson } from '@crossdock/kernel/json'
import { secrets, SecretError } from '@crossdock/kernel/secrets'
import type { StepResult } from '../models/step_result.js'
import type { StepState } from './step_state.js'

/** The parts of a checkpoint that people see masked and later steps read in clear. */
interface Sealed {
  output: unknown
  items: unknown[] | null
}

interface Where {
  run_id: string
  path: string
}

const contextOf = ({ run_id, path }: Where) => `flow_step_results:${run_id}:${path}`

/** Seals the output and the items of a step, to be stored next to their masked form. */
export function sealed(
  where: Where,
  { output, entry }: Pick<StepState, 'output' | 'entry'>
): string {
  const real: Sealed = { output: output.value, items: entry?.items ?? null }
  return secrets.use().seal(JSON.stringify(real), contextOf(where))
}

/**
 * Opens the sealed parts of a step; returns undefined if there are none or if their key is missing. Later steps
 * then read the masked form, and a step that reads a mask fails.
 */
export function unsealed({ sealed: text, runId, path }: StepResult): Sealed | undefined {
  if (text === null) return undefined
  try {
    return parseJson(secrets.use().open(text, contextOf({ run_id: runId, path }))) as Sealed
  } catch (error) {
    if (error instanceof SecretError) return undefined
    throw error
  }
}
