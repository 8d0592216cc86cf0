import { text, type FieldError } from '@crossdock/kernel/http'
import type { FlowStep } from '../contracts/index.js'

/** What every step may set in its config, whatever its type. */
export interface StepSettings {
  /** Longest time one try may take. */
  timeoutMs: number
  retry: {
    /** Tries in all, the first one included. */
    attempts: number
    /** Wait before the second try; doubles from try to try. */
    delayMs: number
  }
}

const defaults: StepSettings = { timeoutMs: 60_000, retry: { attempts: 3, delayMs: 1_000 } }
const maxDelayMs = 60 * 60_000

const bounds = {
  timeoutMs: [100, 60 * 60_000],
  attempts: [1, 20],
  delayMs: [0, maxDelayMs],
} as const

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function settingsOf({ config }: FlowStep): StepSettings {
  const retry = isRecord(config.retry) ? config.retry : {}
  const number = (value: unknown, otherwise: number) =>
    typeof value === 'number' ? value : otherwise
  return {
    timeoutMs: number(config.timeoutMs, defaults.timeoutMs),
    retry: {
      attempts: number(retry.attempts, defaults.retry.attempts),
      delayMs: number(retry.delayMs, defaults.retry.delayMs),
    },
  }
}

export function checkSettings({ config }: FlowStep): FieldError[] {
  const errors: FieldError[] = []
  const check = (field: string, name: keyof typeof bounds, value: unknown) => {
    const [least, most] = bounds[name]
    if (value === undefined || value === null) return
    if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return
    errors.push({
      field: `config.${field}`,
      rule: 'range',
      text: text('{name} must be a whole number from {least} to {most}.', { name, least, most }),
    })
  }
  check('timeoutMs', 'timeoutMs', config.timeoutMs)
  if (config.retry !== undefined && config.retry !== null && !isRecord(config.retry)) {
    const example = '{ "attempts": 3, "delayMs": 1000 }'
    const sentence = text('retry must look like {example}.', { example })
    errors.push({ field: 'config.retry', rule: 'object', text: sentence })
  } else if (isRecord(config.retry)) {
    check('retry.attempts', 'attempts', config.retry.attempts)
    check('retry.delayMs', 'delayMs', config.retry.delayMs)
  }
  return errors
}

/** How long to wait after so many failed tries: doubling, a little at random, and as long as the other side asks for. */
export function waitAfter({ retry }: StepSettings, failures: number, askedMs = 0): number {
  const doubled = Math.min(maxDelayMs, retry.delayMs * 2 ** (failures - 1))
  return Math.max(
    Math.round(doubled * (1 + Math.random() / 4)),
    Math.min(askedMs, 24 * 60 * 60_000)
  )
}
