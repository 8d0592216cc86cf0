/** The values of the API, defined in contracts/step_type.ts and definition/step_settings.ts. */
export const errorFamilies = [
  'timeout',
  'refused',
  'auth',
  'not_found',
  'invalid',
  'quota',
  'internal',
] as const
export const errorReactions = ['fail', 'continue', 'branch'] as const

/** The branch that runs when the step fails. */
export const ERROR_BRANCH = 'error'

/** How the run continues after the final failure of a step. */
export interface StepOnError {
  then: (typeof errorReactions)[number]
  /** Empty means after every error. */
  families: string[]
}

/** The form fields for a stored value. */
export function toOnError(value: unknown): StepOnError {
  const { then, families } = (typeof value === 'object' && value ? value : {}) as Record<
    string,
    unknown
  >
  return {
    then: errorReactions.find((way) => way === then) ?? 'fail',
    families: Array.isArray(families) ? (families as string[]) : [],
  }
}

/** The request value; undefined when the run fails with the step, which is the default. */
export function fromOnError({ then, families }: StepOnError) {
  if (then === 'fail') return {}
  return { onError: { then, ...(families.length > 0 ? { families } : {}) } }
}
