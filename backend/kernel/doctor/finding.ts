import { setTimeout as delay } from 'node:timers/promises'

/** `ok`, `warning`: it works, but look at it; `wrong`: it does not, or must not stay so. */
export type Status = 'ok' | 'warning' | 'wrong'

/** What one look found, in a sentence, and what to do about it. */
export interface Finding {
  check: string
  status: Status
  says: string
  todo?: string
}

/** What a check says; nothing where there is nothing to look at. */
export type Said = Omit<Finding, 'check'>

export interface Check {
  name: string
  look(): Promise<Said[]>
}

export const ok = (says: string): Said => ({ status: 'ok', says })
export const warning = (says: string, todo: string): Said => ({ status: 'warning', says, todo })
export const wrong = (says: string, todo: string): Said => ({ status: 'wrong', says, todo })

/** What does not answer holds up nothing that comes behind it. */
const patienceMs = 30_000

/** Looks at one thing after the other. What cannot be looked at is a finding like any other. */
export async function examine(checks: readonly Check[]): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const { name: check, look } of checks) {
    const late = delay(patienceMs, undefined, { ref: false }).then(() => [
      wrong(
        `It did not answer within ${patienceMs / 1000} seconds.`,
        'Look at what it depends on.'
      ),
    ])
    const said = await Promise.race([look(), late]).catch((error: unknown) => [
      wrong(`It cannot be looked at: ${sentence(error)}`, 'Mend that, and ask again.'),
    ])
    findings.push(...said.map((one) => ({ check, ...one })))
  }
  return findings
}

/** The worst of them. */
export const worstOf = (findings: readonly Finding[]): Status =>
  (['wrong', 'warning'] as const).find((one) => findings.some(({ status }) => status === one)) ??
  'ok'

/** An error's own words, as a sentence. */
export function sentence(error: unknown): string {
  const { message, code, errors } = (error ?? {}) as {
    message?: string
    code?: string
    errors?: unknown[]
  }
  const said = message || (errors?.length ? sentence(errors[0]) : '') || code || String(error)
  return /[.!?]$/.test(said) ? said : `${said}.`
}
