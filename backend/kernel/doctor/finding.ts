import { setTimeout as delay } from 'node:timers/promises'

/**
 * - `ok`: the part works.
 * - `warning`: the part works, but needs attention.
 * - `wrong`: the part does not work, or is unsafe.
 */
export type Status = 'ok' | 'warning' | 'wrong'

/** What a check found, in one sentence, and what to do about it. */
export interface Finding {
  check: string
  status: Status
  says: string
  todo?: string
}

/** One result of a check. A check that does not apply returns none. */
export type CheckResult = Omit<Finding, 'check'>

export interface Check {
  name: string
  run(): Promise<CheckResult[]>
}

export const ok = (says: string): CheckResult => ({ status: 'ok', says })
export const warning = (says: string, todo: string): CheckResult => ({
  status: 'warning',
  says,
  todo,
})
export const wrong = (says: string, todo: string): CheckResult => ({ status: 'wrong', says, todo })

/** A check that takes longer is abandoned, so that the next ones run. */
const timeoutMs = 30_000

/** Runs the checks one after the other. If a check throws, its error becomes a finding. */
export async function runChecks(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name: check, run } of checks) {
    const late = delay(timeoutMs, undefined, { ref: false }).then(() => [
      wrong(`It did not answer within ${timeoutMs / 1000} seconds.`, 'Check what it depends on.'),
    ])
    const said = await Promise.race([run(), late]).catch((error: unknown) => [
      wrong(`It cannot be checked: ${asSentence(error)}`, 'Fix that, and run the doctor again.'),
    ])
    findings.push(...said.map((one) => ({ check, ...one })))
  }
  return findings
}

/** Returns the worst status of the findings. */
export const worstOf = (findings: readonly Finding[]): Status =>
  (['wrong', 'warning'] as const).find((one) => findings.some(({ status }) => status === one)) ??
  'ok'

/** Returns the error's message as a sentence. */
export function asSentence(error: unknown): string {
  const { message, code, errors } = (error ?? {}) as {
    message?: string
    code?: string
    errors?: unknown[]
  }
  const said = message || (errors?.length ? asSentence(errors[0]) : '') || code || String(error)
  return /[.!?]$/.test(said) ? said : `${said}.`
}
