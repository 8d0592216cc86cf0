import { presentRights } from '@crossdock/backend/access'
import { assetLibrary, assetsWrite } from '@crossdock/backend/assets'
import { OutcomeUnknown } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/ground'
import { withContext } from '@crossdock/kernel/tenancy'
import type { ReceivedFile } from '../models/webhook_request.js'
import type { Address } from '../queries/addresses.js'
import type { SentFile } from './content.js'
import { Refused } from './refused.js'

/**
 * Stores files of a form in the folder of an address, with the rights of the person who chose the folder.
 * @param work runs in the transaction of the files, as in `AssetLibrary.take`
 * @throws Refused for files that cannot be stored; on any error, including those of `work`, no file is stored
 */
export async function putFiles<Result>(
  { filesFolder, filesFolderBy: lenderId }: Address,
  sent: readonly SentFile[],
  work: (put: () => Promise<ReceivedFile[]>) => Promise<Result>
): Promise<Result> {
  if (filesFolder === null) throw refused(noFolder)
  const { permissions } = await presentRights.use().of(lenderId)
  if (!permissions.has(assetsWrite.name)) throw refused(closed)
  const files = sent.map(({ file }) => ({
    name: file.name,
    mimeType: file.type,
    bytes: file.stream(),
  }))
  let isWritten = false
  try {
    return await assetLibrary.use().take(files, filesFolder, (take) => {
      isWritten = true
      return work(async () => {
        const taken = await withContext({ permissions, lenderId }, take).catch(refuse)
        return taken.map(({ mimeType: type, ...file }, at) => ({
          field: sent[at]!.field,
          ...file,
          type,
        }))
      })
    })
  } catch (error) {
    throw isWritten ? error : refusalOf(error)
  }
}

function refuse(error: unknown): never {
  throw refusalOf(error)
}

/** Converts errors about the files or their folder into refusals. Returns other errors unchanged. */
function refusalOf(error: unknown): unknown {
  if (!(error instanceof Problem) || error instanceof OutcomeUnknown) return error
  if (error.status === 403 || error.status === 404) return refused(closed)
  if (error.status === 507) return new Refused('limit', error)
  return error.status < 500 ? new Refused('refused_files', error) : error
}

const refused = (sentence: Text) =>
  new Refused('refused_files', new Problem(422, 'E_FILES_FOLDER', sentence))

const noFolder = text(
  'This webhook has no folder for files, so it takes no form with files. Choose a folder for it.'
)
const closed = text(
  'The folder for files of this webhook is gone, in the trash, or closed to the person who chose it. Choose another one.'
)
