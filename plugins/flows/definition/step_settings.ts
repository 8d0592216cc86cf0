import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { part, type Kind } from '@crossdock/kernel/kinds'
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

const whole = (least: number, most: number) =>
  vine.number({ strict: true }).withoutDecimals().range([least, most]).optional()

const config = vine.create({
  timeoutMs: part(whole(100, 60 * 60_000), {
    title: 'Longest time of a try (ms)',
    examples: [String(defaults.timeoutMs)],
  }),
  retry: vine
    .object({
      attempts: part(whole(1, 20), {
        title: 'Tries',
        description: 'In all, the first one included.',
        examples: [String(defaults.retry.attempts)],
      }),
      delayMs: part(whole(0, maxDelayMs), {
        title: 'Wait before the second try (ms)',
        description: 'Doubles from try to try.',
        examples: [String(defaults.retry.delayMs)],
      }),
    })
    .optional(),
})

config.messagesProvider = new SimpleMessagesProvider({
  number: 'The {{ field }} must be a whole number.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  range: 'The {{ field }} must be a whole number from {{ min }} to {{ max }}.',
  object: 'The {{ field }} must look like {"attempts": 3, "delayMs": 1000}.',
})

/** The schema of what every step may set, beside that of its type. */
export const stepSettings = {
  label: 'Every step',
  description: 'How long a try may take and how often it is tried',
  config,
} satisfies Kind

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function settingsOf({ config }: Pick<FlowStep, 'config'>): StepSettings {
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

/** How long to wait after so many failed tries: doubling, a little at random, and as long as the other side asks for. */
export function waitAfter({ retry }: StepSettings, failures: number, askedMs = 0): number {
  const doubled = Math.min(maxDelayMs, retry.delayMs * 2 ** (failures - 1))
  return Math.max(
    Math.round(doubled * (1 + Math.random() / 4)),
    Math.min(askedMs, 24 * 60 * 60_000)
  )
}
