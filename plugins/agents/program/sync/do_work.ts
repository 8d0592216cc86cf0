import type { Work } from '@crossdock/sync-engine/protocol'
import { AgentError } from '../errors.js'
import { sendFiles } from './send.js'
import { makeFolder, move, remove } from './tree_work.js'
import type { Round, WorkOf } from './work.js'
import { writeFiles } from './write.js'

/** Groups consecutive work of one kind. */
export function groupByKind(work: readonly Work[]): Work[][] {
  const runs: Work[][] = []
  for (const one of work) {
    const last = runs.at(-1)
    if (last && last[0]!.type === one.type) last.push(one)
    else runs.push([one])
  }
  return runs
}

/** Does work of one kind. Records failures of single items, and throws errors that affect the whole round. */
export async function doRun(round: Round, run: readonly Work[]): Promise<void> {
  const { type } = run[0]!
  if (type === 'send') return await sendFiles(round, run as WorkOf<'send'>[])
  // While the disk is full, nothing is written. Sending continues.
  if (round.isFull) return
  if (type === 'write') return await writeFiles(round, run as WorkOf<'write'>[])
  for (const work of run) {
    try {
      await doItem(round, work)
    } catch (error) {
      round.fail(work, error)
    }
  }
}

async function doItem(round: Round, work: Work): Promise<void> {
  switch (work.type) {
    case 'makeFolder':
      return await makeFolder(round, work)
    case 'move':
      return await move(round, work)
    case 'remove':
      return await remove(round, work)
    default:
      throw new AgentError('E_WORK', 'This version of the agent does not know the work.')
  }
}
