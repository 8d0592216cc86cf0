/** As the API has them: contracts/step_type.ts and definition/step_settings.ts. */
export const errorFamilies = [
  ...['timeout', 'refused', 'auth', 'not_found', 'invalid', 'quota', 'internal'],
] as const
export const waysOn = ['fail', 'continue', 'branch'] as const

/** The branch of steps for the case that the step fails. */
export const ERROR_BRANCH = 'error'

/** What the run does when a step has failed for good. */
export interface StepOnError {
  then: (typeof waysOn)[number]
  /** None means after every error. */
  families: string[]
}

/** As fields hold it. */
export function toOnError(value: unknown): StepOnError {
  const { then, families } = (typeof value === 'object' && value ? value : {}) as Record<
    string,
    unknown
  >
  return {
    then: waysOn.find((way) => way === then) ?? 'fail',
    families: Array.isArray(families) ? (families as string[]) : [],
  }
}

/** As it is sent: nothing where the run fails with the step, as it does by itself. */
export function fromOnError({ then, families }: StepOnError) {
  if (then === 'fail') return {}
  return { onError: { then, ...(families.length > 0 ? { families } : {}) } }
}
