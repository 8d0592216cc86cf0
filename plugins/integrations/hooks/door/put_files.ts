import { presentRights } from '@crossdock/backend/access'
import { assetLibrary, assetsWrite } from '@crossdock/backend/assets'
import { OutcomeUnknown } from '@crossdock/kernel/database'
import { Problem, text, type Text } from '@crossdock/kernel/http'
import { withContext } from '@crossdock/kernel/tenancy'
import type { ReceivedFile } from '../models/webhook_request.js'
import type { Address } from '../queries/addresses.js'
import type { SentFile } from './content.js'
import { Refused } from './refused.js'

/**
 * Puts files of a form into the folder of an address, with the rights of who chose it.
 * @param work done in the transaction of the files, as that of `AssetLibrary.take`
 * @throws Refused for files that cannot be put there, and what `work` throws: then there are none
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
    ...{ name: file.name, mimeType: file.type },
    bytes: file.stream(),
  }))
  let isWritten = false
  try {
    return await assetLibrary.use().take(files, filesFolder, (take) => {
      isWritten = true
      return work(async () => {
        const taken = await withContext({ permissions, lenderId }, take).catch(refuse)
        return taken.map(({ mimeType: type, ...file }, at) => ({
          ...{ field: sent[at]!.field, ...file },
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

/** What is wrong with the files, or with where they are to go; other errors as they are. */
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
  'The folder for files of this webhook is gone, in the trash, or closed to whoever chose it. Choose another one.'
)
