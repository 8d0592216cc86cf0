import { AgentError } from '../errors.js'
import { placeOf } from '../files/allow_list.js'
import type { GivenCommand } from '../state/journal.js'
import type { CommandResult } from '../state/journal.js'
import { download } from '../transfer/download.js'
import type { Tally, TransferContext } from '../transfer/transfer.js'
import { upload } from '../transfer/upload.js'
import { systemInfo } from './system_info.js'

export interface WorkContext extends TransferContext {
  agentName: string
  /** Ends the process and starts it again. It never returns. */
  restart: () => Promise<never>
}

/**
 * Carries out a command.
 * @throws AgentError
 */
export async function carryOut(
  { commandType, parameters }: GivenCommand,
  context: WorkContext
): Promise<CommandResult> {
  const allowed = context.state.get('folders') ?? []
  if (commandType === 'system_info') return completed(await systemInfo(allowed))
  if (commandType === 'restart_agent') return await context.restart()
  const { path, action } = parameters
  if (typeof path !== 'string') {
    throw new AgentError('E_PATH', `The command ${commandType} names no path.`)
  }
  const folder = parameters.folder ?? `/Agents/${context.agentName.replaceAll('/', '-')}`
  const place = placeOf(path, allowed, context.platform)
  switch (commandType) {
    case 'upload_files':
      return moved(await upload(context, place, folder))
    case 'download_files':
      return moved(await download(context, place, folder))
    case 'sync_folder':
      if (action === 'download') return moved(await download(context, place, folder))
      if (action === undefined || action === 'upload') {
        return moved(await upload(context, place, folder))
      }
      throw new AgentError('E_ACTION', `"${action}" is neither "upload" nor "download".`)
    default:
      throw new AgentError(
        'E_COMMAND',
        `This version of the agent does not know the command "${String(commandType)}".`
      )
  }
}

const completed = (result: Record<string, unknown>): CommandResult => ({
  outcome: 'completed',
  result,
  error: null,
})

function moved(tally: Tally): CommandResult {
  const { result, failures } = tally
  if (failures === 0) return completed(result)
  const message =
    failures === 1
      ? `One file was not copied: ${tally.firstError}`
      : `${failures} files were not copied, the first because: ${tally.firstError}`
  return { outcome: 'failed', result, error: { code: 'E_FILES', message } }
}
