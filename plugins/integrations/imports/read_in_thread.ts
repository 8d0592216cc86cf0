import { Problem, text } from '@crossdock/kernel/ground'
import { BoundedThread, ThreadEnded } from '@crossdock/kernel/threads'
import type { Plan, ReadingChoices } from '../definitions/plan.js'
import { unreadableText } from './sentences.js'
import { takeReaderSlot } from './slots.js'
import type { ReadRequest, Reply } from './reading/worker.js'

const program = import.meta.url.endsWith('.ts') ? './reading/worker.ts' : './reading/worker.js'

/** Maximum document size in bytes. */
export const mostDocumentBytes = 16 * 1024 * 1024
const deadlineMs = 20_000
/** A document of 11 MiB needs about 200 MB. */
const mostHeapMb = 448

/**
 * Reads an OpenAPI document in a separate thread with limited memory and time, so that it blocks neither this
 * thread nor other tenants.
 * @throws Problem 413, 422 for unreadable documents, 409 and 429 while other documents are read
 */
export async function readInThread(document: string, choices: ReadingChoices): Promise<Plan> {
  if (Buffer.byteLength(document) > mostDocumentBytes) throw tooLarge()
  const release = takeReaderSlot()
  try {
    const reply = await run({ text: document, choices })
    if ('plan' in reply) return reply.plan
    const { code, params } = reply.unreadable
    throw unreadable(code, params)
  } finally {
    release()
  }
}

/** Returns the error for a document that is too large, regardless of its source. */
export const tooLarge = (): Problem =>
  new Problem(
    413,
    'E_TOO_LARGE',
    text('The document may have at most {most} MiB. Import only a part.', {
      most: mostDocumentBytes / 1024 / 1024,
    })
  )

export const unreadable = (code: string, params: Record<string, string | number> = {}): Problem =>
  new Problem(422, 'E_IMPORT', unreadableText(code, params))

async function run(request: ReadRequest): Promise<Reply> {
  const bounds = { heapMb: mostHeapMb, stackMb: 8 }
  const thread = new BoundedThread<ReadRequest, Reply>(new URL(program, import.meta.url), bounds)
  try {
    return await thread.ask(request, deadlineMs)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    if (error.reason === 'deadline') throw unreadable('tooSlow', { seconds: deadlineMs / 1000 })
    if (error.reason === 'memory') throw unreadable('tooMuchMemory')
    if (error.reason === 'error') throw error.cause
    throw unreadable('tooMuchWork')
  } finally {
    thread.end()
  }
}
