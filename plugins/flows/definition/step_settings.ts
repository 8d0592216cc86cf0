import vine, { SimpleMessagesProvider } from '@vinejs/vine'
import { part, type Kind } from '@crossdock/kernel/kinds'
import { errorFamilies, type ErrorFamily, type FlowStep } from '../contracts/index.js'

/** The settings that every step has, whatever its type. */
export interface StepSettings {
  /** Timeout of one try. */
  timeoutMs: number
  retry: {
    /** Number of tries, including the first. */
    attempts: number
    /** Wait before the second try. It doubles with each try. */
    delayMs: number
  }
  onError: OnError
}

/** How the run continues after a step has failed permanently. */
export interface OnError {
  /** Error families after which the run continues; if absent or empty, it continues after all errors. */
  families?: readonly ErrorFamily[] | undefined
  then: (typeof onErrorChoices)[number]
}

const onErrorChoices = ['fail', 'continue', 'branch'] as const

/** The branch that runs when the step fails. */
export const errorBranch = 'error'

const defaults: StepSettings = {
  timeoutMs: 60_000,
  retry: { attempts: 3, delayMs: 1_000 },
  onError: { then: 'fail' },
}
const maxDelayMs = 60 * 60_000

const whole = (least: number, most: number) =>
  vine.number({ strict: true }).withoutDecimals().range([least, most]).optional()

const config = vine.create({
  timeoutMs: part(whole(100, 60 * 60_000), {
    title: 'Timeout per attempt (ms)',
    examples: [String(defaults.timeoutMs)],
  }),
  retry: vine
    .object({
      attempts: part(whole(1, 20), {
        title: 'Tries',
        description: 'Including the first try.',
        examples: [String(defaults.retry.attempts)],
      }),
      delayMs: part(whole(0, maxDelayMs), {
        title: 'Delay before retry (ms)',
        description: 'Doubles from try to try.',
        examples: [String(defaults.retry.delayMs)],
      }),
    })
    .optional(),
  onError: vine
    .object({
      then: part(vine.enum(onErrorChoices), {
        title: 'When the step fails',
        description:
          'The run fails, continues after the step, or runs the steps of the branch "error" first.',
        default: 'fail',
      }),
      families: part(vine.array(vine.enum(errorFamilies)).maxLength(20).optional(), {
        title: 'After these errors',
        description: 'None means after every error.',
        examples: ['timeout', 'not_found'],
      }),
    })
    .optional(),
})

config.messagesProvider = new SimpleMessagesProvider({
  number: 'The {{ field }} must be a whole number.',
  withoutDecimals: 'The {{ field }} must be a whole number.',
  range: 'The {{ field }} must be a whole number from {{ min }} to {{ max }}.',
  'retry.object': 'The {{ field }} must look like {"attempts": 3, "delayMs": 1000}.',
  'onError.object':
    'The {{ field }} must look like {"then": "continue", "families": ["timeout", "not_found"]}.',
  'onError.then.required': 'Enter what happens when the step fails: fail, continue or branch.',
  enum: 'The {{ field }} must be one of: {{ choices }}.',
  array: 'The {{ field }} must be a list.',
})

/** The schema of the settings that every step has, in addition to the schema of its type. */
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
    onError: isOnError(config.onError) ? config.onError : defaults.onError,
  }
}

const isOnError = (value: unknown): value is OnError =>
  isRecord(value) && onErrorChoices.some((way) => way === value.then)

/** Returns how the run continues after a final error of this family; undefined if the run fails. */
export function recoveryAfter(
  step: Pick<FlowStep, 'config'>,
  family: ErrorFamily
): 'continue' | 'branch' | undefined {
  const { then, families } = settingsOf(step).onError
  if (then === 'fail') return undefined
  const isMeant = !Array.isArray(families) || families.length === 0 || families.includes(family)
  return isMeant ? then : undefined
}

/**
 * Returns the wait after a number of failed tries. It doubles with each try, varies slightly at random, and is at
 * least as long as the other system requests.
 */
export function waitAfter({ retry }: StepSettings, failures: number, askedMs = 0): number {
  const doubled = Math.min(maxDelayMs, retry.delayMs * 2 ** (failures - 1))
  return Math.max(
    Math.round(doubled * (1 + Math.random() / 4)),
    Math.min(askedMs, 24 * 60 * 60_000)
  )
}
