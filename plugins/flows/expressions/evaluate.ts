import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { parseJson } from '@crossdock/kernel/json'
import { perApplication } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { ThreadEnded, ThreadPool } from '@crossdock/kernel/threads'
import type { Fault } from './fault.js'
import { limits } from './limits.js'
import { faultText } from './sentences.js'
import type { EvaluationRequest, Reply } from './worker.js'

const program = import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js'

const pool = perApplication(
  () =>
    new ThreadPool<EvaluationRequest, Reply>({
      program: new URL(program, import.meta.url),
      threads: 2,
      heapMb: limits.heapMb,
      stackMb: 4,
      mostWaiting: 64,
      mostOfOne: 32,
    })
)

/** The value of an expression as plain JSON, or the reason why there is none. */
export type Evaluated =
  | { value: unknown; fault?: undefined }
  | { fault: { text: Text; position: number | null } }

/**
 * Evaluates a JSONata expression in a thread with limited memory and time.
 * @param deadlineMs 10 to 5,000
 * @throws Problem 429 if too many evaluations are waiting
 */
export async function evaluate(
  source: string,
  input: unknown,
  { deadlineMs = limits.usualMs, signal }: { deadlineMs?: number; signal?: AbortSignal } = {}
): Promise<Evaluated> {
  const failed = (fault: Fault): Evaluated => ({
    fault: { text: faultText(fault, deadlineMs), position: fault.position },
  })
  const json = JSON.stringify(input ?? null)
  if (Buffer.byteLength(json) > limits.inputBytes) return failed(ofCode('inputTooLarge'))
  const request = { source, input: json, deadlineMs }
  try {
    // The thread usually stops the evaluation itself before this deadline.
    const bounds = { deadlineMs: deadlineMs + 50, ...(signal ? { signal } : {}) }
    const reply = await pool().ask(currentTenantId(), request, bounds)
    if (!reply) throw busy()
    return 'fault' in reply ? failed(reply.fault) : { value: parseJson(reply.result) }
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    signal?.throwIfAborted()
    if (error.reason === 'deadline' || error.reason === 'memory')
      return failed(ofCode(error.reason))
    throw error
  }
}

const ofCode = (code: string): Fault => ({ code, position: null })

const busy = () =>
  new Problem(
    429,
    'E_BUSY',
    text('The server is evaluating many expressions. Try again in a few seconds.'),
    { headers: { 'retry-after': '5' } }
  )
